import { splitWords } from './split-words.ts';

export interface WordPieces {
  readonly ids: number[];
  /** True when the text had more pieces than requested. */
  readonly truncated: boolean;
}

export interface WordPieceTokenizer {
  readonly startId: number;
  readonly endId: number;
  readonly padId: number;
  /** Returns at most `maxPieces` pieces of the text, without the start and end markers. Accepts any string. */
  pieces(text: string, maxPieces: number): WordPieces;
}

const MAX_WORD_CHARACTERS = 100;
const CONTINUATION = '##';

/**
 * Creates a tokenizer from the text of a BERT-style `tokenizer.json` (WordPiece, uncased). Its truncation and padding
 * settings are ignored, as both are left to the caller. Errors: throws when the file is not of this kind.
 */
export function createWordPieceTokenizer(tokenizerJson: string): WordPieceTokenizer {
  const { vocabulary, unknownId } = readVocabulary(tokenizerJson);
  const id = (token: string): number => {
    const found = vocabulary.get(token);
    if (found === undefined) throw new Error(`The tokenizer's vocabulary has no ${token}.`);
    return found;
  };
  const starts = new Map<string, number>();
  const rests = new Map<string, number>();
  let longest = 0;
  for (const [token, number] of vocabulary) {
    const isRest = token.startsWith(CONTINUATION) && token.length > CONTINUATION.length;
    const piece = isRest ? token.slice(CONTINUATION.length) : token;
    (isRest ? rests : starts).set(piece, number);
    longest = Math.max(longest, piece.length);
  }

  /** Cuts a word greedily into its longest known pieces. A word with an unknown rest is unknown as a whole. */
  function cutWord(word: string): readonly number[] {
    if (word.length > MAX_WORD_CHARACTERS && Array.from(word).length > MAX_WORD_CHARACTERS) return [unknownId];
    const ids: number[] = [];
    for (let from = 0; from < word.length;) {
      const known = from === 0 ? starts : rests;
      let to = Math.min(word.length, from + longest);
      while (to > from && !known.has(word.slice(from, to))) to--;
      if (to === from) return [unknownId];
      ids.push(known.get(word.slice(from, to))!);
      from = to;
    }
    return ids;
  }

  return {
    startId: id('[CLS]'),
    endId: id('[SEP]'),
    padId: id('[PAD]'),
    pieces(text, maxPieces) {
      const ids: number[] = [];
      for (const word of splitWords(text.toWellFormed())) {
        for (const piece of cutWord(word)) {
          if (ids.length >= maxPieces) return { ids, truncated: true };
          ids.push(piece);
        }
      }
      return { ids, truncated: false };
    },
  };
}

interface TokenizerFile {
  readonly normalizer?: { readonly type?: string; readonly lowercase?: boolean };
  readonly model?: {
    readonly type?: string;
    readonly vocab?: Readonly<Record<string, number>>;
    readonly unk_token?: string;
    readonly continuing_subword_prefix?: string;
  };
}

function readVocabulary(tokenizerJson: string): { vocabulary: Map<string, number>; unknownId: number } {
  const { model, normalizer } = JSON.parse(tokenizerJson) as TokenizerFile;
  const fits = model?.type === 'WordPiece' && normalizer?.type === 'BertNormalizer' && normalizer.lowercase === true;
  if (!fits || !model.vocab || model.continuing_subword_prefix !== CONTINUATION) {
    throw new Error('The tokenizer file is not of an uncased WordPiece tokenizer.');
  }
  const vocabulary = new Map(Object.entries(model.vocab));
  const unknownId = vocabulary.get(model.unk_token ?? '[UNK]');
  if (unknownId === undefined) throw new Error('The tokenizer file names no unknown token.');
  return { vocabulary, unknownId };
}
