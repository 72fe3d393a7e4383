import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { checkInput } from '../wire/check-input.ts';
import { appendBody } from './append.ts';

const one = (event: unknown, more: object = {}) => ({ events: [event], ...more });
const message = { kind: 'user_message', text: 'hello' };
const call = { kind: 'tool_call', call: { id: 'c1', name: 'run', arguments: '{}' } };

function refusal(body: unknown) {
  const checked = checkInput(appendBody, body, 'body');
  if (checked.kind === 'valid') throw new Error('was accepted');
  return checked;
}

describe('an append as it comes over the wire', () => {
  it('keeps what was sent, times as epoch milliseconds and attachments as bytes', () => {
    const bytes = Uint8Array.from([0, 255, 7]);
    const body = one({
      ...message,
      occurredAt: '2026-03-01T12:00:00.250+01:00',
      meta: { observedAt: 17 },
      attachments: [{ mime: 'image/png', data: Buffer.from(bytes).toString('base64') }],
    });
    const checked = checkInput(appendBody, body, 'body');
    expect(checked).toMatchObject({
      kind: 'valid',
      value: { events: [{ text: 'hello', occurredAt: Date.UTC(2026, 2, 1, 11, 0, 0, 250), meta: { observedAt: 17 } }] },
    });
    if (checked.kind === 'valid') expect([...checked.value.events[0]!.attachments![0]!.data]).toEqual([0, 255, 7]);
  });

  it.each(['text/plain; charset=utf-8', 'Text/CSV;header=present;charset="ISO-8859-1"', 'application/vnd.a+json'])(
    'takes an attachment of %s',
    (mime) => {
      expect(checkInput(appendBody, one({ ...message, attachments: [{ mime, data: '' }] }), 'body')).toMatchObject({ kind: 'valid' });
    },
  );

  it.each<[string, unknown, string, string]>([
    ['no events', { events: [] }, 'invalid_request', 'body.events'],
    ['a body that is no object', [], 'invalid_request', 'body'],
    ['an unknown field', one({ ...message, texts: 'x' }), 'invalid_request', 'body.events[0]'],
    ['a packet of a delegation', one({ kind: 'delegation', text: 'x', delegation: {} }), 'invalid_request', 'body.events[0]'],
    ['findings that nobody checked', one({ kind: 'report', text: 'x', report: {} }), 'invalid_request', 'body.events[0]'],
    [
      'a grant of its own',
      one({ ...message, meta: { parent: { session: 's', delegation: { recallAccess: 'space' } } } }),
      'invalid_request',
      'body.events[0].meta.parent',
    ],
    [
      'a prototype field',
      JSON.parse('{"events":[{"kind":"user_message","text":"x","__proto__":{"a":1}}]}'),
      'invalid_request',
      'body.events[0]',
    ],
    ['an unknown kind', one({ kind: 'shout', text: 'x' }), 'unknown_kind', 'body.events[0].kind'],
    ['a kind of the service', one({ kind: 'compaction', text: 'x' }), 'reserved_kind', 'body.events[0].kind'],
    ['a kind of another type', one({ kind: 7, text: 'x' }), 'invalid_request', 'body.events[0].kind'],
    ['a text of another type', one({ kind: 'thinking', text: {} }), 'invalid_request', 'body.events[0].text'],
    ['half a surrogate pair', one({ kind: 'thinking', text: 'a\ud800' }), 'invalid_request', 'body.events[0].text'],
    ['nothing at all', one({ kind: 'user_message' }), 'invalid_request', 'body.events[0].text'],
    ['a call without its tool', one({ kind: 'tool_call', text: 'x' }), 'invalid_request', 'body.events[0].call'],
    ['a result without its call', one({ kind: 'tool_result', text: 'x' }), 'invalid_request', 'body.events[0].call'],
    ['a message with a call', one({ ...message, call: call.call }), 'invalid_request', 'body.events[0].call'],
    ['a time that is none', one({ ...message, occurredAt: 'yesterday' }), 'invalid_request', 'body.events[0].occurredAt'],
    ['a time before 1970', one({ ...message, occurredAt: -1 }), 'invalid_request', 'body.events[0].occurredAt'],
    [
      'bad base64',
      one({ ...message, attachments: [{ mime: 'image/png', data: '!!' }] }),
      'invalid_request',
      'body.events[0].attachments[0].data',
    ],
    [
      'a bad media type',
      one({ ...message, attachments: [{ mime: 'image/png\r\nX: y', data: '' }] }),
      'invalid_request',
      'body.events[0].attachments[0].mime',
    ],
    [
      'a media type with a header in a parameter',
      one({ ...message, attachments: [{ mime: 'text/plain; charset=utf-8\r\nX: y', data: '' }] }),
      'invalid_request',
      'body.events[0].attachments[0].mime',
    ],
    [
      'a reference that is no id',
      one({ ...message, meta: { supersedes: ["' OR 1=1"] } }),
      'invalid_request',
      'body.events[0].meta.supersedes[0]',
    ],
    ['a source with a slash', one({ ...message, sequence: 1 }, { source: '../x' }), 'invalid_name', 'body.source'],
    ['a sequence without a source', one({ ...message, sequence: 1 }), 'invalid_request', 'body.events[0].sequence'],
    ['a source without sequences', one(message, { source: 'a' }), 'invalid_request', 'body.events[0].sequence'],
    ['a sequence of zero', one({ ...message, sequence: 0 }, { source: 'a' }), 'invalid_request', 'body.events[0].sequence'],
    [
      'a sequence twice',
      {
        source: 'a',
        events: [
          { ...message, sequence: 4 },
          { ...message, sequence: 4 },
        ],
      },
      'duplicate_event',
      'body.events[1].sequence',
    ],
    ['too many events', { events: Array.from({ length: LIMITS.eventsPerAppend + 1 }, () => message) }, 'batch_too_large', 'body.events'],
    [
      'a pin in a message',
      one({ ...message, pin: { eventIds: ['01ARZ3NDEKTSV4RRFFQ69G5FAV'], pinned: true } }),
      'invalid_request',
      'body.events[0].pin',
    ],
    ['a task state among events', one({ kind: 'task_state', text: 'x' }), 'reserved_kind', 'body.events[0].kind'],
  ])('refuses %s', (_name, body, code, path) => {
    const refused = refusal(body);
    expect([refused.code, refused.errors[0]!.path]).toEqual([code, path]);
  });

  it('never repeats a value in a message', () => {
    expect(JSON.stringify(refusal(one({ kind: 'SECRET-KIND', text: 7, agent: 'x' })))).not.toContain('SECRET-KIND');
  });
});
