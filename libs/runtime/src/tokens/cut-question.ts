/** A text of a question, or part of one. */
export interface CountPart {
  /** Index of the text in the question. */
  readonly place: number;
  readonly text: string;
  /** Tokens that the cut at its end may have hidden. */
  readonly taken: number;
}

/** Takes some milliseconds to count, and some tenths of a second where nothing but long runs of rare characters is in it. */
const PIECE_CHARS = 32 * 1024;
/** Characters searched for a place to cut. */
const LOOKED_THROUGH = 8 * 1024;
/** Tokenizers start a word with the space before it, so both sides of such a cut count as they do in the whole text. */
const BETWEEN_WORDS = /[a-zA-Z](?= [a-zA-Z])/;

/** Cuts a question into pieces, lazily. The counts of the parts add up to those of the texts. */
export function* cutQuestion(texts: readonly string[]): Generator<readonly CountPart[]> {
  let piece: CountPart[] = [];
  let chars = 0;
  for (const part of partsOf(texts)) {
    piece.push(part);
    chars += part.text.length;
    if (chars < PIECE_CHARS) continue;
    yield piece;
    piece = [];
    chars = 0;
  }
  if (piece.length > 0) yield piece;
}

function* partsOf(texts: readonly string[]): Generator<CountPart> {
  for (const [place, text] of texts.entries()) {
    let from = 0;
    while (text.length - from > PIECE_CHARS + LOOKED_THROUGH) {
      const { end, taken } = cutAfter(text, from + PIECE_CHARS);
      yield { place, text: text.slice(from, end), taken };
      from = end;
    }
    yield { place, text: from === 0 ? text : text.slice(from), taken: 0 };
  }
}

/** Cuts between two words if there are any, and never inside a surrogate pair. */
function cutAfter(text: string, at: number): { readonly end: number; readonly taken: number } {
  const found = text.slice(at, at + LOOKED_THROUGH).search(BETWEEN_WORDS);
  if (found >= 0) return { end: at + found + 1, taken: 0 };
  const unit = text.charCodeAt(at);
  return { end: unit >= 0xdc00 && unit <= 0xdfff ? at + 1 : at, taken: 1 };
}
