import { isLowSurrogate } from '../text/surrogates.ts';

/**
 * Requested part of a text; the whole where nothing is given. Lines count from 1, both ends included; bytes of UTF-8
 * count from 0, the end excluded.
 */
export interface WantedRange {
  readonly fromLine?: number;
  readonly toLine?: number;
  readonly fromByte?: number;
  readonly toByte?: number;
}

/** A range of a text in UTF-16 units, for slicing. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** Place of a part: the lines of its first and last character, and its bytes. */
export interface SpanPlace {
  readonly fromByte: number;
  readonly toByte: number;
  readonly fromLine: number;
  readonly toLine: number;
}

export interface TextSize {
  readonly totalBytes: number;
  readonly totalLines: number;
}

/**
 * Finds the range of the requested part without splitting a character; undefined where it begins past the end. Linear.
 */
export function findSpan(text: string, wanted: WantedRange): TextSpan | undefined {
  if (wanted.fromByte !== undefined || wanted.toByte !== undefined) {
    const start = unitAtByte(text, wanted.fromByte ?? 0);
    const end = wanted.toByte === undefined ? text.length : (unitAtByte(text, wanted.toByte) ?? text.length);
    return start === undefined ? undefined : { start, end: Math.max(start, end) };
  }
  const start = startOfLine(text, wanted.fromLine ?? 1);
  if (start === undefined) return undefined;
  const after = wanted.toLine === undefined ? undefined : startOfLine(text, wanted.toLine + 1);
  return { start, end: Math.max(start, after ?? text.length) };
}

/** Computes the place of a part and the size of the whole in one pass. */
export function placeSpan(text: string, { start, end }: TextSpan): SpanPlace & TextSize {
  const before = measure(text, 0, start);
  const inside = measure(text, start, end);
  const behind = measure(text, end, text.length);
  const fromLine = before.lines + 1;
  const endsLine = end > start && text.charCodeAt(end - 1) === NEWLINE;
  const lines = before.lines + inside.lines + behind.lines;
  return {
    fromByte: before.bytes,
    toByte: before.bytes + inside.bytes,
    fromLine,
    toLine: Math.max(fromLine, before.lines + inside.lines + (endsLine ? 0 : 1)),
    totalBytes: before.bytes + inside.bytes + behind.bytes,
    totalLines: lines + (text === '' || text.endsWith('\n') ? 0 : 1),
  };
}

/**
 * Returns the end of at most `units` of a part: after a line break if there is one in its second half, never inside a
 * character.
 */
export function cutSpan(text: string, { start, end }: TextSpan, units: number): number {
  if (end - start <= units) return end;
  const most = start + Math.max(1, Math.floor(units));
  const line = text.lastIndexOf('\n', most - 1) + 1;
  if (line > start + units / 2) return line;
  const isInPair = isLowSurrogate(text.charCodeAt(most)) && most - 1 > start;
  return isInPair ? most - 1 : most;
}

const NEWLINE = 10;

function measure(text: string, from: number, to: number): { bytes: number; lines: number } {
  let bytes = 0;
  let lines = 0;
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (unit === NEWLINE) lines++;
    bytes += unitBytes(unit);
  }
  return { bytes, lines };
}

/** Each half of a surrogate pair counts two bytes: together they are the four of their character. */
function unitBytes(unit: number): number {
  if (unit < 0x80) return 1;
  return unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3;
}

/** Returns the first character that begins at or after a byte; undefined past the end. */
function unitAtByte(text: string, byte: number): number | undefined {
  let bytes = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (bytes >= byte && !isLowSurrogate(unit)) return at;
    bytes += unitBytes(unit);
  }
  return undefined;
}

function startOfLine(text: string, line: number): number | undefined {
  let at = 0;
  for (let current = 1; current < line; current++) {
    const next = text.indexOf('\n', at);
    if (next < 0 || next + 1 >= text.length) return undefined;
    at = next + 1;
  }
  return at;
}
