import type { EventBody } from '../event/event-body.ts';
import type { SessionEntry } from '../session/session-state.ts';
import { isCommonWord } from './read-terms.ts';

/** How telling a word is; 0 for an everyday one. */
export type WordWeight = (word: string) => number;

const REQUEST_CHARS = 1_200;
const DENSE_CHARS = 20;
const WORD_CHARS = 40;
/** Words of the one request of a span, of each of two, of each of three. */
const QUOTED_WORDS = [9, 6, 5] as const;
const DECIDED_WORDS = 6;
const LEAST_TELLING = 1.5;
/** A clause is understood best from its start, or whole; what comes first matters most. */
const FROM_START = 1.15;
const WHOLE = 1.15;
const LATER = 0.08;
/** One or two words, such as a ticket's number, say less than a clause does. */
const FEW_WORDS = 3;
const FEW = 0.6;

/** Kinds that ask for something. */
const ASKING = new Set(['user_message', 'objective', 'delegation']);

/** The requests of a span in its own words: quoted, the most telling three, in order. */
export function requestTopics(entries: readonly SessionEntry[], bodies: ReadonlyMap<string, EventBody>, weightOf: WordWeight): string[] {
  const asked = entries.flatMap((entry, at) => {
    const text = ASKING.has(entry.kind) ? bodies.get(entry.id)?.text : undefined;
    const best = text === undefined ? undefined : tellingPart(text, weightOf, QUOTED_WORDS[0]);
    return best === undefined || best.weight < LEAST_TELLING ? [] : [{ at, text: text!, ...best }];
  });
  const chosen = asked.toSorted((a, b) => b.weight - a.weight || a.at - b.at).slice(0, QUOTED_WORDS.length);
  const words = QUOTED_WORDS[Math.max(0, chosen.length - 1)]!;
  const quoted = chosen.sort((a, b) => a.at - b.at).map(({ text }) => `"${tellingPart(text, weightOf, words)!.part}"`);
  return [...new Set(quoted)];
}

/** Decisions of a span, the newest two. */
export function decisionTopics(entries: readonly SessionEntry[], bodies: ReadonlyMap<string, EventBody>, weightOf: WordWeight): string[] {
  return entries
    .filter(({ kind }) => kind === 'decision')
    .slice(-2)
    .flatMap(({ id }) => {
      const text =
        bodies.get(id)?.text.replace(/^\W*(?:(?:we|i)\s+)?(?:decision|decided?|chosen?|choose|agreed?)\b[\s:]*(?:(?:to|on)\b)?/i, '') ?? '';
      const part = tellingPart(text, weightOf, DECIDED_WORDS)?.part;
      return part === undefined ? [] : [`decided ${part}`];
    });
}

/** Words of the requests of a span whose rarity decides which part of them is quoted. */
export function requestWords(entries: readonly SessionEntry[], bodies: ReadonlyMap<string, EventBody>, limit: number): string[] {
  const found = new Set<string>();
  const texts = entries.flatMap(({ id, kind }) => (ASKING.has(kind) ? (bodies.get(id)?.text ?? []) : []));
  const lists = texts.map((text) => clausesOf(text).flat());
  for (let rank = 0; rank < REQUEST_CHARS && found.size < limit && lists.some((list) => rank < list.length); rank++) {
    for (const list of lists)
      if (rank < list.length && found.size < limit && !isCommonWord(list[rank]!)) found.add(list[rank]!.toLowerCase());
  }
  return [...found];
}

/** The words in a row, at most so many, that tell most of a text; earlier ones of equals. Undefined where it has none. */
export function tellingPart(
  text: string,
  weightOf: WordWeight,
  most: number,
): { readonly part: string; readonly weight: number } | undefined {
  let best: { words: readonly string[]; weight: number; score: number } | undefined;
  for (const [number, words] of clausesOf(text).entries()) {
    for (let from = 0; from < Math.max(1, words.length - 2); from++) {
      const window = trimmed(words.slice(from, from + most), weightOf);
      if (window.length === 0) continue;
      const weight = window.reduce((sum, word) => sum + weightOf(word), 0);
      const isWhole = from === 0 && from + most >= words.length;
      const score =
        ((weight / Math.sqrt(2 + window.length)) *
          (from === 0 ? FROM_START : 1) *
          (isWhole ? WHOLE : 1) *
          (window.length < FEW_WORDS ? FEW : 1)) /
        (1 + LATER * number);
      if (best === undefined || score > best.score + 1e-9) best = { words: window, weight, score };
    }
  }
  return best === undefined ? undefined : { part: best.words.join(' '), weight: best.weight };
}

/** Tags that programs put around parts of a request, and addresses, say nothing of what is wanted. */
const TAG = /<\/?[A-Za-z][\w:-]{0,40}(?:\s[^<>\n]{0,200})?>/g;

/** Clauses of the start of a text as words that may stand in a marker. */
function clausesOf(text: string): string[][] {
  return text
    .slice(0, REQUEST_CHARS)
    .replaceAll(TAG, '\n')
    .split(/(?:[.!?;:]+(?=\s|$))|[。！？；\n]+/u)
    .map((clause) =>
      clause
        .split(/[\s,"'`[\]{}()<>|*#\p{Cc}]+/u)
        .filter((word) => /[\p{L}\p{N}]/u.test(word) && !word.includes('://') && (word.length <= WORD_CHARS || isDense(word)))
        .map(shortWord),
    )
    .filter((words) => words.length > 0);
}

/** A script without blanks makes a clause one word: its start is enough. */
function shortWord(word: string): string {
  return isDense(word) ? Array.from(word).slice(0, DENSE_CHARS).join('') : word;
}

function isDense(word: string): boolean {
  return word.length > DENSE_CHARS && /[\u0250-\u{10ffff}]/u.test(word);
}

function trimmed(words: readonly string[], weightOf: WordWeight): readonly string[] {
  let [from, to] = [0, words.length];
  while (from < to && weightOf(words[from]!) === 0) from++;
  while (to > from && weightOf(words[to - 1]!) === 0) to--;
  return words.slice(from, to);
}
