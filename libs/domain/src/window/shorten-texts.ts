import type { TextRange } from '../compaction/previews/cut.ts';
import type { NoteTools } from './note-tools.ts';
import { createGapNotes } from './render-cut.ts';

/** Length up to which a text in arguments stays whole, in UTF-16 units of JSON: a note takes half of it. */
const SHORT_TEXT_CHARS = 120;

/**
 * Shows of the long texts in a call's arguments only what lies in the ranges, each where it was: keys, numbers and short
 * texts stay, so that the call keeps the form that its tool takes, which models imitate. Returns undefined where the
 * arguments are no JSON object. The note names the event `ref`, where given, and `tools`.
 */
export function shortenTexts(args: string, ranges: readonly TextRange[], ref?: string, tools?: NoteTools): string | undefined {
  if (!isObject(args)) return undefined;
  const texts = longTexts(args).map((text) => ({ ...text, pieces: piecesOf(args, text, ranges) }));
  const leftOut = texts.reduce(
    (sum, { from, to, pieces }) => sum + to - from - pieces.reduce((kept, piece) => kept + piece.to - piece.from, 0),
    0,
  );
  const gap = createGapNotes(leftOut, ref, tools);
  let shown = '';
  let at = 0;
  for (const { from, to, pieces } of texts) {
    shown += args.slice(at, from);
    const parts: string[] = [];
    at = from;
    for (const piece of pieces) {
      if (piece.from > at) parts.push(gap());
      parts.push(args.slice(piece.from, piece.to));
      at = piece.to;
    }
    if (at < to) parts.push(gap());
    shown += parts.join(String.raw`\n`);
    at = to;
  }
  return shown + args.slice(at);
}

function isObject(args: string): boolean {
  if (!args.trimStart().startsWith('{')) return false;
  try {
    JSON.parse(args);
    return true;
  } catch {
    return false;
  }
}

/** Returns the ranges of the long texts of valid JSON, without their quotes. Keys are none. */
function longTexts(json: string): TextRange[] {
  const found: TextRange[] = [];
  for (let at = json.indexOf('"'); at >= 0; at = json.indexOf('"', at + 1)) {
    const from = at + 1;
    for (at = from; json[at] !== '"'; at++) if (json[at] === '\\') at++;
    if (at - from > SHORT_TEXT_CHARS && !/^"\s*:/.test(json.slice(at, at + 64))) found.push({ from, to: at });
  }
  return found;
}

function piecesOf(json: string, text: TextRange, ranges: readonly TextRange[]): TextRange[] {
  return ranges
    .filter(({ from, to }) => from < text.to && to > text.from)
    .map(({ from, to }) => ({
      from: atCharacter(json, Math.max(from, text.from), text),
      to: atCharacter(json, Math.min(to, text.to), text),
    }))
    .filter(({ from, to }) => to > from);
}

/** Moves a place in a text of JSON back out of the middle of an escape or a character. */
function atCharacter(json: string, place: number, { from, to }: TextRange): number {
  if (place <= from || place >= to) return place;
  const inEscape = [1, 2, 3, 4, 5].find((back) => place - back >= from && beginsEscape(json, place - back, from, back));
  const at = place - (inEscape ?? 0);
  if (isLow(json.slice(at, at + 6))) {
    if (isHigh(json.slice(Math.max(from, at - 6), at))) return at - 6;
    if (isHigh(json.slice(at - 1, at))) return at - 1;
  }
  return at;
}

/** Returns true when an escape begins at a place and goes on for more than so many units. */
function beginsEscape(json: string, place: number, from: number, units: number): boolean {
  if (json[place] !== '\\') return false;
  let slashes = 0;
  while (place - slashes > from && json[place - slashes - 1] === '\\') slashes++;
  return slashes % 2 === 0 && units < (json[place + 1] === 'u' ? 6 : 2);
}

const isHigh = (unit: string): boolean => /^(?:[\ud800-\udbff]|\\u[dD][89abAB][\dA-Fa-f]{2})$/.test(unit);
const isLow = (text: string): boolean => /^(?:[\udc00-\udfff]|\\u[dD][c-fC-F][\dA-Fa-f]{2})/.test(text);
