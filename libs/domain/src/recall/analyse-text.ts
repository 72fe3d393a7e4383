import { classAt, DENSE, JOINER, widthAt, WORD } from './character-classes.ts';
import { encodeTerm } from './term-encoding.ts';

export interface AnalyserOptions {
  /** Stem of a lower-case word of letters only. Pure. */
  readonly stem: (word: string) => string;
  /** Lower-case words left out of documents and queries. */
  readonly stopWords: ReadonlySet<string>;
}

/** An analysed term and the characters it came from (UTF-16 units, `end` exclusive). */
export interface TermSpan {
  readonly term: string;
  readonly start: number;
  readonly end: number;
}

export interface TextAnalyser {
  /** Terms in text order, encoded to [a-z0-9_]. */
  analyse(text: string): string[];
  /** Returns the same terms with their places in the text. */
  analyseSpans(text: string): TermSpan[];
}

type Emit = (term: string, start: number, end: number) => void;

/** Longest identifier that is indexed whole. */
const MAX_CHUNK_CHARS = 2_048;
/** Most consecutive joiners inside an identifier (`://`, `::`, `../`). */
const MAX_JOINERS = 3;

/**
 * Creates the analyser for both documents and queries: lower case, words of every script, no stop words, stems,
 * identifiers (paths, hashes, URLs, snake_case, camelCase, dotted names, flags, file.ext:123) whole and in parts.
 * Scripts without spaces become overlapping pairs. Each run of encoded data (base64) becomes one term. Linear in the
 * text.
 */
export function createAnalyser(options: AnalyserOptions): TextAnalyser {
  const emitWord = createWordEmitter(options);
  return {
    analyse(text) {
      const terms: string[] = [];
      scan(text, emitWord, (term) => {
        terms.push(term);
      });
      return terms;
    },
    analyseSpans(text) {
      const spans: TermSpan[] = [];
      scan(text, emitWord, (term, start, end) => {
        spans.push({ term, start, end });
      });
      return spans;
    },
  };
}

type EmitWord = (text: string, start: number, end: number, emit: Emit) => void;

/** Emits one word: its stem, and the parts of a camelCase name. */
function createWordEmitter({ stem, stopWords }: AnalyserOptions): EmitWord {
  const simple = (word: string, start: number, end: number, emit: Emit): void => {
    if (stopWords.has(word)) return;
    emit(word.length > 2 && word.length <= 32 && isLetters(word) ? stem(word) : encodeTerm(word), start, end);
  };
  return (text, start, end, emit) => {
    const raw = text.slice(start, end);
    const word = raw.toLowerCase();
    if (word === raw) {
      simple(isAscii(word) ? word : word.normalize('NFKC').toLowerCase(), start, end, emit);
      return;
    }
    if (!isAscii(raw)) {
      simple(raw.normalize('NFKC').toLowerCase(), start, end, emit);
      return;
    }
    simple(word, start, end, emit);
    const cuts = camelCuts(raw);
    if (cuts === undefined) return;
    for (let i = 0; i + 1 < cuts.length; i++) simple(word.slice(cuts[i], cuts[i + 1]), start + cuts[i]!, start + cuts[i + 1]!, emit);
  };
}

function isLetters(word: string): boolean {
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    if (code < 97 || code > 122) return false;
  }
  return true;
}

function isAscii(word: string): boolean {
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) > 127) return false;
  return true;
}

const isUpper = (code: number): boolean => code >= 65 && code <= 90;
const isLower = (code: number): boolean => code >= 97 && code <= 122;

/**
 * Finds the boundaries of the parts of a camelCase word. Undefined where there is only one part, or the word looks like
 * encoded data.
 */
function camelCuts(word: string): number[] | undefined {
  if (word.length < 4 || word.length > 80) return undefined;
  const cuts = [0];
  for (let i = 1; i < word.length; i++) {
    if (!isUpper(word.charCodeAt(i))) continue;
    const afterLower = !isUpper(word.charCodeAt(i - 1));
    const beforeLower = i + 1 < word.length && isLower(word.charCodeAt(i + 1));
    if (afterLower || beforeLower) cuts.push(i);
  }
  if (cuts.length < 2 || word.length / cuts.length < 2.5) return undefined;
  cuts.push(word.length);
  return cuts;
}

function scan(text: string, emitWord: EmitWord, emit: Emit): void {
  const length = text.length;
  const bounds: number[] = [];
  let at = 0;
  while (at < length) {
    const kind = classAt(text, at);
    if (kind === WORD) {
      bounds.length = 0;
      at = scanChunk(text, at, bounds);
      emitChunk(text, bounds, emitWord, emit);
    } else if (kind === DENSE) {
      at = emitDense(text, at, emit);
    } else {
      at +=
        text.charCodeAt(at) === 27 ? escapeWidth(text, at) : text.charCodeAt(at) === 92 && isEscape(text, at + 1) ? 2 : widthAt(text, at);
    }
  }
}

/** Skips a terminal's colour code, which is not text. */
function escapeWidth(text: string, at: number): number {
  if (text.charCodeAt(at + 1) !== 91) return 1;
  let end = at + 2;
  while (end < text.length && end - at < 16 && /[0-9;?]/.test(text[end]!)) end++;
  return end - at + 1;
}

/** Returns true for the letter of `\n`, `\t` or `\r` written out, as in JSON inside text. */
function isEscape(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 110 || code === 116 || code === 114;
}

/** Reads words held together by joiners and pushes the start and end of each. Returns where reading continues. */
function scanChunk(text: string, from: number, bounds: number[]): number {
  const length = text.length;
  const drive = text.charCodeAt(from + 1) === 58 && text.charCodeAt(from + 2) === 92;
  let at = from;
  for (;;) {
    const start = at;
    while (at < length && classAt(text, at) === WORD) at += widthAt(text, at);
    bounds.push(start, at);
    let next = at;
    let backslash = false;
    while (next < length && next - at <= MAX_JOINERS && classAt(text, next) === JOINER) {
      if (text.charCodeAt(next) === 92) backslash = true;
      next++;
    }
    if (backslash && !drive && text.charCodeAt(next - 1) === 92 && isEscape(text, next)) return next + 1;
    if (next === at || next - at > MAX_JOINERS || next >= length || classAt(text, next) !== WORD) return at;
    at = next;
  }
}

function emitChunk(text: string, bounds: readonly number[], emitWord: EmitWord, emit: Emit): void {
  const start = bounds[0]!;
  const end = bounds[bounds.length - 1]!;
  if (bounds.length === 2 && end - start < 48) {
    emitWord(text, start, end, emit);
    return;
  }
  if (looksEncoded(text, start, end, bounds.length / 2)) {
    emit(encodeTerm(text.slice(start, end).toLowerCase()), start, end);
    return;
  }
  if (bounds.length > 2 && end - start <= MAX_CHUNK_CHARS) emitWhole(text, start, end, bounds, emit);
  for (let i = 0; i < bounds.length; i += 2) emitWord(text, bounds[i]!, bounds[i + 1]!, emit);
}

/** Emits the identifier, also without its line number, and its segments between `/ \ : = @ # ? & ~ % + $`. */
function emitWhole(text: string, start: number, end: number, bounds: readonly number[], emit: Emit): void {
  const whole = text.slice(start, end).toLowerCase();
  emit(encodeTerm(whole), start, end);
  const line = /:\d+(:\d+)?$/.exec(whole.length > 32 ? whole.slice(-32) : whole);
  const withoutLine = line === null ? end : end - line[0].length;
  let segment = 0;
  let hard = false;
  for (let i = 0; i < bounds.length; i += 2) {
    const last = i + 2 >= bounds.length;
    const softNext = !last && bounds[i + 2]! - bounds[i + 1]! === 1 && isSoft(text.charCodeAt(bounds[i + 1]!));
    if (softNext) continue;
    if (!last) hard = true;
    if (hard && i > segment) emit(encodeTerm(text.slice(bounds[segment], bounds[i + 1]).toLowerCase()), bounds[segment]!, bounds[i + 1]!);
    if (hard && bounds[i + 1] === withoutLine && withoutLine < end && segment > 0)
      emit(encodeTerm(whole.slice(0, withoutLine - start)), start, withoutLine);
    segment = i + 2;
  }
}

/** Returns true for `.`, `-` and `_`, which join the words of one name. */
const isSoft = (code: number): boolean => code === 46 || code === 45 || code === 95;

/** Recognises base64, hex and the like: long words whose characters change class all the time. */
function looksEncoded(text: string, start: number, end: number, words: number): boolean {
  const length = end - start;
  if (length < 48 || length / words < 16) return false;
  const seen = Math.min(length, 512);
  let changes = 0;
  let before = -1;
  for (let i = start; i < start + seen; i++) {
    const code = text.charCodeAt(i);
    const kind = isUpper(code) ? 0 : isLower(code) ? 1 : code >= 48 && code <= 57 ? 2 : 3;
    if (before !== -1 && kind !== before) changes++;
    before = kind;
  }
  return changes / seen > 0.25 || length > MAX_CHUNK_CHARS;
}

function emitDense(text: string, from: number, emit: Emit): number {
  let at = from;
  let previous = -1;
  while (at < text.length && classAt(text, at) === DENSE) {
    const next = at + widthAt(text, at);
    if (previous >= 0) emit(encodeTerm(text.slice(previous, next).normalize('NFKC').toLowerCase()), previous, next);
    previous = at;
    at = next;
  }
  const end = from + widthAt(text, from);
  if (at === end) emit(encodeTerm(text.slice(from, end).normalize('NFKC').toLowerCase()), from, end);
  return at;
}
