import { createMemoryGenerations, type MemoryGenerations } from '@total-recall/adapter-memory';
import { createTokenCounter, TotalRecallError } from '@total-recall/runtime';
import { afterAll, describe, expect, it } from 'vitest';
import { createMemoryIngest, createMemoryStores } from '../../testing/memory-ingest.ts';
import type { GenerationFiller } from './fill-generation.ts';
import { isTakenOver, rebuildReadModel, type RebuildDeps } from './rebuild-read-model.ts';

const ADDRESS = { tenant: 't', space: 's', session: 'x' };
const EVENTS = 12;

const tokens = createTokenCounter();
afterAll(() => tokens.close());

/** Builds a log with records, and a generation that is current and holds none of them. */
async function build() {
  const stores = createMemoryStores();
  const { ingest, deps } = createMemoryIngest(stores, tokens);
  await ingest.start();
  const events = Array.from({ length: EVENTS }, (_, at) => ({ kind: 'user_message' as const, text: `Gate ${at} is open.` }));
  await ingest.append({ ...ADDRESS, events, wait: 'searchable' });
  await ingest.stop();
  const generations = createMemoryGenerations();
  const { toFill: first } = await generations.standing();
  generations.open(first);
  const stops: string[] = [];
  /** Starts real projectors over a generation; `change` replaces parts of them. */
  const startFiller = async (generation: string, change: Partial<GenerationFiller> = {}): Promise<GenerationFiller> => {
    const index = generations.open(generation);
    const beside = { ...createMemoryStores(), log: stores.log, keys: stores.keys, artifactStore: stores.artifactStore };
    const filling = createMemoryIngest(beside, tokens, { index, config: { roles: ['fill'] } });
    await filling.ingest.start();
    return {
      log: stores.log,
      hasVectors: false,
      marks: (partition) => index.marks(partition),
      health: () => filling.ingest.health(),
      async stop() {
        stops.push((await generations.standing()).current!);
        await filling.ingest.stop();
      },
      ...change,
    };
  };
  const rebuildDeps: RebuildDeps = { ...deps, generations, noun: 'index', lookMs: 5, startFiller };
  return { stores, generations, first, deps: rebuildDeps, startFiller, stops };
}

const searchable = async (generations: MemoryGenerations, generation: string): Promise<number> =>
  (await generations.marks(generation, 0)).searchable;

describe('a rebuild of a read model', () => {
  it('fills the next generation while the current one is read, stops its writers, and only then switches', async () => {
    const { deps, generations, first, stops, stores } = await build();
    const seen: number[] = [];
    const rebuilt = await rebuildReadModel(deps, { onProgress: ({ records }) => seen.push(records) });
    expect(rebuilt).toMatchObject({ generation: 'g-2', filled: { records: EVENTS } });
    expect(rebuilt).not.toHaveProperty('aside');
    expect(stops[0]).toBe(first);
    expect(seen.at(-1)).toBe(EVENTS);
    expect(await generations.standing()).toMatchObject({ current: 'g-2', left: [first] });
    expect(await searchable(generations, 'g-2')).toBe(await stores.log.end(0));
    expect(await searchable(generations, first)).toBe(-1);
  });

  it('is continued by the next run when it was cut short, and fills nothing while a replaced generation is left', async () => {
    const { deps, generations, first } = await build();
    const stopping = new AbortController();
    const cut = await rebuildReadModel(deps, { signal: stopping.signal, onProgress: () => stopping.abort() });
    expect(cut).toBeUndefined();
    expect(await generations.standing()).toMatchObject({ current: first, toFill: 'g-2', isBegun: true });
    expect(await rebuildReadModel(deps, {})).toMatchObject({ generation: 'g-2', filled: { records: EVENTS } });
    expect(await rebuildReadModel(deps, {})).toEqual({ generation: 'g-2' });
    expect(await generations.list()).toEqual([first, 'g-2']);
  });

  it('is refused while another one runs, even one that was started at the same time, and not after it', async () => {
    const { deps, generations, first } = await build();
    const outcomes = await Promise.allSettled([rebuildReadModel(deps, {}), rebuildReadModel(deps, {})]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = outcomes.find((outcome) => outcome.status === 'rejected')!;
    expect(refused.reason).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('Another rebuild of the index is running'),
    });
    expect(await generations.standing()).toMatchObject({ current: 'g-2', left: [first] });
    await generations.drop(first);
    expect(await rebuildReadModel(deps, {})).toMatchObject({ generation: 'g-3', filled: { records: EVENTS } });
  });

  it('stops and switches nothing once another one has taken its claim over', async () => {
    const { deps, generations, first, stops } = await build();
    const losing = new AbortController();
    let released = 0;
    const claimed: RebuildDeps['generations'] = {
      ...generations,
      claim: async () => ({ lost: losing.signal, release: async () => void (released += 1) }),
    };
    const run = rebuildReadModel({ ...deps, generations: claimed }, { onProgress: () => losing.abort() });
    await expect(run).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('Another rebuild of the index') });
    expect([stops.length > 0, released]).toEqual([true, 1]);
    expect(await generations.standing()).toMatchObject({ current: first, isBegun: true });
  });

  it('switches nothing where its writers failed, could not stop, or it was refused', async () => {
    const { deps, generations, first, startFiller } = await build();
    const failing = (change: Partial<GenerationFiller>) =>
      rebuildReadModel({ ...deps, startFiller: (name) => startFiller(name, change) }, {});
    await expect(failing({ health: () => ({ ready: false, detail: 'it broke' }) })).rejects.toMatchObject({
      code: 'internal',
      message: 'The index cannot be filled: it broke.',
    });
    const late = new TotalRecallError('unavailable', 'Late.');
    await expect(failing({ stop: () => Promise.reject(late) })).rejects.toBe(late);
    const refused = new TotalRecallError('not_found', 'No.');
    const refuse = (): never => {
      throw refused;
    };
    await expect(rebuildReadModel({ ...deps, refuse }, {})).rejects.toBe(refused);
    expect((await generations.standing()).current).toBe(first);
  });

  it('tries a look again where it is told of those that failed, and else fails', async () => {
    const { deps, startFiller } = await build();
    let failures = 3;
    const away = new Error('away');
    const change = (filler: GenerationFiller): GenerationFiller => ({
      ...filler,
      marks: async (partition) => {
        if (failures-- > 0) throw away;
        return filler.marks(partition);
      },
    });
    const flaky: RebuildDeps = { ...deps, startFiller: async (name) => change(await startFiller(name)) };
    await expect(rebuildReadModel(flaky, {})).rejects.toBe(away);
    const missed: unknown[] = [];
    const rebuilt = await rebuildReadModel({ ...flaky, onMissedLook: (error) => missed.push(error) }, {});
    expect(rebuilt).toMatchObject({ filled: { records: EVENTS } });
    expect(missed).toEqual([away, away]);
  });

  it('says whether a service writes the new generation on', async () => {
    const { deps, stores, generations } = await build();
    await rebuildReadModel(deps, {});
    const delays: number[] = [];
    const scheduler = { delay: async (ms: number) => void delays.push(ms) };
    const at = { ...deps, log: stores.log, scheduler, lookMs: 1_000 };
    expect(await isTakenOver(at, 'g-2')).toBe(true);
    expect(delays).toEqual([]);
    const behind = { ...at, generations: { ...generations, marks: async () => ({ folded: 0, searchable: 0 }) } };
    expect(await isTakenOver(behind, 'g-2')).toBe(false);
    expect(delays.reduce((sum, ms) => sum + ms, 0)).toBe(60_000);
  });
});
