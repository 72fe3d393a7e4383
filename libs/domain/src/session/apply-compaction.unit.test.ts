import { describe, expect, it } from 'vitest';
import { makeEntry, makeState } from '../../testing/index.ts';
import type { CompactionStopped, ContextCompacted } from '../compaction/compaction-record.ts';
import { applyCompaction } from './apply-compaction.ts';
import type { SessionState } from './session-state.ts';

const STATE = makeState(
  [
    makeEntry(1, 'tool_call', 10, { callId: 'c1', call: 'closed', callName: 'f', request: 1 }),
    makeEntry(2, 'tool_call', 10, { callId: 'c2', call: 'answered' }),
    makeEntry(3, 'tool_call', 5, { state: 'opaque' }),
    makeEntry(4, 'agent_message', 10),
  ],
  {
    cycle: 4,
    stops: [{ reason: 'not_searchable', signature: 'a' }],
  },
);
const compacted = (fields: Partial<ContextCompacted>): ContextCompacted => ({
  type: 'ContextCompacted',
  cycle: 5,
  trigger: 'threshold',
  evicted: [],
  shrunk: [],
  made: [],
  markers: [],
  tokensBefore: 100,
  tokensAfter: 50,
  targetTokens: 50,
  policyVersion: 'p',
  ...fields,
});
const stopped = (fields: Partial<CompactionStopped>): CompactionStopped => ({
  type: 'CompactionStopped',
  cycle: 5,
  trigger: 'threshold',
  reason: 'nothing_evictable',
  signature: 's',
  tokensBefore: 100,
  policyVersion: 'p',
  ...fields,
});

describe('a compaction', () => {
  it.each<[string, Partial<ContextCompacted>]>([
    ['of this cycle', { cycle: 4 }],
    ['of the cycle after next', { cycle: 6 }],
    ['that evicts what is not there', { evicted: ['E1', 'E9'] }],
    ['that evicts an event twice', { evicted: ['E1', 'E1'] }],
    ['that shrinks what is not there', { shrunk: [{ id: 'E9', to: 'preview' }] }],
    ['that shrinks what it evicts', { evicted: ['E1'], shrunk: [{ id: 'E1', to: 'preview' }] }],
  ])('%s is refused', (_name, fields) => {
    expect(applyCompaction(STATE, compacted(fields))).toBeUndefined();
  });

  it('takes out, shrinks, sets the markers, counts the cycle and closes the breaker', () => {
    const after = applyCompaction(STATE, compacted({ evicted: ['E1', 'E2', 'E3'], shrunk: [{ id: 'E4', to: 'preview' }] }))!;
    expect(after).toMatchObject({ cycle: 5, markers: [], stops: [] });
    expect(after.entries).toEqual([{ ...STATE.entries[3], form: 'preview' }]);
  });

  it('remembers the calls without a result that left, and only those with an id', () => {
    const after = applyCompaction(STATE, compacted({ evicted: ['E1', 'E2', 'E3'] }))!;
    expect(after.lateCalls).toEqual([{ callId: 'c1', turn: 1, request: 1, name: 'f' }]);
    const full = { ...STATE, lateCalls: Array.from({ length: 256 }, (_, at) => ({ callId: `old${at}`, turn: 1 })) };
    const bounded = applyCompaction(full, compacted({ evicted: ['E1'] }))!.lateCalls;
    expect([bounded.length, bounded[0]!.callId, bounded.at(-1)!.callId]).toEqual([256, 'old1', 'c1']);
  });
});

describe('a stop', () => {
  it('is remembered, the newest eight, and changes nothing else', () => {
    const first = applyCompaction(STATE, stopped({}))!;
    expect(first).toEqual({ ...STATE, stops: [...STATE.stops, { reason: 'nothing_evictable', signature: 's' }] });
    const again = applyCompaction(first, stopped({ signature: 't' }))!;
    expect(again.stops.slice(-2).map(({ signature }) => signature)).toEqual(['s', 't']);
    const many = Array.from({ length: 9 }).reduce<SessionState>((state) => applyCompaction(state, stopped({}))!, again);
    expect(many.stops).toEqual(Array.from({ length: 8 }, () => ({ reason: 'nothing_evictable', signature: 's' })));
    expect(applyCompaction(STATE, stopped({ cycle: 4 }))).toBeUndefined();
  });
});
