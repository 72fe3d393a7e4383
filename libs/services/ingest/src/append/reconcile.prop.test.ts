import { checkReconciled, emptySession, resolvePolicy, type NewEvent, type SessionState } from '@total-recall/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reconcile } from './reconcile.ts';

const resolved = resolvePolicy([{ windowTokens: 8_192 }]);
if (resolved.kind === 'invalid') throw new Error('no policy');
const { policy } = resolved;
const SIZE_AWARE = { reconciler: 'size_aware', reconcilerBudgetTokens: 100 } as const;
/** Makes a session whose history takes this many tokens. */
const holding = (tokens: number): SessionState => ({
  ...emptySession({ tenant: 't', space: 's', session: 'x' }),
  entries: [
    {
      id: 'E1',
      ordinal: 1,
      offset: 0,
      kind: 'agent_message',
      turn: 1,
      request: 1,
      atom: 1,
      occurredAt: 0,
      tokens: { whole: tokens, stripped: tokens, preview: tokens },
      form: 'whole',
      state: 'readable',
    },
  ],
});

const seldom = <T>(value: fc.Arbitrary<T>) => fc.oneof({ weight: 14, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

const arbitraryEvents: fc.Arbitrary<NewEvent[]> = fc.array(
  fc.record(
    {
      kind: fc.oneof(
        { weight: 12, arbitrary: fc.constantFrom('user_message', 'user_message', 'agent_message', 'thinking', 'tool_call', 'tool_result') },
        { weight: 1, arbitrary: fc.constantFrom('decision', 'constraint', 'system_note') },
      ),
      sequence: seldom(fc.integer({ min: 1, max: 99 })),
      isError: seldom(fc.boolean()),
      meta: seldom(
        fc.constantFrom({}, { pinned: true }, { tags: ['lesson'] }, { hints: ['decision_record' as const] }, { supersedes: ['E0'] }),
      ),
    },
    { requiredKeys: ['kind'] },
  ),
  { maxLength: 30, size: 'max' },
) as fc.Arbitrary<NewEvent[]>;

/** Numbers the request of every event in its batch; 0 is one that began before the batch. */
function requestsOf(events: readonly NewEvent[]): number[] {
  let request = 0;
  return events.map(({ kind }) => (request += kind === 'user_message' ? 1 : 0));
}

describe('the hot path', () => {
  it('I-11 answers ADD or NONE, whole requests only, NONE only to one that arrives whole, unsequenced and dispensable', () => {
    fc.assert(
      fc.property(arbitraryEvents, fc.integer({ min: 0, max: 300 }), (events, tokens) => {
        const decisions = reconcile(events, holding(tokens), policy, SIZE_AWARE);
        const requests = requestsOf(events);
        const last = requests.at(-1) ?? 0;
        expect(decisions).toHaveLength(events.length);
        expect(checkReconciled(decisions.map((outcome, at) => ({ request: requests[at]!, outcome })))).toEqual([]);
        decisions.forEach((outcome, at) => {
          if (outcome !== 'NONE') return;
          expect(tokens).toBeGreaterThan(100);
          expect(requests[at]).toBeGreaterThan(0);
          expect(requests[at]).toBeLessThan(last);
          const { sequence, isError, meta, kind } = events[at]!;
          expect(sequence).toBeUndefined();
          expect([
            isError ?? false,
            meta?.pinned ?? false,
            meta?.tags?.length ?? 0,
            meta?.hints?.length ?? 0,
            meta?.supersedes?.length ?? 0,
          ]).toEqual([false, false, 0, 0, 0]);
          expect(['decision', 'constraint', 'system_note']).not.toContain(kind);
        });
        expect(reconcile(events, holding(tokens), policy, {})).toEqual(events.map(() => 'ADD'));
      }),
      { numRuns: 300 },
    );
  });

  it('is given requests of both kinds', () => {
    const outcomes = fc
      .sample(arbitraryEvents, { numRuns: 300, seed: 1 })
      .flatMap((events) => reconcile(events, holding(200), policy, SIZE_AWARE));
    expect(outcomes.filter((outcome) => outcome === 'NONE').length).toBeGreaterThan(100);
    expect(outcomes.filter((outcome) => outcome === 'ADD').length).toBeGreaterThan(100);
  });

  const ask: NewEvent = { kind: 'user_message', text: 'go' };
  const say: NewEvent = { kind: 'agent_message', text: 'done' };
  it.each<[string, NewEvent[], string]>([
    ['a whole request before another', [ask, say, ask], 'NONE NONE ADD'],
    ['the rest of a request that began before', [say, ask, say, ask], 'ADD NONE NONE ADD'],
    ['a request that may go on', [ask, say], 'ADD ADD'],
    ['a request with a decision', [ask, { kind: 'decision' }, ask], 'ADD ADD ADD'],
    [
      'a request with a recall answer',
      [ask, { kind: 'tool_result', recall: { retrievalId: 'r', evidence: [], renderingHash: '' } }, ask],
      'ADD ADD ADD',
    ],
    ['a request that pins', [ask, { ...say, pin: { eventIds: ['E1'], pinned: true } }, ask], 'ADD ADD ADD'],
    ['a sequenced request between others', [ask, say, { ...ask, sequence: 1 }, ask, say, ask], 'NONE NONE ADD NONE NONE ADD'],
  ])('answers %s', (_name, events, expected) => {
    expect(reconcile(events, holding(101), policy, SIZE_AWARE).join(' ')).toBe(expected);
    expect(new Set(reconcile(events, holding(100), policy, SIZE_AWARE))).toEqual(new Set(['ADD']));
  });
});
