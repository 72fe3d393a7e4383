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
    expect(textEncodingOf(bytes(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1, 0xff, 0xfe, 0, 3), 'image/png; charset=utf-16le')).toBeUndefined();
  });
});
