import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';
import { detectKind } from './detect-kind.ts';
import { sniffMime } from './sniff-mime.ts';

/** Encodes without TextEncoder, which the domain's types do not know. */
function utf8(text: string): Uint8Array {
  const bytes = encodeURIComponent(text).replace(/%(..)/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Uint8Array.from(bytes, (byte) => byte.charCodeAt(0));
}

describe('sniffMime', () => {
  it('takes text of any script for text', () => {
    for (const text of ['plain', 'naïve café', 'Größe', '東京 タワー', '🚢 sails']) expect(sniffMime(utf8(text)), text).toBe('text/plain');
  });

  it('takes bytes that no UTF-8 has for binary', () => {
    for (const bytes of [
      [0x41, 0xff],
      [0x41, 0x80],
      [0xc3, 0x41],
      [0x41, 0],
    ])
      expect(sniffMime(Uint8Array.from(bytes))).toBe('application/octet-stream');
  });
});

describe('decodeText', () => {
  it('decodes texts of any length', () => {
    for (const count of [4_095, 4_096, 4_097, 9_000]) {
      const text = 'é🚢a'.repeat(count);
      expect(decodeText(utf8(text)) === text, String(count)).toBe(true);
    }
  });

  it('leaves out a byte order mark, and marks what is no UTF-8', () => {
    expect(decodeText(Uint8Array.from([0xef, 0xbb, 0xbf, 0x61]))).toBe('a');
    expect(decodeText(Uint8Array.from([0x61, 0xff, 0x62]))).toBe('a\ufffdb');
    expect(decodeText(utf8('é').slice(0, 1))).toBe('\ufffd');
  });
});

describe('detectKind', () => {
  it('takes a file for code by its name, where its lines say nothing', () => {
    expect(detectKind('a plain sentence', { mime: 'text/plain', title: 'notes.py' })).toBe('code');
    expect(detectKind('a plain sentence', { mime: 'text/plain', title: 'notes.txt' })).toBe('text');
  });
});
