import { describe, expect, it } from 'vitest';
import { countRoughly, makeEntry, makeState, policyOf } from '../../../testing/index.ts';
import { checkCompaction } from '../../invariants.ts';
import { composeCompaction } from './compose-compaction.ts';
import type { CompactionPlan } from '../plan/plan-compaction.ts';

const POLICY = policyOf({ windowTokens: 32_768 });

describe('composing a compaction', () => {
  it('I-18 puts back what fits after all, in its standard preview, even where a larger one was shown', () => {
    const tokens = { whole: 4_000, stripped: 4_000, preview: 100 };
    const large = makeEntry(1, 'tool_result', 0, { tokens, form: 'preview', cut: { ranges: [{ from: 0, to: 9 }], tokens: 1_000 } });
    const entries = [large, ...[2, 3, 4, 5, 6].map((at) => makeEntry(at, 'agent_message', 500, { turn: at }))];
    const state = makeState(entries);
    const plan: CompactionPlan = {
      kind: 'plan',
      trigger: 'demand',
      signature: '',
      evicted: entries.slice(0, 3),
      forms: new Map(),
      tokensBefore: 3_500,
      targetTokens: 1_800,
    };
    const record = composeCompaction({
      plan,
      state,
      policy: POLICY,
      sketches: new Map(),
      cuts: new Map(),
      eventId: 'C1',
      countTokens: countRoughly,
    })!;
    expect(record.evicted).toEqual(['E2', 'E3']);
    expect(record.shrunk).toEqual([{ id: 'E1', to: 'preview' }]);
    expect(record.tokensAfter).toBeLessThanOrEqual(1_800);
    expect(checkCompaction(state, record, POLICY, { folded: 9, searchable: 9 }).filter(({ id }) => id === 'I-18')).toEqual([]);
  });
});
