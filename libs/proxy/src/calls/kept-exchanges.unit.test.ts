import { expect, it, vi } from 'vitest';
import type { AgentCall } from '../window/plan-call.ts';
import type { ConversationLog } from './conversation-logs.ts';
import { createKeptExchanges } from './kept-exchanges.ts';

it('a request waits 50 ms at most for notes that do not come', async () => {
  const delay = vi.fn<(ms: number, signal?: AbortSignal) => Promise<void>>(() => Promise.resolve());
  const deps = { clock: { monotonicMs: () => 0 }, scheduler: { delay }, onErased: () => () => undefined };
  const fell = vi.fn<(part: string, error?: unknown) => void>();
  const kept = createKeptExchanges(deps as unknown as Parameters<typeof createKeptExchanges>[0], fell);
  const memory = { events: () => new Promise(() => undefined) };
  const log = { memory, space: 's', session: 'n', talk: 't', spoken: [{ value: { role: 'assistant' } }] };
  await kept.ready({ dialect: { name: 'chat' } } as AgentCall, log as unknown as ConversationLog);
  expect(delay).toHaveBeenCalledWith(50, expect.anything());
  expect(fell).toHaveBeenCalledWith('exchanges');
});
