import type { ClearToolUses, NewEvent } from '@total-recall/domain';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, describe, expect, it } from 'vitest';
import { createMemoryIngest, createMemoryStores } from '../../testing/memory-ingest.ts';

const ADDRESS = { tenant: 't', space: 's', session: 'x' };
const USES = 8;
const CLAUDE: ClearToolUses = { keepToolUses: 2, excludeTools: [], clearToolInputs: true };

const tokens = createTokenCounter();
afterAll(() => tokens.close());

/** Appends turns with talk, a decision and one tool use each; the tools alternate. */
async function createSession({ rows = 300 } = {}) {
  const stores = createMemoryStores();
  const service = createMemoryIngest(stores, tokens, { policy: { windowTokens: 64_000 } });
  await service.ingest.start();
  for (let turn = 0; turn < USES; turn++) {
    const call = { id: `c${turn}`, name: turn % 2 === 0 ? 'grep' : 'search' };
    const events: NewEvent[] = [
      { kind: 'user_message', text: `request ${turn} of the harbour `.repeat(20) },
      { kind: 'decision', text: `decision ${turn}` },
      { kind: 'tool_call', call: { ...call, arguments: JSON.stringify({ pattern: 'x'.repeat(200) }) } },
      { kind: 'tool_result', call, text: `row ${turn} of the ferry timetable\n`.repeat(rows) },
      { kind: 'agent_message', text: `answer ${turn}` },
    ];
    await service.ingest.append({ ...ADDRESS, events, wait: 'searchable' });
  }
  const before = (await stores.sessions.load(ADDRESS))!;
  const compact = (demand: { targetTokens?: number; fromTokens?: number; clearToolUses?: ClearToolUses }) =>
    service.ingest.compact({ ...ADDRESS, trigger: 'clear_tool_uses', ...demand });
  const changed = async () => {
    const after = new Map((await stores.sessions.load(ADDRESS))!.entries.map((entry) => [entry.id, entry]));
    const gone = before.entries.filter(({ id }) => !after.has(id));
    const smaller = before.entries.filter(({ id, form }) => after.has(id) && after.get(id)!.form !== form);
    return { gone, smaller };
  };
  const uses = before.entries.filter(({ kind }) => kind === 'tool_call');
  const results = before.entries.filter(({ kind }) => kind === 'tool_result');
  return { compact, changed, uses, results, close: () => service.ingest.stop() };
}

describe('a clear of tool uses', () => {
  it('takes calls and results and nothing else', async () => {
    const { compact, changed, close } = await createSession();
    expect(await compact({ targetTokens: 2_000 })).toMatchObject({ kind: 'compacted' });
    const { gone, smaller } = await changed();
    expect(gone.length + smaller.length).toBeGreaterThan(0);
    for (const { kind } of [...gone, ...smaller]) expect(['tool_call', 'tool_result']).toContain(kind);
    await close();
  });

  it('keeps the newest uses, and those of tools that are left out', async () => {
    const { compact, changed, uses, close } = await createSession();
    expect(await compact({ clearToolUses: { ...CLAUDE, excludeTools: ['search'] } })).toMatchObject({ kind: 'compacted' });
    const touched = await changed().then(({ gone, smaller }) => new Set([...gone, ...smaller].map(({ atom }) => atom)));
    const left = uses.filter(({ atom }) => !touched.has(atom)).map(({ id }) => uses.findIndex((use) => use.id === id));
    for (const at of [1, 3, 5, 6, 7]) expect(left).toContain(at);
    expect(touched.size).toBeGreaterThan(0);
    await close();
  });

  it('leaves calls as they are and shortens results, where inputs are not to be cleared', async () => {
    const { compact, changed, close } = await createSession();
    expect(await compact({ clearToolUses: { ...CLAUDE, clearToolInputs: false } })).toMatchObject({ kind: 'compacted' });
    const { gone, smaller } = await changed();
    expect(gone).toEqual([]);
    expect(new Set(smaller.map(({ kind }) => kind))).toEqual(new Set(['tool_result']));
    expect(smaller.length).toBeLessThanOrEqual(USES - 2);
    await close();
  });

  it('leaves a stub of small results, as small as it has to be', async () => {
    const { compact, changed, results, close } = await createSession({ rows: 40 });
    expect(Math.max(...results.map(({ tokens: { whole } }) => whole))).toBeLessThan(400);
    const cleared = await compact({ clearToolUses: { ...CLAUDE, clearToolInputs: false, atLeastTokens: 1_000 } });
    expect(cleared).toMatchObject({ kind: 'compacted', clearedToolUses: USES - 2, evictedEvents: 0 });
    const { gone, smaller } = await changed();
    expect([gone, smaller.map(({ id }) => id)]).toEqual([[], results.slice(0, -2).map(({ id }) => id)]);
    await close();
  });

  it('clears the calls of the tools that are named, and of others the results alone', async () => {
    const { compact, changed, uses, close } = await createSession();
    expect(await compact({ clearToolUses: { ...CLAUDE, clearToolInputs: ['grep'] } })).toMatchObject({ kind: 'compacted' });
    const { gone, smaller } = await changed();
    const toolAt = (atom: string | number): number => uses.findIndex((use) => use.atom === atom);
    expect([...new Set(gone.map(({ atom }) => toolAt(atom)))]).toEqual([0, 2, 4]);
    expect(smaller.map(({ kind, atom }) => [kind, toolAt(atom)])).toEqual([1, 3, 5].map((at) => ['tool_result', at]));
    await close();
  });

  it('does nothing below its trigger, and nothing that frees too little', async () => {
    const { compact, changed, close } = await createSession();
    const early = { kind: 'stopped', reason: 'below_trigger' };
    expect(await compact({ clearToolUses: { ...CLAUDE, fromTokens: 60_000 } })).toEqual(early);
    expect(await compact({ clearToolUses: { ...CLAUDE, fromToolUses: USES + 1 } })).toEqual(early);
    expect(await compact({ fromTokens: 60_000 })).toEqual(early);
    const tooLittle = { kind: 'stopped', reason: 'below_clear_at_least' };
    expect(await compact({ clearToolUses: { ...CLAUDE, atLeastTokens: 50_000 } })).toEqual(tooLittle);
    const all = { kind: 'stopped', reason: 'nothing_evictable' };
    expect(await compact({ clearToolUses: { ...CLAUDE, keepToolUses: USES } })).toEqual(all);
    expect(await changed()).toEqual({ gone: [], smaller: [] });
    await close();
  });
});
