import { writtenMeta, type Attachment, type NewEvent } from '@total-recall/domain';
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

  it('masks a number in arguments as a string, and arguments that are cut off as any text', () => {
    const argumentsOf = (given: string) =>
      masked({ kind: 'tool_call', call: { id: 'c', name: 'refund', arguments: given } }).call!.arguments;
    expect(argumentsOf('{"order": 5105105105105100}')).toBe('{"order": "[redacted:credit_card]"}');
    expect(argumentsOf(`{"key":"${SECRET}`)).toBe('{"key":"[redacted:github_token]');
  });

  it('masks everything else that is told: metadata however deep, and names of fields in it', () => {
    const meta = {
      tags: ['a', SECRET],
      sensitivity: [SECRET],
      supersedes: ['01ARZ3NDEKTSV4RRFFQ69G5FAV'],
      observedAt: 5,
      extra: { list: [SECRET, { [SECRET]: 1, [`${SECRET}!`]: 2, deep: [[SECRET]] }], supersedes: [SECRET], none: null },
    };
    const screened = masked({ kind: 'tool_result', call: { id: 'c1', name: 'read' }, meta });
    expect(JSON.stringify(screened)).not.toContain(SECRET);
    expect(screened.redactions).toEqual(found(7));
    const mask = '[redacted:github_token]';
    expect(screened.meta).toMatchObject({ supersedes: meta.supersedes, observedAt: 5, tags: ['a', mask] });
    expect(screened.meta!.extra).toEqual({ list: [mask, { [mask]: 1, [`${mask}!`]: 2, deep: [[mask]] }], supersedes: [mask], none: null });
  });

  it('keeps names, which are compared: of a person, a parent, a task, agents, a call and a message', () => {
    const call = { id: '4111111111111111', name: 'look_up' };
    const meta = {
      subject: 'ann@example.org',
      parent: { session: 'chat:ann@example.org', source: 'chat:ann@example.org', sequence: 3 },
      taskId: '+49 170 1234567',
      agent: 'ann@example.org',
      parentAgent: 'bob@example.org',
    };
    const event: NewEvent = { kind: 'tool_result', messageId: '4111111111111111', call, meta };
    expect(masked(event)).toMatchObject({ call, meta, messageId: event.messageId, redactions: [] });
    const subtask = { subtaskId: 'ask:ann@example.org', session: 'with:ann@example.org' };
    const report = { ...subtask, status: 'done', summary: 'Wrote to ann@example.org.', keyFindings: [], artifactIds: [] } as const;
    expect(masked({ kind: 'report', report }).report).toEqual({ ...report, summary: 'Wrote to [redacted:email].' });
  });

  it('keeps about whom a fact was written, and masks a field of that name anywhere else', () => {
    const meta = writtenMeta({ label: 'user', subject: 'ann@example.org', attribute: 'address', value: 'ann@example.org' });
    const { extra } = masked({ kind: 'user_message', text: 'Ann is there.', meta }).meta!;
    expect(extra).toEqual({ fact: { label: 'user', subject: 'ann@example.org', attribute: 'address', value: '[redacted:email]' } });
    expect(masked({ kind: 'user_message', meta: { extra: meta.extra } }).meta!.extra).toMatchObject({
      fact: { subject: '[redacted:email]' },
    });
  });

  it('keeps every field where two names become one', () => {
    const other = ['ghp_', 'b2'.repeat(18)].join('');
    const { meta } = masked({ kind: 'system_note', text: 'x', meta: { extra: { [SECRET]: 1, [other]: 2 } } });
    expect(meta!.extra).toEqual({ '[redacted:github_token]': 1, '[redacted:github_token]_2': 2 });
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

  it('masks all of a secret in UTF-8, some of whose bytes would be a blank in latin1', () => {
    const { attachments } = masked(withAttachment({ data: bytes('DB_PASSWORD=voilà-àprès-99\nb') }));
    expect(Buffer.from(attachments[0]!.data).toString()).toBe('DB_PASSWORD=[redacted:assigned_secret]\nb');
  });

  it('keeps every other byte of an encoding it does not know', () => {
    const { attachments } = masked(withAttachment({ data: bytes(`\xe9\xff;${SECRET};\xe8`, 'latin1') }));
    expect(Buffer.from(attachments[0]!.data).toString('latin1')).toBe('\xe9\xff;[redacted:github_token];\xe8');
  });

  it.each([
    ['shift_jis', [0x83, 0x41, 0x83, 0x42], 'アィ'],
    ['gbk', [0xd6, 0xd0, 0x81, 0x41], '中丄'],
  ])('masks text in %s, whose characters end in letters of ASCII, and keeps the rest as UTF-8', (charset, start, text) => {
    const data = Uint8Array.from([...start, ...bytes(SECRET)]);
    const { attachments, redactions } = masked(withAttachment({ mime: `text/plain; charset=${charset}`, data }));
    expect(redactions).toEqual(found(1));
    expect(attachments[0]).toMatchObject({ mime: 'text/plain; charset=utf-8' });
    expect(Buffer.from(attachments[0]!.data).toString()).toBe(`${text}[redacted:github_token]`);
  });

  it('keeps every other byte of UTF-8 that is damaged', () => {
    const data = Uint8Array.from([...bytes('für alle '), 0xff, ...bytes(` ${SECRET}`)]);
    const { attachments } = masked(withAttachment({ mime: 'text/plain; charset=utf-8', data }));
    const kept = Uint8Array.from([...bytes('für alle '), 0xff, ...bytes(' [redacted:github_token]')]);
    expect(new Uint8Array(attachments[0]!.data)).toEqual(kept);
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
      attachments: event.attachments,
      redactions: found(2, 'mark'),
    });
    expect(screenEvent(event, {})).toEqual({ text: '', attachments: event.attachments, redactions: [] });
  });
});
