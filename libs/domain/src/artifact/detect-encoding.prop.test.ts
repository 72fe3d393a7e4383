import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextEncoding } from './charsets.ts';
import { detectTextEncoding } from './detect-encoding.ts';

const wide = (text: string, isBig: boolean): Uint8Array => {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return Uint8Array.from(units.flatMap((unit) => (isBig ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8])));
};
const utf8 = (text: string): Uint8Array =>
  Uint8Array.from(encodeURIComponent(text).match(/%..|./g) ?? [], (code) =>
    code.length === 3 ? parseInt(code.slice(1), 16) : code.charCodeAt(0),
  );
const single = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));

const SENTENCES = [
  'port = 8420\nhost = quiet.example\n',
  'Die Prüfung läuft über Nacht.\n',
  'Проверка идёт всю ночь. Порт 8420.\n',
  '夜间检查 将在 端口 8420 上 运行。\n',
];
const texts = fc.array(fc.constantFrom(...SENTENCES), { minLength: 2, maxLength: 60 }).map((lines) => lines.join(''));

describe('the encoding of a text', () => {
  it('is known by its byte order mark, or without one by what stands in it', () => {
    fc.assert(
      fc.property(texts, fc.boolean(), (text, isMarked) => {
        const marked = isMarked ? `\ufeff${text}` : text;
        expect(detectTextEncoding(utf8(marked), true)).toBe('utf-8');
        expect(detectTextEncoding(wide(marked, false), true)).toBe('utf-16le');
        expect(detectTextEncoding(wide(marked, true), true)).toBe('utf-16be');
      }),
      { numRuns: 100 },
    );
  });

  it.each<[string, Uint8Array, TextEncoding | undefined]>([
    ['UTF-8', utf8(SENTENCES[2]!), 'utf-8'],
    ['UTF-16 of Latin letters', wide(SENTENCES[0]!, false), 'utf-16le'],
    ['UTF-16 the other way round', wide(SENTENCES[0]!, true), 'utf-16be'],
    ['single bytes with accents', single(SENTENCES[1]!), 'windows-1252'],
    ['nothing', new Uint8Array(), 'utf-8'],
    ['UTF-8 that ends within a character', utf8('gut für').subarray(0, 6), 'windows-1252'],
    ['a wrong byte far behind', Uint8Array.from([...utf8('a line of text\n'.repeat(9_000)), 0xff, 0x20]), 'windows-1252'],
    ['UTF-8 cut at both ends', utf8(`${SENTENCES[2]!.repeat(3)}да`).subarray(1, -1), 'utf-8'],
    ['UTF-8 with a byte that is damaged', Uint8Array.from([...utf8(SENTENCES[2]!.repeat(20)), 0xff, 0x20]), 'utf-8'],
    ['UTF-8 with many such bytes', Uint8Array.from([...utf8(SENTENCES[1]!), 0xff, 0x20, 0xff]), 'windows-1252'],
    ['a long text with one accent in a single byte', Uint8Array.from([...utf8('a line of text\n'.repeat(900)), 0xe9]), 'windows-1252'],
    ['ISO-2022-JP', single('Subject: \x1b$B2q5D\x1b(B\n'), 'iso-2022-jp'],
    ['ISO-2022-JP in its older set', single('\x1b$@2q5D\x1b(J\n'), 'iso-2022-jp'],
    ['ISO-2022-JP far behind', single(`${'a line of text\n'.repeat(9_000)}\x1b$B2q5D\x1b(B`), 'iso-2022-jp'],
    ['colours of a terminal', single('\x1b[31mred\x1b(B\x1b[m price $B\n'), 'utf-8'],
    ['an escape of ISO-2022-JP among other bytes', single('\x1b$B2q5D\x1b(B caf\xe9\n'), 'windows-1252'],
    ['UTF-32', single('\xff\xfe\0\0h\0\0\0i\0\0\0'), undefined],
    ['UTF-32 the other way round', single('\0\0\xfe\xff\0\0\0h\0\0\0i'), undefined],
    ['zeros', new Uint8Array(64), undefined],
    ['a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]), undefined],
  ])('of bytes that nothing is said of: %s', (_name, bytes, expected) => {
    expect(detectTextEncoding(bytes, false)).toBe(expected);
  });

  it('is none for bytes of chance, whatever they are said to be', () => {
    // A fixed stream of bytes that resembles compressed data.
    let seed = 7;
    const bytes = Uint8Array.from({ length: 20_000 }, () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) >> 16);
    expect([detectTextEncoding(bytes, false), detectTextEncoding(bytes, true)]).toEqual([undefined, undefined]);
  });
});
