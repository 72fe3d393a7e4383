import { createMemoryEventLog, createMemoryIndex, createMemoryKeyStore, createMemorySessionStore } from '@total-recall/adapter-memory';
import { SILENT_LOGGER } from '@total-recall/observability';
import type { GenerationStanding } from '@total-recall/ports';
import { createSealer, TotalRecallError } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import { openReadModels, type OpenGeneration } from './open-read-models.ts';

const [FORMER, OWN] = ['v7', 'v8'];
const DAMAGED = new TotalRecallError('damaged', 'index.db is damaged.');

interface World {
  readonly standing?: Partial<GenerationStanding>;
  /** Errors of the next opening of these generations. */
  readonly broken?: Readonly<Record<string, Error>>;
  readonly mends?: boolean;
  /** Number of times that switching fails. */
  readonly stuck?: number;
}

/** Opens read models in places of memory, and keeps what was done with them. */
function world({ standing, broken = {}, mends = true, stuck = 0 }: World = {}) {
  const done: string[] = [];
  const failing = new Map(Object.entries(broken));
  const open = new Map<string, OpenGeneration>();
  const opening = openReadModels({
    generations: {
      standing: async () => ({ current: undefined, toFill: OWN, isBegun: false, left: [], ...standing }),
      drop: async (name) => void done.push(`dropped ${name}`),
      switchTo: async (name) => {
        if (stuck-- > 0) throw new Error('the folder is in use');
        done.push(`switched to ${name}`);
      },
    },
    places: {
      pathOf: (name) => `/${name}`,
      async putAside(name) {
        done.push(`put aside ${name}`);
        return `/${name}.aside`;
      },
      async open(name) {
        done.push(`opened ${name}`);
        const error = failing.get(name);
        failing.delete(name);
        if (error) throw error;
        const detail = name;
        const close = async (): Promise<void> => void done.push(`closed ${name}`);
        const sessions = createMemorySessionStore();
        const generation = { index: createMemoryIndex(), sessions, health: () => ({ ready: true, detail }), close };
        open.set(name, generation);
        return generation;
      },
    },
    log: createMemoryEventLog({ partitions: 2 }),
    sealer: createSealer({ keys: createMemoryKeyStore() }),
    logger: SILENT_LOGGER,
    mends,
  });
  return { opening, done, open };
}

describe('the read models of a process', () => {
  it('are one where there is none of an earlier version, and those that nobody needs are dropped', async () => {
    const { opening, done, open } = world({ standing: { current: OWN, left: ['v5', 'v6'] } });
    const opened = await opening;
    expect(opened).toBe(open.get(OWN));
    expect(opened).not.toHaveProperty('unfilled');
    expect(done).toEqual(['dropped v5', 'dropped v6', `opened ${OWN}`]);
  });

  it('answer from the earlier version until the other takes over, and the earlier one is removed once', async () => {
    const { opening, done, open } = world({ standing: { current: FORMER } });
    const { index, health, unfilled, close } = await opening;
    expect(unfilled).toMatchObject({ generation: OWN, former: FORMER, index: open.get(OWN)!.index });
    await open.get(FORMER)!.index.advanceMarks(0, { folded: 5, searchable: 5 });
    expect([health().detail, (await index.marks(0)).folded]).toEqual([FORMER, 5]);
    unfilled!.takeOver();
    expect([health().detail, (await index.marks(0)).folded]).toEqual([OWN, -1]);
    await open.get(FORMER)!.index.close();
    await expect(index.erasing!.wipe()).resolves.toBeUndefined();
    expect(unfilled!.isFormerThere()).toBe(true);
    await Promise.all([unfilled!.removeFormer(), unfilled!.removeFormer()]);
    expect(unfilled!.isFormerThere()).toBe(false);
    await close();
    expect(done.slice(2)).toEqual([`closed ${FORMER}`, `switched to ${OWN}`, `closed ${OWN}`]);
  });

  it('remove the earlier one by a later call where one failed, and close this one all the same', async () => {
    const { opening, done } = world({ standing: { current: FORMER }, stuck: 1 });
    const { unfilled, close } = await opening;
    await expect(unfilled!.removeFormer()).rejects.toThrow('in use');
    expect(unfilled!.isFormerThere()).toBe(true);
    await unfilled!.removeFormer();
    expect(unfilled!.isFormerThere()).toBe(false);
    await close();
    expect(done.slice(2)).toEqual([`closed ${FORMER}`, `switched to ${OWN}`, `closed ${OWN}`]);
  });

  it('are both closed, and nothing is switched, where the other was not filled', async () => {
    const { opening, done } = world({ standing: { current: FORMER } });
    await (await opening).close();
    expect(done.slice(2)).toEqual([`closed ${FORMER}`, `closed ${OWN}`]);
  });

  it('are begun anew where that of this version is damaged, unless that is refused', async () => {
    const mended = world({ broken: { [OWN]: DAMAGED } });
    await mended.opening;
    expect(mended.done).toEqual([`opened ${OWN}`, `put aside ${OWN}`, `opened ${OWN}`]);
    const refused = world({ broken: { [OWN]: DAMAGED }, mends: false });
    await expect(refused.opening).rejects.toMatchObject({
      code: 'damaged',
      message: 'index.db is damaged. The next start fills the read model anew.',
    });
    expect(refused.done).toEqual([`opened ${OWN}`]);
  });

  it('are refused, and nothing is put aside, where the failure is no damage', async () => {
    const away = new TotalRecallError('unavailable', 'log.db ends before it.');
    const { opening, done } = world({ broken: { [OWN]: away } });
    await expect(opening).rejects.toBe(away);
    expect(done).toEqual([`opened ${OWN}`]);
  });

  it('do without the earlier one where that cannot be opened, and move it only to mend', async () => {
    const standing = { current: FORMER };
    const mended = world({ standing, broken: { [FORMER]: new Error('not a database') } });
    expect(await mended.opening).not.toHaveProperty('unfilled');
    expect(mended.done).toContain(`put aside ${FORMER}`);
    const looked = world({ standing, broken: { [FORMER]: DAMAGED }, mends: false });
    expect(await looked.opening).not.toHaveProperty('unfilled');
    expect(looked.done).not.toContain(`put aside ${FORMER}`);
  });
});
