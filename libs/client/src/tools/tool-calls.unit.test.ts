import { describe, expect, it } from 'vitest';
import { createClient } from '../client.ts';

/** Opens a session, and counts what is appended to it. */
function open() {
  let appends = 0;
  const client = createClient({
    url: 'http://memory.test',
    apiKey: 'tr_key',
    fetch: async () => {
      appends += 1;
      return new Response(JSON.stringify({ events: [] }));
    },
  });
  return { session: client.space('a').session('s'), appended: () => appends };
}

describe('calls of tools', () => {
  it('end with the signal while a handler goes on that ignores it, whose result is kept for a repeat', async () => {
    const ending = new AbortController();
    const { session, appended } = open();
    const calls = [{ id: '1', name: 'build', arguments: '{}' }];
    const built = Promise.withResolvers<string>();
    let times = 0;
    const handlers = { build: () => ((times += 1), built.promise) };
    const stopped = session.runTools(calls, handlers, { signal: ending.signal });
    ending.abort(new Error('the user left'));
    await expect(stopped).rejects.toThrow('the user left');
    await expect(session.runTools(calls, handlers, { signal: ending.signal })).rejects.toThrow('the user left');
    expect(appended()).toBe(0);
    built.resolve('done');
    expect(await session.runTools(calls, handlers)).toMatchObject([{ text: 'done', isError: false }]);
    expect(times).toBe(1);
  });

  it.each<[string, unknown, string]>([
    ['bytes of a text', new TextEncoder().encode('Grüße'), 'Grüße'],
    ['other bytes', Uint8Array.of(0x89, 0x50), 'data:application/octet-stream;base64,iVA='],
    ['a buffer within', { stdout: Buffer.from('done') }, '{"stdout":"done"}'],
    ['a map', new Map<string, unknown>([['a', new Map([[1, 2n]])]]), '{"a":[[1,"2"]]}'],
    ['a set', { tags: new Set(['x', 'y']) }, '{"tags":["x","y"]}'],
  ])('give a text of %s', async (_name, given, text) => {
    const runs = await open().session.runTools([{ id: '1', name: 'build', arguments: '{}' }], { build: () => given });
    expect(runs).toMatchObject([{ text, isError: false }]);
  });
});
