import { wholeTo } from '../../text/surrogates.ts';
import type { TextRange } from './cut.ts';

/** A string to look for, and the value of showing a line that contains it. */
export interface WantedTerm {
  readonly text: string;
  readonly weight: number;
}

interface RangeRequest {
  /** Number of UTF-16 units to show. */
  readonly chars: number;
  readonly terms: readonly WantedTerm[];
  /** Ranges that are shown before any line that terms name, the most needed first. */
  readonly wanted?: readonly TextRange[];
}

/** Share of the room for lines named by the request, more in a small preview and for what is wanted first; the rest is head and tail. */
const NAMED = { share: 0.1, leastChars: 400, mostShare: 0.3 } as const;
const HEAD_SHARE = 0.55;
/** A term in more places than this does not tell lines apart. */
const MOST_PLACES = 32;
const LINE_CHARS = 320;
/** Pieces closer than this, in characters, are joined: a note about the gap would take as much room. */
const CLOSE_CHARS = 64;
/** Share of a piece's length that may be given up to cut it at the end of a line. */
const LINE_SLACK = 0.2;
/** Most characters given up to cut between words: half of a number reads like another number. */
const WORD_SLACK_CHARS = 48;

/**
 * Chooses the ranges that a preview of `chars` characters shows: the head, the tail, and between them wanted ranges and lines
 * that hold wanted terms.
 */
export function chooseRanges(text: string, { chars, terms, wanted = [] }: RangeRequest): TextRange[] {
  if (chars >= text.length) return text.length === 0 ? [] : [{ from: 0, to: text.length }];
  if (chars <= 0) return [];
  const mostChars = Math.floor(chars * NAMED.mostShare);
  const namedChars = Math.min(mostChars, Math.floor(Math.max(chars * NAMED.share, NAMED.leastChars)));
  const shown = headAndTail(text, chars - mostChars);
  const isShown = (range: TextRange): boolean => shown.some(({ from, to }) => from <= range.from && range.to <= to);
  const first = fitting(
    wanted.filter((range) => !isShown(range)),
    mostChars,
  );
  const named = [...first, ...namedLines(text, terms, namedChars - lengthOf(first))];
  return unite([...headAndTail(text, chars - lengthOf(unite(named))), ...named, ...wanted.filter(isShown)]);
}

function headAndTail(text: string, chars: number): [TextRange, TextRange] {
  const head: TextRange = { from: 0, to: headEnd(text, Math.floor(chars * HEAD_SHARE)) };
  return [head, { from: tailStartOf(text, chars - head.to), to: text.length }];
}

const lengthOf = (ranges: readonly TextRange[]): number => ranges.reduce((sum, { from, to }) => sum + to - from, 0);

/** Takes the ranges that fit into so many characters, in their order. */
function fitting(ranges: readonly TextRange[], chars: number): TextRange[] {
  let left = chars;
  return ranges.filter(({ from, to }) => {
    if (to - from > left) return false;
    left -= to - from;
    return true;
  });
}

function namedLines(text: string, terms: readonly WantedTerm[], chars: number): TextRange[] {
  const scores = new Map<number, { to: number; score: number }>();
  for (const { text: term, weight } of terms) {
    const places = placesOf(text, term);
    if (places.length > MOST_PLACES) continue;
    for (const place of places) {
      const { from, to } = lineAround(text, place, term.length);
      const known = scores.get(from);
      const score = weight / places.length;
      scores.set(from, { to: Math.max(to, known?.to ?? 0), score: score + (known?.score ?? 0) });
    }
  }
  const ranked = [...scores].sort(([fromA, a], [fromB, b]) => b.score - a.score || fromA - fromB);
  const taken: TextRange[] = [];
  let left = chars;
  for (const [from, { to }] of ranked) {
    if (to - from > left) continue;
    taken.push({ from, to });
    left -= to - from;
  }
  return taken;
}

const IN_NAME = /[A-Za-z]/;

/** Returns where a term begins in a text, one place more than tell lines apart at most; not within another name: `Error` in `NameError`. */
function placesOf(text: string, term: string): number[] {
  const places: number[] = [];
  const isName = IN_NAME.test(term[0]!);
  for (let at = text.indexOf(term); at >= 0 && places.length <= MOST_PLACES; at = text.indexOf(term, at + term.length))
    if (!isName || at === 0 || !IN_NAME.test(text[at - 1]!)) places.push(at);
  return places;
}

/**
 * Returns the line around a place, or only its surroundings where the line is long. Looks no further than these: a text may
 * have no line ends at all, and many places are tried.
 */
function lineAround(text: string, place: number, length: number): TextRange {
  const around = Math.max(0, LINE_CHARS - length) >> 1;
  const [first, end] = [Math.max(0, place - around), Math.min(text.length, place + length + around)];
  const before = text.slice(first, place).lastIndexOf('\n');
  const after = text.slice(place + length, end).indexOf('\n');
  const to = after < 0 ? end : place + length + after;
  return { from: wordStart(text, first + before + 1, place), to: wordEnd(text, to, place + length) };
}

function headEnd(text: string, chars: number): number {
  const line = text.lastIndexOf('\n', chars);
  return line > chars * (1 - LINE_SLACK) ? line : wordEnd(text, chars, chars >> 1);
}

function tailStartOf(text: string, chars: number): number {
  const from = Math.max(0, text.length - chars);
  const line = text.indexOf('\n', from);
  return line >= 0 && line - from < chars * LINE_SLACK ? line + 1 : wordStart(text, from, text.length - (chars >> 1));
}

const IN_WORD = /[\p{L}\p{N}\p{M}\p{Cs}_]/u;
const BESIDE_WORD = /[\s"'`()[\]{}<>]/;
/** A sign between two digits: of a number or date ("1301.25", "2031-05-03"), or between two numbers, which a comma parts at best. */
const IN_NUMBER = /^\d[.,:\-/']\d$/;
const isInNumber = (text: string, at: number): boolean => IN_NUMBER.test(text.slice(Math.max(0, at - 1), at + 2));

/** Moves the end of a piece back to the end of a word or behind a sign, not before `least`; never into a surrogate pair. */
function wordEnd(text: string, at: number, least: number): number {
  const last = Math.max(least, at - WORD_SLACK_CHARS, 1);
  let behindComma: number | undefined;
  let behindSign: number | undefined;
  for (let to = at; to >= last; to--) {
    if (IN_WORD.test(text[to - 1]!) && !BESIDE_WORD.test(text[to] ?? ' ')) continue;
    if (!isInNumber(text, to - 1) && !isInNumber(text, to)) return to;
    if (text[to - 1] === ',') behindComma ??= to;
    behindSign ??= to;
  }
  return behindComma ?? behindSign ?? wholeTo(text, at);
}

/** Moves the start of a piece on to the start of a word or to a sign, not past `most`; never into a surrogate pair. */
function wordStart(text: string, at: number, most: number): number {
  const last = Math.min(most, at + WORD_SLACK_CHARS, text.length - 1);
  let atComma: number | undefined;
  let atSign: number | undefined;
  for (let from = at; from <= last; from++) {
    if (IN_WORD.test(text[from]!) && !BESIDE_WORD.test(text[from - 1] ?? ' ')) continue;
    if (!isInNumber(text, from) && !isInNumber(text, from - 1)) return from;
    if (text[from] === ',') atComma ??= from;
    atSign ??= from;
  }
  return atComma ?? atSign ?? wholeTo(text, at);
}

function unite(ranges: readonly TextRange[]): TextRange[] {
  const united: { from: number; to: number }[] = [];
  for (const { from, to } of ranges.filter((range) => range.to > range.from).sort((a, b) => a.from - b.from)) {
    const last = united.at(-1);
    if (last && from - last.to <= CLOSE_CHARS) last.to = Math.max(last.to, to);
    else united.push({ from, to });
  }
  return united;
}
