import type { NewEvent } from '@total-recall/domain';
import { LIMITS } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import { readMessages } from '../conversation/read-conversation.ts';
import { CHAT_DIALECT } from '../dialects/chat-dialect.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { MESSAGES_DIALECT } from '../dialects/messages-dialect.ts';
import { RESPONSES_DIALECT } from '../dialects/responses-dialect.ts';
import { eventsOf } from './events-of.ts';

const readIn = (dialect: Dialect, ...messages: object[]) =>
  readMessages(
    dialect,
    messages.map((message) => JSON.stringify(message)),
    '',
  );
const eventsIn = (...messages: object[]) => eventsOf(readIn(CHAT_DIALECT, ...messages), []);

/** Bytes of an event in a request, its files in base64. */
const sizeOf = ({ attachments = [], ...event }: NewEvent): number =>
  attachments.reduce((sum, { data }) => sum + Math.ceil(data.byteLength / 3) * 4, Buffer.byteLength(JSON.stringify(event)));

const made = (id: string, args: string) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'write', arguments: args } }],
});
const picture = (base64: string, mime = 'image/png') => ({ type: 'image_url', image_url: { url: `data:${mime};base64,${base64}` } });

it('a text or arguments that are too large for an event are kept as far as an append takes them', () => {
  const events = eventsIn({ role: 'user', content: 'x'.repeat(17_000_000) }, made('call', `{"text":"${'y'.repeat(1_100_000)}"}`), {
    role: 'tool',
    tool_call_id: 'call',
    content: '\u0001'.repeat(6_000_000),
  });
  expect(events.map(({ kind }) => kind)).toEqual(['user_message', 'tool_call', 'tool_result']);
  for (const event of events) {
    expect(Buffer.byteLength(event.text!)).toBeLessThanOrEqual(LIMITS.eventTextBytes);
    expect(sizeOf(event)).toBeLessThan(LIMITS.bodyBytes);
  }
  const [kept, note] = events[0]!.text!.split('\n');
  expect(kept!.length).toBeGreaterThan(5_000_000);
  expect(kept).toBe('x'.repeat(kept!.length));
  expect(note).toMatch(/^\[\d+ of 17000000 bytes left out: /);
  expect(events[1]).toMatchObject({ call: { id: 'call', arguments: '{}' }, text: `{"text":"${'y'.repeat(1_100_000)}"}` });
});

it('ids that begin alike are told apart, and one of a result is that of its call', () => {
  const long = '😀'.repeat(100);
  const events = eventsIn(made(`${long}a`, '{}'), made(`${long}b`, '{}'), { role: 'tool', tool_call_id: `${long}b`, content: 'Done.' });
  const ids = events.map(({ call }) => call!.id);
  expect(new Set(ids).size).toBe(2);
  expect(ids[2]).toBe(ids[1]);
  for (const id of ids) expect([id.isWellFormed(), id.length <= LIMITS.labelLength]).toEqual([true, true]);
});

it('files that are many, or large together, are all kept, and one that is too large is named', () => {
  const many = eventsIn({ role: 'user', content: [{ type: 'text', text: 'Look.' }, ...Array.from({ length: 20 }, () => picture('AAAA'))] });
  expect(many.map(({ kind, attachments }) => [kind, attachments!.length])).toEqual([
    ['user_message', 16],
    ['user_message', 4],
  ]);
  const large = picture('A'.repeat(20_000_000));
  const events = eventsIn({ role: 'user', content: [{ type: 'text', text: 'Look.' }, large, large, picture('A'.repeat(32_000_000))] });
  expect(events.map(({ attachments }) => attachments!.length)).toEqual([1, 1]);
  for (const event of events) expect(sizeOf(event)).toBeLessThan(LIMITS.bodyBytes);
  expect(events[0]!.text).toBe('Look.\n[image/png, too large to be kept]');
});

const PLACE = 'https://x.test/p.png';
const AT = `${PLACE}?signed=1`;
const chatAt = (url: string) => ({ type: 'image_url', image_url: { url } });

describe('pictures that a request names by a place', () => {
  const look = (part: object, type = 'text') => ({ role: 'user', content: [{ type, text: 'Look.' }, part] });
  const CASES: readonly [name: string, dialect: Dialect, message: object, text: string][] = [
    ['a URL alone (Chat)', CHAT_DIALECT, { role: 'user', content: [chatAt(AT)] }, `[image: ${PLACE}]`],
    ['a URL (Chat)', CHAT_DIALECT, look(chatAt(AT)), `Look.\n[image: ${PLACE}]`],
    ['no form that is known (Chat)', CHAT_DIALECT, look(chatAt('data:image/png,x')), 'Look.\n[image]'],
    ['a URL (Messages)', MESSAGES_DIALECT, look({ type: 'image', source: { type: 'url', url: AT } }), `Look.\n[image: ${PLACE}]`],
    ['an id (Messages)', MESSAGES_DIALECT, look({ type: 'image', source: { type: 'file', file_id: 'file_1' } }), 'Look.\n[image: file_1]'],
    ['a URL (Responses)', RESPONSES_DIALECT, look({ type: 'input_image', image_url: AT }, 'input_text'), `Look.\n[image: ${PLACE}]`],
    ['an id (Responses)', RESPONSES_DIALECT, look({ type: 'input_image', file_id: 'file-1' }, 'input_text'), 'Look.\n[image: file-1]'],
  ];

  it.each(CASES)('are kept by it: %s', (_name, dialect, message, text) => {
    expect(eventsOf(readIn(dialect, message), [])).toEqual([{ kind: 'user_message', text }]);
  });

  it('are told apart by it, not by what signs it', () => {
    const chainOf = (url: string) => readIn(CHAT_DIALECT, { role: 'user', content: [chatAt(url)] })[0]!.chain;
    expect(chainOf(AT)).not.toBe(chainOf('https://x.test/q.png?signed=1'));
    expect(chainOf(AT)).toBe(chainOf('https://x.test/p.png?signed=2'));
  });
});

it('files have the names that a request gives them', () => {
  const pdf = 'data:application/pdf;base64,AAAA';
  const titleIn = (dialect: Dialect, part: object) =>
    eventsOf(readIn(dialect, { role: 'user', content: [part] }), [])[0]!.attachments![0]!.title;
  expect(titleIn(CHAT_DIALECT, { type: 'file', file: { filename: 'a.pdf', file_data: pdf } })).toBe('a.pdf');
  expect(titleIn(RESPONSES_DIALECT, { type: 'input_file', filename: 'a.pdf', file_data: pdf })).toBe('a.pdf');
  const source = { type: 'base64', media_type: 'application/pdf', data: 'AAAA' };
  expect(titleIn(MESSAGES_DIALECT, { type: 'document', title: 'a.pdf', source })).toBe('a.pdf');
});

it('the text of the proxy in an answer that was nothing but a recall is nothing that the model said', () => {
  const text = 'The answer ended within a recall.';
  const said = [
    { role: 'user', content: text },
    { role: 'assistant', content: text },
    { role: 'user', content: 'Go on.' },
  ] as const;
  const expected = [
    { kind: 'user_message', text },
    { kind: 'user_message', text: 'Go on.' },
  ];
  expect(eventsIn(...said)).toEqual(expected);
  expect(eventsOf(readIn(MESSAGES_DIALECT, ...said), [])).toEqual(expected);
});
