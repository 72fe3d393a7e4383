import { CHARSETS } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import { decodeBytes } from './decode-bytes.ts';

const bytes = (...codes: number[]): Uint8Array => Uint8Array.from(codes);

describe('bytes of text', () => {
  it.each([...CHARSETS])('in the charset %s are read as %s', (label, encoding) => {
    expect(new TextDecoder(label).encoding).toBe(encoding);
  });

  it('become characters; what cannot be read becomes U+FFFD', () => {
    expect(decodeBytes(bytes(0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2), 'windows-1251')).toBe('Привет');
    expect(decodeBytes(bytes(0x93, 0xfa, 0x96, 0x7b), 'shift_jis')).toBe('日本');
    expect(decodeBytes(bytes(0xd6, 0xd0, 0xce, 0xc4), 'gbk')).toBe('中文');
    expect(decodeBytes(bytes(0xc7, 0xd1, 0xb1, 0xdb), 'euc-kr')).toBe('한글');
    expect(decodeBytes(bytes(0xc3, 0xa9, 0x20, 0xff, 0x20, 0xe2, 0x82), 'utf-8')).toBe('é \ufffd \ufffd');
  });
});
