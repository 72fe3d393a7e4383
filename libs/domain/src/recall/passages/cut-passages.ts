import { scopeOf } from './scope-line.ts';
import { endsAtBreak, linesOf, type TextPiece } from './split-lines.ts';

/** Consecutive lines of a text, the unit of indexing, ranking and display. */
export interface Passage extends TextPiece {
  /** At most 250 lines, so that a line number fits a byte. */
  readonly lines: readonly TextPiece[];
  /** The last heading, function, method or class line before the passage. */
  readonly scope?: string;
}

export interface PassageLimits {
  /**
   * Approximate length in characters: at most 1.25 times as many, and from 0.6 times as many on it ends at a blank
   * line.
   */
  readonly passageChars: number;
  /** Largest number of passages; a longer text has longer passages instead. */
  readonly maxPassages: number;
}

const MOST = 1.25;
const BLANK_FROM = 0.6;
const MOST_LINES = 250;

/**
 * Cuts a text into passages of consecutive lines, which concatenate to it. Linear. Gives them one by one, so that other
 * work may run in between: a text of megabytes has thousands, and of short lines it has millions of these.
 */
export function* cutPassages(text: string, { passageChars, maxPassages }: PassageLimits): Generator<Passage, void> {
  const wanted = Math.max(passageChars, Math.ceil((2 * text.length) / Math.max(1, maxPassages)));
  let lines: TextPiece[] = [];
  let chars = 0;
  let scope: string | undefined;
  let next: string | undefined;
  let startsLine = true;
  const close = (): Passage => {
    const { fromByte, fromChar } = lines[0]!;
    const { toByte, toChar } = lines.at(-1)!;
    const passage = {
      text: text.slice(fromChar, toChar),
      fromByte,
      toByte,
      fromChar,
      toChar,
      lines,
      ...(scope !== undefined && { scope }),
    };
    scope = next;
    lines = [];
    chars = 0;
    return passage;
  };
  for (const line of linesOf(text)) {
    if (lines.length > 0 && (lines.length >= MOST_LINES || chars + line.text.length > wanted * MOST)) yield close();
    lines.push(line);
    chars += line.text.length;
    const named = startsLine ? scopeOf(line.text) : undefined;
    if (named !== undefined) next = named;
    startsLine = endsAtBreak(line.text);
    if (chars >= wanted || (chars >= wanted * BLANK_FROM && isBlank(line.text))) yield close();
  }
  if (lines.length > 0) yield close();
}

function isBlank(line: string): boolean {
  return /^(?:\s|\\[nr])*$/.test(line);
}
