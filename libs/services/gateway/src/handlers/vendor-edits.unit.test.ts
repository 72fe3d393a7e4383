import type { VendorEdit } from '@total-recall/contracts';
import type { CompactResult } from '@total-recall/ports';
import { describe, expect, it } from 'vitest';
import { doEdits, editsToDo, joinEdits } from './vendor-edits.ts';

const COMPACT: VendorEdit = { type: 'compaction', compact_threshold: null };
const position = 'p' as unknown as Extract<CompactResult, { kind: 'compacted' }>['position'];
const compacted = (cycle: number, freedTokens: number): CompactResult => ({
  kind: 'compacted',
  cycle,
  freedTokens,
  evictedEvents: 2,
  shrunkEvents: 1,
  clearedToolUses: 1,
  position,
});
const stopped: CompactResult = { kind: 'stopped', reason: 'below_trigger' };
const join = (...results: CompactResult[]) => joinEdits(results.map((result) => ({ edit: COMPACT, result })));

describe('edits of a vendor', () => {
  it('are none where a request names none, and refused where none of them is done here, or they are named twice', () => {
    expect(editsToDo({})).toEqual({ edits: [], others: [] });
    const thinking = { edits: [{ type: 'clear_thinking_20251015' }] };
    expect(() => editsToDo({ context_management: thinking })).toThrow(expect.objectContaining({ code: 'invalid_request' }));
    expect(() => editsToDo({ edit: COMPACT, context_management: { edits: [COMPACT] } })).toThrow('not both');
  });

  it('have one result: the last that did something, with the sums of all', () => {
    expect(join(compacted(3, 100), compacted(4, 50))).toEqual({
      ...compacted(4, 150),
      evictedEvents: 4,
      shrunkEvents: 2,
      clearedToolUses: 2,
    });
    expect(join(compacted(3, 100), stopped)).toEqual(compacted(3, 100));
    expect(join(stopped)).toEqual(stopped);
  });

  it('are told as far as they were done where one fails behind another that compacted, and fail where none did', async () => {
    const CLEAR: VendorEdit = { type: 'compact_20260112', trigger: null, instructions: null };
    const run = (first: CompactResult) =>
      doEdits([CLEAR, COMPACT, CLEAR], async ({ type }) => {
        if (type === 'compaction') throw new Error('The log is away.');
        return first;
      });
    expect(await run(compacted(3, 100))).toEqual({ done: [{ edit: CLEAR, result: compacted(3, 100) }], left: [COMPACT, CLEAR] });
    await expect(run(stopped)).rejects.toThrow('The log is away.');
    expect(await doEdits([COMPACT], async () => stopped)).toEqual({ done: [{ edit: COMPACT, result: stopped }], left: [] });
  });
});
