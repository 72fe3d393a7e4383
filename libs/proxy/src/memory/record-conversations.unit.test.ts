import { expect, it } from 'vitest';
import { createRecordingMemory } from '../../testing/recording-memory.ts';
import { readMessages } from '../conversation/read-conversation.ts';
import { CHAT_DIALECT } from '../dialects/chat-dialect.ts';
import { PROXY_LIMITS } from '../limits.ts';
import type { Memory } from './memory.ts';
import { createRecorder } from './record-conversations.ts';

/** A memory that does not answer before it is let go, and then keeps what it is given. */
function slowMemory() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const kept = createRecordingMemory('');
  let appends = 0;
  const memory: Memory = {
    ...kept,
    async append(request) {
      appends += 1;
      await promise;
      return kept.append(request);
    },
  };
  return { memory, sessions: kept.sessions, letGo: resolve, appends: () => appends };
}

const talk = (...texts: string[]) =>
  readMessages(
    CHAT_DIALECT,
    texts.map((content) => JSON.stringify({ role: 'user', content })),
    '',
  );

it('appends all of a conversation that went on while the memory was slow', async () => {
  const { memory, sessions, letGo, appends } = slowMemory();
  const { record } = createRecorder();
  const said = Array.from({ length: PROXY_LIMITS.appendsWaiting * 3 }, (_, at) => `Message ${at}.`);
  const place = { memory, owner: 'o', space: 'main', session: 's' };
  const ends = said.map((_, at) => record({ ...place, messages: talk(...said.slice(0, at + 1)) }));
  const retry = record({ ...place, messages: talk(...said.slice(0, 3)) });
  letGo();
  expect(new Set(await Promise.all([...ends, retry]))).toEqual(new Set(['s']));
  expect([...sessions]).toEqual([['s', said]]);
  expect(appends()).toBe(2);
});

it('appends branches one after the other, and refuses those beyond the bound', async () => {
  const { memory, sessions, letGo } = slowMemory();
  const { record } = createRecorder();
  const place = { memory, owner: 'o', space: 'main', session: 's' };
  const first = record({ ...place, messages: talk('Hello.', 'This.') });
  const others = Array.from({ length: PROXY_LIMITS.appendsWaiting }, (_, at) =>
    record({ ...place, messages: talk('Hello.', `Branch ${at}.`) }),
  );
  await expect(record({ ...place, messages: talk('Hello.', 'Too many.') })).rejects.toThrow('Too many branches');
  letGo();
  expect(await first).toBe('s');
  expect(new Set(await Promise.all(others)).size).toBe(others.length);
  expect(sessions.size).toBe(others.length + 1);
});
