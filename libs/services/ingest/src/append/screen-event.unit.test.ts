import type { Attachment, NewEvent } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import { screenEvent } from './screen-event.ts';

const SECRET = ['ghp_', 'a1'.repeat(18)].join('');
const bytes = (text: string, encoding: BufferEncoding = 'utf8'): Uint8Array => new Uint8Array(Buffer.from(text, encoding));
const withAttachment = (attachment: Partial<Attachment>): NewEvent => ({
  kind: 'user_message',
  text: '',
  attachments: [{ mime: 'text/plain', data: bytes('nothing'), ...attachment }],
});
const masked = (event: NewEvent) => screenEvent(event, { redaction: 'mask' });
const found = (count: number, action = 'mask') => [{ rule: 'github_token', count, action }];

describe('screening an event', () => {
  it('masks its text, arguments, and of attachments title, caption and text, and counts them together', () => {
    const call = { id: 'c', name: 't', arguments: `{"key":"${SECRET}"}` };
    const attachments = [{ mime: 'text/plain', title: `t ${SECRET}`, text: `c ${SECRET}`, data: bytes(`d ${SECRET}`) }];
    const screened = masked({ kind: 'tool_call', text: SECRET, call, attachments });
    expect(screened.redactions).toEqual(found(5));
    expect(Buffer.from(screened.attachments[0]!.data).toString()).toBe('d [redacted:github_token]');
    expect(JSON.stringify(screened)).not.toContain(SECRET);
  });

  it.each([
    ['said to be JSON', 'application/json', bytes(`{"a":"${SECRET}"}`)],
    ['said to be of no type', 'application/octet-stream', bytes(`a ${SECRET}`)],
    ['said to be an image and none', 'image/png', bytes(`a ${SECRET}`)],
    ['in latin1', 'text/csv', bytes(`café;${SECRET}`, 'latin1')],
    ['in UTF-16', 'text/plain', bytes(`\ufeffcafé ${SECRET}`, 'utf16le')],
  ])('masks text %s', (_, mime, data) => {
    const { attachments, redactions } = masked(withAttachment({ mime, data }));
    expect(redactions).toEqual(found(1));
    const kept = Buffer.from(attachments[0]!.data);
    for (const encoding of ['latin1', 'utf16le'] as const) expect(kept.toString(encoding)).not.toContain(SECRET);
  });

  it('keeps every other byte of an encoding it does not know', () => {
    const { attachments } = masked(withAttachment({ data: bytes(`\xe9\xff;${SECRET};\xe8`, 'latin1') }));
    expect(Buffer.from(attachments[0]!.data).toString('latin1')).toBe('\xe9\xff;[redacted:github_token];\xe8');
  });

  it('leaves bytes that are no text, and text without a finding, as they came', () => {
    const png = bytes(`\x89PNG\r\n\x1a\n\0\0${SECRET}`, 'latin1');
    expect(masked(withAttachment({ mime: 'image/png', data: png })).attachments[0]!.data).toBe(png);
    const plain = bytes('nothing to see');
    expect(masked(withAttachment({ data: plain }))).toMatchObject({ attachments: [{ data: plain }], redactions: [] });
  });

  it('changes nothing where it only marks or is off', () => {
    const event = withAttachment({ title: SECRET, data: bytes(SECRET) });
    expect(screenEvent(event, { redaction: 'mark' })).toEqual({
      text: '',
      call: undefined,
      attachments: event.attachments,
      redactions: found(2, 'mark'),
    });
    expect(screenEvent(event, {})).toEqual({ text: '', call: undefined, attachments: event.attachments, redactions: [] });
  });
});
