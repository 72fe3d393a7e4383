import { NO_LINE } from '@total-recall/domain/for-threads';
import type { EmbeddingInput } from '@total-recall/ports';
import type { WordPieceTokenizer } from '../tokenizer/word-piece.ts';

/** Wordpieces of a text, and the line of each. */
export interface ReadText {
  readonly ids: readonly number[];
  readonly lines: readonly number[];
  readonly truncated: boolean;
}

/** Returns the wordpieces of a text as far as there is room. A query is one line. */
export function readText(tokenizer: WordPieceTokenizer, { text, kind, lineStarts = [0] }: EmbeddingInput, room: number): ReadText {
  const ids: number[] = [];
  const lines: number[] = [];
  const starts = kind === 'query' ? [0, 0] : [0, ...lineStarts];
  let truncated = false;
  for (let at = 0; at < starts.length; at += 1) {
    const own = tokenizer.pieces(text.slice(starts[at], starts[at + 1]), room - ids.length);
    truncated ||= own.truncated;
    ids.push(...own.ids);
    lines.push(...own.ids.map(() => (at === 0 ? NO_LINE : Math.min(at - 1, NO_LINE))));
  }
  return { ids, lines, truncated };
}
