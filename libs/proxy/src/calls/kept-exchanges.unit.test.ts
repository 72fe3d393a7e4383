import { TotalRecallError } from '@total-recall/runtime';
import { expect, it, vi } from 'vitest';
import type { AgentCall } from '../window/plan-call.ts';
import type { ConversationLog } from './conversation-logs.ts';
import { createKeptExchanges } from './kept-exchanges.ts';

it('one request waits half a second for notes that do not come, and those of other conversations 50 ms', async () => {
  const delay = vi.fn<(ms: number, signal?: AbortSignal) => Promise<void>>(() => Promise.resolve());
  const deps = { clock: { monotonicMs: () => 0 }, scheduler: { delay }, onErased: () => () => undefined };
  const fell = vi.fn<(part: string, error?: unknown) => void>();
  const kept = createKeptExchanges(deps as unknown as Parameters<typeof createKeptExchanges>[0], fell);
  const memory = { events: () => new Promise(() => undefined) };
  for (const talk of ['t', 'u', 'v']) {
    const log = { memory, space: 's', session: 'n', talk, spoken: [{ value: { role: 'assistant' } }] };
    await kept.ready({ dialect: { name: 'chat' } } as AgentCall, log as unknown as ConversationLog);
  }
  expect(delay.mock.calls.map(([ms]) => ms)).toEqual([500, 50, 50]);
  expect(fell.mock.calls).toEqual([['exchanges'], ['exchanges'], ['exchanges']]);
});

it('says once of a key that it may not read notes, and asks once for each of its conversations', async () => {
  const deps = {
    clock: { monotonicMs: () => 0 },
    scheduler: { delay: () => new Promise(() => undefined) },
    onErased: () => () => undefined,
  };
  const fell = vi.fn<(part: string, error?: unknown) => void>();
  const kept = createKeptExchanges(deps as unknown as Parameters<typeof createKeptExchanges>[0], fell);
  const events = vi.fn<() => Promise<never>>(() => Promise.reject(new TotalRecallError('forbidden', 'The key may not read.')));
  for (const [owner, talk] of ['at', 'at', 'au', 'bt'].map((each) => [...each])) {
    const log = { memory: { events }, space: 's', session: 'n', talk: `${owner}${talk}`, spoken: [{ value: { role: 'assistant' } }] };
    await kept.ready({ owner, dialect: { name: 'chat' } } as AgentCall, log as unknown as ConversationLog);
  }
  expect(events).toHaveBeenCalledTimes(3);
  expect(fell.mock.calls.map(([part, error]) => [part, (error as Error).message])).toEqual(
    Array.from({ length: 2 }, () => ['exchanges', expect.stringContaining('may not read its space')]),
  );
});
