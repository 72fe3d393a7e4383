import { describe, expect, it } from 'vitest';
import { draftAttachment } from './draft-attachment.ts';

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));

describe('an attachment', () => {
  it('keeps a short given text in the event and a long one as an artifact behind it', () => {
    const short = draftAttachment({ mime: 'application/pdf', data: bytes('%PDF-1.4 x'), title: 'a.pdf', text: 'one page' });
    expect(short.artifacts).toHaveLength(1);
    expect(short.artifacts[0]).toMatchObject({ role: 'attachment', words: { given: 'one page' } });
    expect(short.attached).toMatchObject({ heading: '[Attachment: a.pdf, application/pdf]', text: 'one page' });
    const text = 'a page of words. '.repeat(2_000);
    const long = draftAttachment({ mime: 'application/pdf', data: bytes('%PDF-1.4 x'), text });
    expect(long.artifacts.map(({ role }) => role)).toEqual(['attachment', 'text']);
    expect([long.attached!.text, Buffer.from(long.artifacts[1]!.bytes).toString()]).toEqual([text, text]);
  });

  it('reads bytes that are text, and beside them what was given, each once', () => {
    const data = bytes('port = 8420');
    expect(draftAttachment({ mime: 'text/plain', data, text: 'the config' }).attached!.text).toBe('the config\nport = 8420');
    expect(draftAttachment({ mime: 'text/plain', data, text: 'port = 8420\n' }).attached!.text).toBe('port = 8420');
    expect(draftAttachment({ mime: 'image/svg+xml', data: bytes('<svg/>') }).attached!.text).toBe('<svg/>');
  });

  it.each([
    ['message/rfc822', 'Subject: berth 7\n\nThe crane is tight.\n'],
    ['application/x-httpd-php', '<?php echo 1;'],
    ['application/x-tex', '\\section{Berths}'],
    ['video/mp2t', 'export const berth = 7;\n'],
  ])('of %s is read where its bytes are text, and keeps its type', (mime, text) => {
    const { artifacts, attached } = draftAttachment({ mime, data: bytes(text) });
    expect([artifacts[0]!.mime, attached?.text]).toEqual([mime, text]);
  });

  it.each([
    ['application/zip', Uint8Array.from([0x50, 0x4b, 3, 4, ...bytes('a.txt')])],
    ['application/vnd.ms-excel', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0, 0, 1])],
    ['video/mp2t', Uint8Array.from([0x47, 0x40, 0, 0x10, 0, 0, 0xb0])],
    ['application/pdf', bytes('%PDF-1.4 x')],
    ['application/rtf', bytes('{\\rtf1 x}')],
    ['audio/mpeg', bytes('plain')],
  ])('of %s is not read otherwise', (mime, data) => {
    expect(draftAttachment({ mime, data }).attached).toBeUndefined();
  });

  it('is read in the charset that it names, which is kept', () => {
    const mime = 'text/plain; charset=windows-1251';
    const draft = draftAttachment({ mime, data: Uint8Array.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]) });
    expect(draft.attached).toMatchObject({ text: 'Привет', preview: 'Привет' });
    expect(draft.artifacts[0]).toMatchObject({ mime, words: { encoding: 'windows-1251' } });
  });

  it.each([
    ['a picture said to be another', 'image/jpeg', PNG, 'image/png'],
    ['a picture that is none', 'image/png', Uint8Array.from([0, 255, 7]), 'application/octet-stream'],
    ['text said to be a picture', 'image/png', bytes('no picture'), 'text/plain'],
    ['a picture that no provider takes', 'image/tiff', Uint8Array.from([0x49, 0x49, 0x2a, 0]), 'image/tiff'],
    ['a picture by a name of its own', 'image/jpg', Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]), 'image/jpeg'],
    ['a type in capitals', 'Text/Markdown', bytes('# a'), 'text/markdown'],
    ['bytes without a type', '', Uint8Array.from([...'wide'].flatMap((char) => [char.charCodeAt(0), 0])), 'text/plain'],
  ])('is called what it is: %s', (_name, mime, data, expected) => {
    expect(draftAttachment({ mime, data }).artifacts[0]!.mime).toBe(expected);
  });

  it('that is no text is read by its name and what it is', () => {
    const { artifacts, attached } = draftAttachment({ mime: 'image/png', data: PNG, title: 'floor plan.png' });
    expect(artifacts[0]).toMatchObject({ role: 'attachment', words: {} });
    expect(attached!.heading).toBe('[Attachment: floor plan.png, image/png]');
    expect(attached!.text).toBe(attached!.preview);
  });

  it('without words has neither heading nor text', () => {
    expect(draftAttachment({ mime: 'image/png', data: PNG, text: ' \n' })).toMatchObject({ artifacts: [{ role: 'attachment' }] });
    expect(draftAttachment({ mime: 'image/png', data: PNG, text: ' \n' }).attached).toBeUndefined();
    expect(draftAttachment({ mime: 'text/plain', data: new Uint8Array() }).attached).toBeUndefined();
  });
});
