import { emptySession, type SessionEntry, type SessionState } from '@total-recall/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packState, unpackState } from './state-codec.ts';

const number = fc.nat(1_000_000);
const entry: fc.Arbitrary<SessionEntry> = fc.record(
  {
    id: fc.string({ maxLength: 26 }),
    ordinal: number,
    offset: number,
    kind: fc.constantFrom('user_message', 'tool_call', 'tool_result'),
    turn: number,
    request: number,
    atom: number,
    occurredAt: number,
    tokens: fc.record({ whole: number, stripped: number, preview: number }),
    form: fc.constantFrom('whole', 'stripped', 'preview'),
    state: fc.constantFrom('readable', 'opaque', 'erased'),
    callId: fc.string(),
    pinned: fc.boolean(),
    usedAtTurn: number,
  },
  { requiredKeys: ['id', 'ordinal', 'offset', 'kind', 'turn', 'request', 'atom', 'occurredAt', 'tokens', 'form', 'state'] },
);
const state: fc.Arbitrary<SessionState> = fc
  .record({
    entries: fc.array(entry, { maxLength: 40 }),
    offset: number,
    sources: fc.dictionary(fc.string(), fc.constant({ mark: 3, above: [] })),
  })
  .map((fields) => ({ ...emptySession({ tenant: 't', space: 's', session: 'ü x' }), ...fields }));

describe('a session state as it is stored', () => {
  it('comes back as it was', () => {
    fc.assert(fc.property(state, (before) => void expect(unpackState(packState(before))).toEqual(before)));
  });

  it('is the same text however often it was stored and read', () => {
    fc.assert(fc.property(state, (before) => void expect(packState(unpackState(packState(before)))).toBe(packState(before))));
  });
});
