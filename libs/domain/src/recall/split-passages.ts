/** A piece of a long text. Bytes are UTF-8, characters UTF-16 units; `to` exclusive. Pieces concatenate to the whole. */
export interface TextPiece {
  readonly text: string;
  readonly fromByte: number;
  readonly toByte: number;
  readonly fromChar: number;
  readonly toChar: number;
}

export interface SplitOptions {
  /** Characters of a passage, about. */
  readonly targetChars: number;
  /** Longer texts get longer passages instead of more of them. */
  readonly maxPassages?: number;
}

/** Bytes of a text in UTF-8; a lone surrogate counts as the replacement character it is written as. */
export function utf8Length(text: string, from = 0, to = text.length): number {
  let bytes = 0;
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    else if (isHigh(code) && i + 1 < to && isLow(text.charCodeAt(i + 1))) {
      bytes += 4;
      i++;
    } else bytes += 3;
  }
  return bytes;
}

const isHigh = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
const isLow = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/**
 * Cuts a long text into passages that end at a blank line, a line, a sentence, a word, or where there is none of these, between two
 * characters. Linear; a passage holds at most 1.25 times the target. A text that fits one passage is one. Source: E7.
 */
export function splitPassages(text: string, options: SplitOptions): TextPiece[] {
  const wanted = Math.max(options.targetChars, Math.ceil(text.length / Math.max(1, (options.maxPassages ?? Infinity) * 0.5)));
  const pieces: TextPiece[] = [];
  let at = 0;
  let byte = 0;
  while (at < text.length) {
    const end =
      text.length - at <= wanted * 1.25
        ? text.length
        : cutBetween(text, at + Math.floor(wanted * 0.6), at + Math.floor(wanted * 1.25), at + wanted);
    const bytes = utf8Length(text, at, end);
    pieces.push({ text: text.slice(at, end), fromByte: byte, toByte: byte + bytes, fromChar: at, toChar: end });
    at = end;
    byte += bytes;
  }
  return pieces;
}

/** The best place to cut in [low, high]: the strongest kind of end, and of these the nearest to `wanted`. */
function cutBetween(text: string, low: number, high: number, wanted: number): number {
  let best = -1;
  let bestRank = 0;
  for (let i = low; i < high; i++) {
    const rank = endRank(text, i);
    if (rank === 0 || rank < bestRank) continue;
    if (rank > bestRank || Math.abs(i + 1 - wanted) < Math.abs(best - wanted)) {
      best = i + 1;
      bestRank = rank;
    }
  }
  if (best > 0) return best;
  return isLow(text.charCodeAt(wanted)) && isHigh(text.charCodeAt(wanted - 1)) ? wanted + 1 : wanted;
}

/** How good an end the character at `i` makes: 4 blank line, 3 line, 2 sentence, 1 word or bracket. */
function endRank(text: string, i: number): number {
  const code = text.charCodeAt(i);
  if (code === 10) return text.charCodeAt(i - 1) === 10 ? 4 : 3;
  if (code === 0x3002 || code === 0xff01 || code === 0xff1f) return 2;
  if (code === 32 || code === 9) {
    const before = text.charCodeAt(i - 1);
    return before === 46 || before === 33 || before === 63 ? 2 : 1;
  }
  return code === 44 || code === 59 || code === 93 || code === 125 ? 1 : 0;
}
