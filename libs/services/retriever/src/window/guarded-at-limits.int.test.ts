import { FRAMING_TOKENS, guardedBudget, type NewEvent } from '@total-recall/domain';
import { policyOf } from '@total-recall/domain/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryService, createServiceStores } from '../../testing/memory-service.ts';

const GUARDED = ['persona', 'constraint', 'objective', 'knowledge'] as const;

/** Makes a text of so many tokens, with the framing of its message: words are what is counted. */
const ofTokens = (tokens: number, word: string): string => Array.from({ length: tokens - FRAMING_TOKENS }, () => word).join(' ');

const told = (kind: NewEvent['kind'], tokens: number, word: string = kind.split('_')[0]!): NewEvent => ({
  kind,
  text: ofTokens(tokens, word),
});

/** A message of the user, the steps of the agent behind it, and its answer where it gives one. */
const arbitraryRequest = fc.record({
  tokens: fc.oneof(fc.integer({ min: 6, max: 20 }), fc.integer({ min: 21, max: 200 }), fc.integer({ min: 201, max: 4_000 })),
  results: fc.array(fc.integer({ min: 10, max: 3_000 }), { maxLength: 4 }),
  isAnswered: fc.boolean(),
});

type Request = typeof arbitraryRequest extends fc.Arbitrary<infer Value> ? Value : never;

const arbitrarySession = fc.record({
  windowTokens: fc.constantFrom(4_000, 8_000, 8_192, 12_000, 16_000, 32_000, 64_000),
  shares: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
  requests: fc.array(arbitraryRequest, { minLength: 2, maxLength: 10 }),
  userShare: fc.double({ min: 0.2, max: 1, noNaN: true }),
});

const asked = (tokens: number, results: number[], isAnswered = false): Request => ({ tokens, results, isAnswered });
const LONG_TALK = Array.from({ length: 8 }, () => asked(200, [2_000, 2_000], true));

/** Sessions in which the whole flow is at its smallest: one request as long as its budget, and four that are live at once. */
const AT_THE_LIMIT = [
  { windowTokens: 32_000, shares: [1], requests: [asked(4_000, [3_000, 3_000, 3_000]), asked(8, [3_000])], userShare: 1 },
  {
    windowTokens: 8_000,
    shares: [1],
    requests: [asked(300, [2_000], true), ...LONG_TALK, asked(300, [2_000], true), asked(15, [2_000, 2_000]), asked(300, [2_000, 2_000])],
    userShare: 1,
  },
];

/** Tokens of a card of the task state beside the text of its one goal. */
const CARD_TOKENS = 24;

/** Splits what may be guarded among parts, with nothing left. */
function guardedParts(budgetTokens: number, shares: readonly number[]): NewEvent[] {
  const sum = shares.reduce((total, share) => total + share, 0);
  const sizes = shares.map((share) => Math.floor((budgetTokens * share) / sum));
  sizes[0]! += budgetTokens - sizes.reduce((total, size) => total + size, 0);
  return sizes.map((size, at) => told(GUARDED[at]!, size));
}

function eventsOf({ tokens, results, isAnswered }: Request, at: number): NewEvent[] {
  const steps = results.flatMap((size, step): NewEvent[] => {
    const call = { id: `c${at}-${step}`, name: 'read' };
    return [
      { kind: 'tool_call', call: { ...call, arguments: '{}' } },
      { ...told('tool_result', size), call },
    ];
  });
  return [told('user_message', tokens), ...steps, ...(isAnswered ? [told('agent_message', 60)] : [])];
}

describe('a session that guards all that it may', () => {
  it('has a window for any call whose blocks are within their budgets (I-17)', async () => {
    let shown = 0;
    await fc.assert(
      fc.asyncProperty(arbitrarySession, async ({ windowTokens, shares, requests, userShare }) => {
        const place = { tenant: 'acme', space: 'main', session: 'work' };
        const policy = policyOf({ windowTokens });
        const { sys, user, task } = policy.budgets;
        const { ingest, retriever, violations } = createMemoryService(createServiceStores(), { policy: { windowTokens } });
        await ingest.start();
        await ingest.append({ ...place, events: guardedParts(guardedBudget(policy), shares) });
        await ingest.settle(30_000);
        const goal = ofTokens(task - CARD_TOKENS, 'goal');
        await ingest.updateTaskState({ ...place, update: { expectedVersion: 0, fields: { goals: [goal] } } });
        for (const [at, request] of requests.entries()) {
          await ingest.append({ ...place, events: eventsOf(request, at) });
          await ingest.settle(30_000);
        }
        const userTokens = Math.max(FRAMING_TOKENS + 1, Math.floor(user * userShare));
        const blocks = { system: ofTokens(sys, 'rule'), userMessage: ofTokens(userTokens, 'now') };
        const { tokens } = await retriever.assembleWindow({ ...place, blocks, withoutRecallTool: true });
        expect(tokens).toMatchObject({ sys, user: userTokens });
        shown += tokens.markers > 0 ? 1 : 0;
        await ingest.stop();
        expect(violations).toEqual([]);
      }),
      { numRuns: 25, examples: AT_THE_LIMIT.map((session) => [session] as const) },
    );
    expect(shown).toBeGreaterThan(1);
  });
});
