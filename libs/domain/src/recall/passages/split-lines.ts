import { isHighSurrogate, isLowSurrogate } from '../../text/surrogates.ts';
import { utf8Length } from './utf8-length.ts';

/**
 * A piece of a text. Bytes are UTF-8, characters are UTF-16 units; `to` is exclusive. The pieces of a text concatenate
 * to it.
 */
export interface TextPiece {
  readonly text: string;
  readonly fromByte: number;
  readonly toByte: number;
  readonly fromChar: number;
  readonly toChar: number;
}

/** Largest length of a line, in UTF-16 units. */
export const LINE_CHARS = 250;
/** Length from which a line ends with its sentence. */
const SENTENCE_FROM_CHARS = LINE_CHARS / 2;

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const BACKSLASH = 92;
const LETTER_N = 110;

/**
 * Splits a text into lines. A line ends at a line feed, at a `\n` written out (as in the JSON of a call), after a
 * sentence once it has 125 characters, and before 250 characters at a space or comma. A line depends on its own
 * characters alone, so any run of lines splits the same way. Linear.
 */
export function splitLines(text: string): TextPiece[] {
  return [...linesOf(text)];
}

/** Gives the lines of `splitLines` one by one, as a text may have millions. */
export function* linesOf(text: string): Generator<TextPiece> {
  let byte = 0;
  for (let from = 0; from < text.length;) {
    const to = endOfLine(text, from);
    const bytes = utf8Length(text, from, to);
    yield { text: text.slice(from, to), fromByte: byte, toByte: byte + bytes, fromChar: from, toChar: to };
    from = to;
    byte += bytes;
  }
}

/** Returns true when the text has a line end there, false when the line was cut for its length. */
export function endsAtBreak(line: string): boolean {
  return line.endsWith('\n') || line.endsWith('\r') || line.endsWith('\\n');
}

function endOfLine(text: string, from: number): number {
  const limit = Math.min(text.length, from + LINE_CHARS);
  let space = -1;
  let comma = -1;
  for (let at = from; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (code === LINE_FEED) return at + 1;
    const hasNext = at + 1 < limit;
    if (code === CARRIAGE_RETURN) return hasNext && text.charCodeAt(at + 1) === LINE_FEED ? at + 2 : at + 1;
    if (code === BACKSLASH && hasNext && isWrittenBreak(text, from, at)) return at + 2;
    if (at - from >= SENTENCE_FROM_CHARS && hasNext && endsSentence(text, at)) return isBlank(text.charCodeAt(at + 1)) ? at + 2 : at + 1;
    if (isBlank(code)) space = at + 1;
    else if (isComma(code)) comma = at + 1;
  }
  if (limit === text.length) return limit;
  if (space > 0) return space;
  if (comma > 0) return comma;
  const cutsPair = isLowSurrogate(text.charCodeAt(limit)) && isHighSurrogate(text.charCodeAt(limit - 1));
  return cutsPair ? limit - 1 : limit;
}

const isBlank = (code: number): boolean => code === 32 || code === 9;
/** Returns true for `,` `;` `]` `}` `>`. */
const isComma = (code: number): boolean => code === 44 || code === 59 || code === 93 || code === 125 || code === 62;

/** Returns true for `.`, `!` or `?` before a space, and for the full stops of scripts without spaces. */
function endsSentence(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code === 0x3002 || code === 0xff01 || code === 0xff1f) return true;
  return (code === 46 || code === 33 || code === 63) && isBlank(text.charCodeAt(at + 1));
}

/**
 * Returns true for a written-out `\n`, unless the backslash is itself escaped or a string or pattern ends right after
 * it, as in source code.
 */
function isWrittenBreak(text: string, from: number, at: number): boolean {
  if (text.charCodeAt(at + 1) !== LETTER_N) return false;
  let backslashes = 1;
  while (at - backslashes >= from && text.charCodeAt(at - backslashes) === BACKSLASH) backslashes++;
  if (backslashes % 2 === 0) return false;
  const next = text[at + 2];
  return next === undefined || !'\'"`/)]|'.includes(next);
}
