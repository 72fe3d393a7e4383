import { sessionKey, type NewEvent } from '@total-recall/domain';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, describe, expect, it } from 'vitest';
import { createMemoryIngest, createMemoryStores } from '../../testing/memory-ingest.ts';
import { createSessionDecider } from './session-decider.ts';

const ADDRESS = { tenant: 't', space: 's', session: 'x' };

const tokens = createTokenCounter();
afterAll(() => tokens.close());

/** A folded session that nobody has compacted, and a decider whose policy has a smaller window. */
async function openDecider() {
  const stores = createMemoryStores();
  const { ingest } = createMemoryIngest(stores, tokens, { policy: { windowTokens: 200_000 } });
  await ingest.start();
  const events = Array.from({ length: 12 }, (_, at): NewEvent[] => [
    { kind: 'user_message', text: `request ${at}: look at the valve of pump ${at}` },
    { kind: 'agent_message', text: `pump ${at} holds its pressure; `.repeat(60) },
  ]).flat();
  await ingest.append({ ...ADDRESS, events, wait: 'searchable' });
  await ingest.stop();
  const state = (await stores.sessions.load(ADDRESS))!;
  const { deps } = createMemoryIngest(stores, tokens, { policy: { windowTokens: 6_000, markerCap: 3 } });
  const decider = createSessionDecider(
    deps,
    { sketchCache: 100, selfCheckProbes: 0 },
    { vectors: undefined, onOvertaken: () => undefined },
  );
  const decided = await decider.decide(
    state,
    { trigger: 'threshold' },
    { marks: { folded: state.offset, searchable: state.offset }, inTime: true },
  );
  if (decided.kind !== 'appended') throw new Error(decided.reason);
  return { decider, decided, key: sessionKey(ADDRESS) };
}

describe('a decision in the log', () => {
  it('is pending until it is folded itself', async () => {
    const { decider, decided, key } = await openDecider();
    expect(decider.isPending(key)).toBe(true);
    decider.folded(decided.offset - 1);
    expect(decider.isPending(key)).toBe(true);
    decider.folded(decided.offset);
    expect(decider.isPending(key)).toBe(false);
  });
});
