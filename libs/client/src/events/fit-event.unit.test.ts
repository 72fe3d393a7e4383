import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { LIMITS, newEvent } from '@total-recall/contracts';
import { describe, expect, it } from 'vitest';
import { fitEvent, inRequests } from './fit-event.ts';

interface LargeText {
  readonly name: string;
  readonly in: 'text' | 'arguments';
  /** Texts and how often each stands there. */
  readonly parts: readonly (readonly [string, number])[];
  readonly fileChars: number;
  readonly gives: { readonly units: number; readonly sha256: string };
}

/** Events as each client has to cut them; the tests of the Python client read the same table. */
const LARGE = new URL('../../../../python/tests/large_texts.json', import.meta.url);

const fits = (event: unknown): boolean => newEvent.safeParse(event).success;

describe('an event that is too large', () => {
  it.for([
    ['x'.repeat(17_000_000), 'ASCII'],
    ['é'.repeat(9_000_000), 'two bytes a character'],
    ['語'.repeat(6_000_000), 'three'],
  ] as const)('keeps the beginning of its text, and says what is left out', ([text]) => {
    const { text: kept = '' } = fitEvent({ kind: 'user_message', text });
    expect(fits({ kind: 'user_message', text })).toBe(false);
    expect(fits({ kind: 'user_message', text: kept })).toBe(true);
    expect(kept.startsWith(text.slice(0, 5_000_000))).toBe(true);
    expect(kept.slice(-100)).toMatch(/\n\[\d+ of \d+ bytes left out: an event has 16777216 at most\]$/);
  });

  it.for(JSON.parse(readFileSync(LARGE, 'utf8')) as LargeText[])('is cut at the same place in every client: $name', (large) => {
    const text = large.parts.map(([part, times]) => part.repeat(times)).join('');
    const attachments = large.fileChars > 0 ? [{ mime: 'text/plain', data: 'A'.repeat(large.fileChars) }] : undefined;
    const own =
      large.in === 'text'
        ? { kind: 'user_message' as const, text }
        : { kind: 'tool_call' as const, call: { id: 'c', name: 'f', arguments: text } };
    const { text: kept = '' } = fitEvent({ ...own, messageId: 'm', ...(attachments && { attachments }) });
    expect({ units: kept.length, sha256: createHash('sha256').update(kept).digest('hex') }).toEqual(large.gives);
  });

  it('has arguments in its text, and names that are told apart', () => {
    const call = (id: string) => ({
      kind: 'tool_call' as const,
      call: { id, name: 'f'.repeat(200), arguments: `{"a":"${'x'.repeat(1_100_000)}"}` },
    });
    const [one, other] = ['a', 'b'].map((end) => fitEvent(call(`${'i'.repeat(300)}${end}`)));
    expect(fits(one)).toBe(true);
    expect(one).toMatchObject({ text: call('').call.arguments, call: { arguments: '{}' } });
    expect(one!.call!.id).not.toBe(other!.call!.id);
    expect(fitEvent({ kind: 'tool_result', call: { id: `${'i'.repeat(300)}a`, name: 'f' }, text: '' }).call!.id).toBe(one!.call!.id);
  });

  it('has the id of its call in one form in every client, also where a seal names it', () => {
    const idOf = (id: string) => fitEvent({ kind: 'tool_result', call: { id, name: 'f' }, text: '' }).call!.id;
    // The same texts stand in the tests of the Python client.
    expect(idOf(`call_${'x'.repeat(300)}`)).toBe(`call_${'x'.repeat(106)}~ec4995a815b02016`);
    expect(idOf(`cc${'😀'.repeat(100)}`)).toBe(`cc${'😀'.repeat(54)}\ufffd~c9782f64d3d5db18`);
    const long = 'i'.repeat(300);
    const sealed = { kind: 'thinking' as const, text: '', thinking: { vendor: 'google', redacted: 'r', callId: long } };
    expect(fits(sealed)).toBe(false);
    expect(fits(fitEvent(sealed))).toBe(true);
    expect(fitEvent(sealed).thinking!.callId).toBe(idOf(long));
  });

  it('has room in a request, also where JSON writes a character in six bytes', () => {
    const sizeOf = (event: unknown) => Buffer.byteLength(JSON.stringify({ events: [event] }));
    const escaped = fitEvent({ kind: 'user_message', text: '\u0001'.repeat(6_000_000) });
    expect(sizeOf(escaped)).toBeLessThan(LIMITS.bodyBytes);
    expect(escaped.text!.length).toBeGreaterThan(5_000_000);
    expect(escaped.text!.slice(-80)).toMatch(/\n\[\d+ of 6000000 bytes left out: a request has no room for them\]$/);
    const attachments = [{ mime: 'application/pdf', data: 'AAAA'.repeat(6_000_000) }];
    const both = fitEvent({ kind: 'user_message', text: 'x'.repeat(10_000_000), attachments });
    expect(sizeOf(both)).toBeLessThan(LIMITS.bodyBytes);
    expect(both.attachments).toBe(attachments);
  });

  it('is itself where it is not', () => {
    const event = { kind: 'tool_call' as const, call: { id: 'c', name: 'f', arguments: '{}' }, messageId: 'm' };
    expect(JSON.stringify(fitEvent(event))).toBe(JSON.stringify(event));
  });
});

it('events go in as many requests as have room for them', () => {
  const event = (text: string) => ({ kind: 'user_message' as const, text });
  expect(inRequests(Array.from({ length: 1_100 }, () => event('x'))).map(({ length }) => length)).toEqual([500, 500, 100]);
  const large = event('x'.repeat(5_000_000));
  expect(inRequests([event('x'), large, large, event('x')]).map(({ length }) => length)).toEqual([2, 2]);
  const escaped = event('\u0001'.repeat(1_000_000));
  expect(inRequests([escaped, escaped]).map(({ length }) => length)).toEqual([1, 1]);
});
