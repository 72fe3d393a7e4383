import type { NewEvent, SessionState } from '@total-recall/domain';
import { ADDRESS, makeEntry, makeState, policyOf } from '@total-recall/domain/testing';
import { describe, expect, it } from 'vitest';
import { createGuardedBudget } from './keep-guarded.ts';

const EFFECTIVE = { policy: policyOf({ windowTokens: 8_192 }), settings: {} };
const NOTE = { id: 'P1', kind: 'system_note', occurredAt: 1_000, forms: { whole: '', stripped: '', preview: '', images: 0 } } as const;
const COUNTS = [{ whole: 5, stripped: 5, preview: 5 }];
const APPENDED = makeState([makeEntry(1, 'user_message', 5_000)]);

/** Pins an event of 5,000 tokens in a session whose fold is behind until somebody waits for it. */
async function pin(folded: SessionState): Promise<{ waits: number }> {
  let [state, waits] = [folded, 0];
  const keepGuarded = createGuardedBudget({
    loadFolded: () => state,
    waitFolded: async () => {
      waits++;
      state = APPENDED;
    },
  });
  const event: NewEvent = { kind: 'system_note', pin: { eventIds: ['E1'], pinned: true } };
  const body = { text: '', meta: {}, pin: event.pin! };
  await keepGuarded(ADDRESS, [event], EFFECTIVE, async (check) => {
    await check!([{ ...NOTE, body }], COUNTS);
    return {};
  });
  return { waits };
}

describe('the budget of what is guarded (I-17)', () => {
  it('knows what a pinned event weighs that was appended just before and is not folded yet', async () => {
    await expect(pin(makeState([]))).rejects.toMatchObject({ code: 'guarded_over_budget' });
  });

  it('waits for no fold where the window holds what is pinned', async () => {
    const small = makeState([makeEntry(1, 'user_message', 50)]);
    expect(await pin(small)).toEqual({ waits: 0 });
  });
});
