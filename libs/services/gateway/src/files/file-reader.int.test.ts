import { createSystemClock, createSystemScheduler } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { createFileReader } from './file-reader.ts';

const chat = (messages: number) =>
  Buffer.from(JSON.stringify(Array.from({ length: messages }, (_, at) => ({ role: 'user', content: `${at} ${'é'.repeat(2_000)}` }))));

it('reads a large file to the same sessions as a small one, while other work goes on', async () => {
  const scheduler = createSystemScheduler();
  const read = createFileReader({ clock: createSystemClock(), scheduler });
  let turns = 0;
  const counting = scheduler.every(1, () => void (turns += 1));
  const [small, large, other] = await Promise.all([
    read({ name: 'talk', bytes: chat(3) }, 't'),
    read({ name: 'talk', bytes: chat(3_000) }, 't'),
    read({ name: 'talk', bytes: Buffer.alloc(1_000_000, '[') }, 'u'),
  ]);
  counting.cancel();
  expect([small.format, large.format, other.format]).toEqual(['openai-chat', 'openai-chat', 'unknown']);
  expect([small.sessions[0]!.events.length, large.sessions[0]!.events.length]).toEqual([3, 3_000]);
  expect(large.sessions[0]!.events[2]!.text).toBe(small.sessions[0]!.events[2]!.text);
  expect(other.skipped).toEqual([{ line: 1, reason: 'nested more than 256 deep' }]);
  expect(turns).toBeGreaterThan(3);
});

it('ends a file that takes too long, and reads the next', async () => {
  const read = createFileReader({ clock: createSystemClock(), scheduler: createSystemScheduler(), limitMs: 1 });
  const refused = { code: 'payload_too_large', message: expect.stringContaining('more than 0.001 seconds') as string };
  await expect(read({ name: 'talk', bytes: chat(3_000) }, 't')).rejects.toMatchObject(refused);
  await expect(read({ name: 'talk', bytes: chat(3_000) }, 'u')).rejects.toMatchObject(refused);
  expect((await read({ name: 'talk', bytes: chat(3) }, 't')).sessions).toHaveLength(1);
});

it('ends a file whose caller leaves, reads none of one who left while it waited, and reads the next', async () => {
  const read = createFileReader({ clock: createSystemClock(), scheduler: createSystemScheduler() });
  const [first, second] = [new AbortController(), new AbortController()];
  const refused = { code: 'invalid_request', message: expect.stringContaining('The caller left') as string };
  const reading = read({ name: 'talk', bytes: chat(30_000) }, 't', first.signal);
  const waiting = read({ name: 'talk', bytes: chat(3_000) }, 't', second.signal);
  second.abort();
  setTimeout(() => first.abort(), 20);
  await expect(reading).rejects.toMatchObject(refused);
  await expect(waiting).rejects.toMatchObject(refused);
  expect((await read({ name: 'talk', bytes: chat(3_000) }, 't', new AbortController().signal)).sessions).toHaveLength(1);
});
