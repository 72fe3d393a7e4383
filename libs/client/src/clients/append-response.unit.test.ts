import { describe, expect, it } from 'vitest';
import { createClient } from '../client.ts';

interface Sent {
  readonly key: string | null;
  readonly events: readonly { readonly kind: string; readonly text?: string; readonly messageId?: string }[];
}

/** Opens a session whose service answers each append with an id for each event; `fails` tells which append is lost. */
function open(fails: (append: number) => boolean = () => false) {
  const sent: Sent[] = [];
  const client = createClient({
    url: 'http://memory.test',
    apiKey: 'tr_key',
    retry: { attempts: 1 },
    fetch: async (_url, init) => {
      const { events } = JSON.parse(String(init?.body)) as Sent;
      sent.push({ key: new Headers(init?.headers).get('Idempotency-Key'), events });
      if (fails(sent.length)) throw new TypeError('fetch failed');
      return new Response(JSON.stringify({ events: events.map(({ kind }) => ({ id: kind })) }));
    },
  });
  return { session: client.space('a').session('s'), sent, events: () => sent.flatMap(({ events }) => events) };
}

const CALL = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } };
const completion = (content: string | null, ...calls: (typeof CALL)[]) => ({
  id: 'chatcmpl-1',
  choices: [{ message: { content, ...(calls.length > 0 && { tool_calls: calls }) } }],
});
const step = (...content: { readonly type: string; readonly [name: string]: unknown }[]) => ({ content, response: { id: 'x' } });

describe('what a model answered', () => {
  it('has an id of its own for each step, as some servers give all their answers one', async () => {
    const { session, events } = open();
    await session.appendResponse(completion('hi', CALL));
    await session.appendResponse(completion(null, CALL));
    await session.appendResponse({ steps: [step({ type: 'text', text: 'hi' }), step({ type: 'text', text: 'hello' })] });
    const [text, first, ...others] = events().map(({ messageId }) => messageId);
    expect(first).toBe(text);
    expect(new Set([first, ...others]).size).toBe(4);
  });

  it('is stored in as many requests as it needs, each of which is stored once where it is given again', async () => {
    const called = (at: number, output: string) =>
      step(
        { type: 'tool-call', toolCallId: `c${at}`, toolName: 'f', input: {} },
        { type: 'tool-result', toolCallId: `c${at}`, toolName: 'f', output },
      );
    const outputs = [...Array<string>(3).fill('x'.repeat(15_000_000)), ...Array<string>(260).fill('done')];
    const response = { steps: outputs.map((output, at) => called(at, output)) };
    const { session, sent } = open((append) => append === 2);
    await expect(session.appendResponse(response)).rejects.toMatchObject({ name: 'TotalRecallConnectionError' });
    const { events: stored } = await session.appendResponse(response);
    expect(stored).toHaveLength(526);
    const [before, again] = [sent.slice(0, 2), sent.slice(2)];
    expect(again.slice(0, 2)).toEqual(before);
    expect(new Set(again.map(({ key }) => key)).size).toBe(again.length);
    for (const { events } of again) {
      expect(events.length).toBeLessThanOrEqual(500);
      // A result of its own may be larger than what shares a request.
      expect(events.filter(({ text }) => (text?.length ?? 0) > 8_000_000).length).toBeLessThanOrEqual(1);
    }
  });
});
