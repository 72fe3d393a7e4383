import { describe, expect, it } from 'vitest';
import { splitWords } from './split-words.ts';
import { createWordPieceTokenizer } from './word-piece.ts';

const TOKENS = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', 'un', '##aff', '##able', '##a', 'cafe', '日', '!', ',', 'a', 'run', '##ning'];
const tokenizer = createWordPieceTokenizer(tokenizerFile({}));

function tokenizerFile(changes: object): string {
  return JSON.stringify({
    truncation: { max_length: 4 },
    padding: { strategy: { Fixed: 8 } },
    normalizer: { type: 'BertNormalizer', lowercase: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      vocab: Object.fromEntries(TOKENS.map((token, id) => [token, id])),
    },
    ...changes,
  });
}

const tokensOf = (text: string, maxPieces = 100): string[] => tokenizer.pieces(text, maxPieces).ids.map((id) => TOKENS[id]!);

describe('splitWords', () => {
  it('lowers, takes accents off, and isolates marks and ideographs', () => {
    expect([...splitWords("Déjà-vu: ÇA (co\u0301te) 日本x don't")]).toEqual([
      'deja',
      '-',
      'vu',
      ':',
      'ca',
      '(',
      'cote',
      ')',
      '日',
      '本',
      'x',
      'don',
      "'",
      't',
    ]);
  });

  it('drops control characters and knows every kind of space', () => {
    expect([...splitWords('a\u0000b\u200bc\ufffd d\u00a0e\u3000f\tg\r\nh')]).toEqual(['abc', 'd', 'e', 'f', 'g', 'h']);
  });

  it('takes characters one by one, as the reference does: no final sigma, compatibility ideographs as what they stand for', () => {
    expect([...splitWords('ΟΔΟΣ \uf963 İ')]).toEqual(['οδοσ', '\u5317', 'i']);
  });

  it('is lazy: the first words of a long text come at once', () => {
    const words = splitWords(`first ${'x'.repeat(10)} ${'y '.repeat(500_000)}`);
    expect(words.next().value).toBe('first');
  });
});

describe('createWordPieceTokenizer', () => {
  it('cuts a word into its longest known pieces', () => {
    expect(tokensOf('Unaffable running, café!')).toEqual(['un', '##aff', '##able', 'run', '##ning', ',', 'cafe', '!']);
  });

  it('makes a word unknown as a whole when a rest is, or when it is too long', () => {
    expect(tokensOf('runx')).toEqual(['[UNK]']);
    expect(tokensOf(`a${'a'.repeat(99)}`)).toHaveLength(100);
    expect(tokensOf(`a${'a'.repeat(100)}`)).toEqual(['[UNK]']);
    expect(tokensOf('a'.repeat(1_000_000))).toEqual(['[UNK]']);
  });

  it('cuts at the given number of pieces, whatever the file says, and tells', () => {
    expect(tokensOf('a a a a a a a a a')).toHaveLength(9);
    expect(tokenizer.pieces('a unaffable', 2)).toEqual({ ids: [12, 4], truncated: true });
    expect(tokenizer.pieces('a run', 2)).toEqual({ ids: [12, 13], truncated: false });
  });

  it('reads special tokens in a text as text, and bears anything', () => {
    expect(tokensOf('[SEP]')).toEqual(['[UNK]', '[UNK]', '[UNK]']);
    expect(tokensOf('')).toEqual([]);
    expect(tokensOf('\ud800 a \udc00')).toEqual(['a']);
  });

  it('refuses files of other kinds of tokenizers', () => {
    expect(() => createWordPieceTokenizer('{}')).toThrow(/not of an uncased WordPiece/);
    expect(() => createWordPieceTokenizer(tokenizerFile({ normalizer: { type: 'BertNormalizer', lowercase: false } }))).toThrow(
      /WordPiece/,
    );
    expect(() => createWordPieceTokenizer(tokenizerFile({ model: { type: 'BPE', vocab: {} } }))).toThrow(/WordPiece/);
  });
});
