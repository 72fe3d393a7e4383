import { newEvent } from '@total-recall/contracts';
import { describe, expect, it, vi } from 'vitest';
import { attachmentOf, attachmentOfUrl, isBesideWindow, withFiles } from './attached-files.ts';
import { fitEvent, inRequests } from './fit-event.ts';

const AS_WRITTEN = 'aGk/Pj4=';

describe('a file of a message', () => {
  it.for([
    ['in the alphabet of URLs, without padding', 'aGk_Pj4'],
    ['in lines', 'aGk/\nPj4=\n'],
    ['as bytes', Buffer.from(AS_WRITTEN, 'base64')],
  ] as const)('is taken %s', ([, data]) => {
    expect(attachmentOf('application/pdf', data)).toEqual({ mime: 'application/pdf', data: AS_WRITTEN });
  });

  it('is refused where it is a text and no base64', () => {
    for (const text of ['Größe: 12, (x)', 'hello harbour 4711', 'a=b'])
      expect(() => attachmentOf('text/plain', text)).toThrow(/new TextEncoder\(\)\.encode/);
    expect(attachmentOfUrl('data:text/plain;base64,aGk (x)')?.data).toBe('aGkx');
  });

  it('has a type and a title that an append takes', () => {
    for (const mime of ['image', 'image/*', '', undefined, 'no type at all'])
      expect(attachmentOf(mime, AS_WRITTEN)).toEqual({ mime: 'application/octet-stream', data: AS_WRITTEN });
    const long = attachmentOf('text/plain; charset=latin1', AS_WRITTEN, `${'a'.repeat(300)}.txt`);
    expect(newEvent.safeParse({ kind: 'user_message', attachments: [long] })).toMatchObject({ success: true });
    expect(long?.mime).toBe('text/plain; charset=latin1');
    expect(attachmentOf('text/plain', AS_WRITTEN, ' ')).not.toHaveProperty('title');
  });

  it('is read from a data URL, whose type may have parameters', () => {
    expect(attachmentOfUrl(`data:text/plain;charset=utf-8;base64,${AS_WRITTEN}`)?.mime).toBe('text/plain;charset=utf-8');
    expect(attachmentOfUrl(`data:;base64,${AS_WRITTEN}`)).toEqual({ mime: 'application/octet-stream', data: AS_WRITTEN });
    for (const url of ['https://example.org/a.png', 'data:text/plain,hello', '']) expect(attachmentOfUrl(url)).toBeUndefined();
  });

  it('is taken, and fitted, where nothing of Node is', () => {
    vi.stubGlobal('Buffer', undefined);
    try {
      expect(attachmentOf('text/plain', new TextEncoder().encode('grüße'))?.data).toBe('Z3LDvMOfZQ==');
      expect(attachmentOf('text/plain', 'Z3LDvM\nOfZR')?.data).toBe('Z3LDvMOfZQ==');
      expect(inRequests([fitEvent({ kind: 'user_message', text: 'ü'.repeat(200_000) })])).toHaveLength(1);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('that is too large for a request is none', () => {
    expect(attachmentOf('video/mp4', 'AAAA'.repeat(7_500_001))).toBeUndefined();
  });
});

describe('an event with files', () => {
  const file = { mime: 'image/png', data: AS_WRITTEN };

  it('goes on in further events where they are too many, and a result in a note', () => {
    const many = Array.from({ length: 20 }, () => file);
    const message = withFiles({ kind: 'user_message', text: 'See.' }, many);
    expect(message.map(({ kind, text, attachments = [] }) => [kind, text, attachments.length])).toEqual([
      ['user_message', 'See.', 16],
      ['user_message', undefined, 4],
    ]);
    const call = { id: 'c', name: 'look' };
    const result = withFiles({ kind: 'tool_result', call, text: '' }, many);
    expect(result.map(({ kind }) => kind)).toEqual(['tool_result', 'system_note']);
    for (const event of [...message, ...result]) expect(newEvent.safeParse(event)).toMatchObject({ success: true });
  });

  it('has as many bytes as a request takes', () => {
    const large = { mime: 'image/png', data: 'AAAA'.repeat(4_000_000) };
    expect(withFiles({ kind: 'user_message' }, [large, large]).map(({ attachments = [] }) => attachments.length)).toEqual([1, 1]);
  });

  it('leaves them to a further event where its text has taken their room', () => {
    const large = { mime: 'image/png', data: 'AAAA'.repeat(6_000_000) };
    const text = 'x'.repeat(10_000_000);
    expect(withFiles({ kind: 'user_message', text }, [large])).toEqual([
      { kind: 'user_message', text },
      { kind: 'user_message', attachments: [large] },
    ]);
    expect(withFiles({ kind: 'user_message', text: 'See.' }, [large])).toHaveLength(1);
  });

  it('without files is itself', () => {
    expect(withFiles({ kind: 'user_message', text: 'Hello.' }, [])).toEqual([{ kind: 'user_message', text: 'Hello.' }]);
  });
});

it.each([
  ['application/pdf', true],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', true],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', true],
  ['application/vnd.oasis.opendocument.text', true],
  ['application/msword', true],
  ['audio/mpeg', true],
  ['image/png', false],
  ['text/csv', false],
  ['application/json', false],
  ['application/zip', false],
  ['application/vnd.ms-excelsior', false],
])('a file of %s is given to models beside a window: %s', (mime, isGiven) => expect(isBesideWindow(mime)).toBe(isGiven));
