import { describe, expect, it } from 'vitest';
import { parseMediaType, textEncodingOf } from './media-type.ts';

const bytes = (...codes: number[]): Uint8Array => Uint8Array.from(codes);

describe('a media type', () => {
  it.each([
    ['text/plain', { type: 'text/plain' }],
    ['Text/Plain; Charset=UTF-8', { type: 'text/plain', charset: 'utf-8' }],
    ['text/csv;header=present; charset="iso-8859-1"', { type: 'text/csv', charset: 'iso-8859-1' }],
    ['image/png; name=a', { type: 'image/png' }],
  ])('%s is read by its parts', (text, parts) => {
    expect(parseMediaType(text)).toEqual(parts);
  });

  it('says how bytes are read where they can be read so', () => {
    const cafe = bytes(0xc3, 0xa9);
    expect(textEncodingOf(cafe, 'text/plain')).toBe('utf-8');
    expect(textEncodingOf(cafe, 'text/plain; charset=iso-8859-1')).toBe('windows-1252');
    expect(textEncodingOf(bytes(0xe9, 0x20, 0x61), 'text/plain; charset=utf-8')).toBe('windows-1252');
    expect(textEncodingOf(bytes(0x42, 0x30, 0x44, 0x30), 'text/plain; charset=utf-16le')).toBe('utf-16le');
    expect(textEncodingOf(bytes(0x42, 0x30, 0x44), 'text/plain; charset=utf-16le')).not.toBe('utf-16le');
    expect(textEncodingOf(bytes(0xfe, 0xff, 0x30, 0x42), 'text/plain; charset=iso-8859-1')).toBe('utf-16be');
    expect(textEncodingOf(bytes(0x42, 0x30, 0x44, 0x30), 'text/plain; charset=utf-16')).toBe('utf-16le');
    expect(textEncodingOf(bytes(0, 0x68, 0, 0x69, 0, 0x0a), 'text/plain; charset=utf-16')).toBe('utf-16be');
    expect(textEncodingOf(bytes(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1, 0xff, 0xfe, 0, 3), 'image/png; charset=utf-16le')).toBeUndefined();
  });

  it('says nothing of bytes with the mark of UTF-32, which is not read', () => {
    for (const charset of ['utf-16', 'utf-8', 'iso-8859-1'])
      for (const text of [bytes(0xff, 0xfe, 0, 0, 0x68, 0, 0, 0), bytes(0, 0, 0xfe, 0xff, 0, 0, 0, 0x68)])
        expect(textEncodingOf(text, `text/plain; charset=${charset}`)).toBeUndefined();
  });

  it.each([
    ['windows-1251', 'windows-1251'],
    ['Shift_JIS', 'shift_jis'],
    ['"sjis"', 'shift_jis'],
    ['gb2312', 'gbk'],
    ['EUC-KR', 'euc-kr'],
    ['latin1', 'windows-1252'],
    ['latin2', 'iso-8859-2'],
    ['KOI8-R', 'koi8-r'],
  ])('that names the charset %s is read in %s', (charset, encoding) => {
    expect(textEncodingOf(bytes(0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2), `text/csv; charset=${charset}`)).toBe(encoding);
  });

  it('that names UTF-8 is believed where single bytes are damaged, and else not', () => {
    const utf8 = (...codes: number[]) => textEncodingOf(bytes(...codes), 'text/plain; charset=utf-8');
    expect(utf8(0x67, 0x75, 0x74, 0x20, 0xc3)).toBe('utf-8');
    expect(utf8(0xc3, 0xa9, 0x20, 0xff)).toBe('utf-8');
    expect(utf8(...Array.from({ length: 1_000 }, () => 0x61), 0xff, 0x20)).toBe('utf-8');
    expect(utf8(0xe9, 0x20, 0xe8, 0x20)).toBe('windows-1252');
    expect(utf8(0x61, 0, 0x62, 0, 0x63, 0)).toBe('utf-16le');
  });

  it('that names ASCII or no charset that exists says nothing', () => {
    expect(textEncodingOf(bytes(0xc3, 0xa9), 'text/plain; charset=us-ascii')).toBe('utf-8');
    expect(textEncodingOf(bytes(0xc3, 0xa9), 'text/plain; charset=x-none')).toBe('utf-8');
  });
});
