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

it('bounds what waits to be appended of all conversations together', async () => {
  const { memory, sessions, letGo } = slowMemory();
  const { record } = createRecorder();
  // A message counts as 512 characters more.
  const large = 'x'.repeat(PROXY_LIMITS.appendChars / 2 - 512);
  const place = (session: string) => ({ memory, owner: 'o', space: 'main', session });
  const long = (...texts: string[]) => talk(...texts).map((message) => ({ ...message, raw: large }));
  const first = record({ ...place('a'), messages: long('Hello.') });
  const second = record({ ...place('b'), messages: long('Hello.') });
  await expect(record({ ...place('c'), messages: talk('Hello.') })).rejects.toThrow('Too much waits');
  await expect(record({ ...place('a'), messages: long('Hello.', 'More.') })).rejects.toThrow('Too much waits');
  letGo();
  expect(await Promise.all([first, second])).toEqual(['a', 'b']);
  expect(await record({ ...place('c'), messages: long('Hello.') })).toBe('c');
  // One is always appended, however long it is.
  expect(await record({ ...place('a'), messages: long('Hello.', 'More.', 'Even more.') })).toBe('a');
  expect([...sessions.values()]).toEqual([['Hello.', 'More.', 'Even more.'], ['Hello.'], ['Hello.']]);
});

it('finds the end of a conversation that was edited again and again, in a process that never saw it', async () => {
  const memory = createRecordingMemory('');
  const place = { memory, owner: 'o', space: 'main', session: 's' };
  const { record } = createRecorder();
  let said = ['Hello.', 'First.'];
  const ends = [await record({ ...place, messages: talk(...said) })];
  for (let edit = 1; edit <= 20; edit++) {
    said = [...said.slice(0, -1), `Edit ${edit}.`, `Behind ${edit}.`];
    ends.push(await record({ ...place, messages: talk(...said) }));
  }
  expect(new Set(ends).size).toBe(21);
  expect(await createRecorder().record({ ...place, messages: talk(...said, 'More.') })).toBe(ends.at(-1));
  expect(memory.sessions.get(ends.at(-1)!)).toEqual(['Edit 20.', 'Behind 20.', 'More.']);
});

it('names a result after the call before it, where a server gives later calls the same ids', async () => {
  const memory = createRecordingMemory('');
  const place = { memory, owner: 'o', space: 'main', session: 's' };
  const turn = (name: string) => [
    { role: 'assistant', content: null, tool_calls: [{ id: 'call_0', type: 'function', function: { name, arguments: '{}' } }] },
    { role: 'tool', tool_call_id: 'call_0', content: `${name} is done.` },
  ];
  const said = [{ role: 'user', content: 'Go.' }, ...turn('build'), ...turn('test')].map((message) => JSON.stringify(message));
  const upTo = (end: number) => readMessages(CHAT_DIALECT, said.slice(0, end), '');
  const { record } = createRecorder();
  for (const end of [1, 3, 5]) await record({ ...place, messages: upTo(end) });
  await createRecorder().record({ ...place, messages: upTo(5) });
  expect([...memory.sessions.keys()]).toEqual(['s']);
});
