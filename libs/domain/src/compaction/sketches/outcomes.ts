import { cut, leavesOpen, linkTo, negates, OUTCOME_WORDS, skipAdverbs, subjectOf } from './outcome-parts.ts';
import {
  BEEN,
  DOES,
  DONE,
  EDITED,
  ENDED,
  ENDED_WORD,
  HAS_BEEN,
  HAVE,
  HAVE_BEEN,
  IS,
  NOW,
  REASONS,
  WAS,
  WAS_APART,
  WE,
} from './outcome-words.ts';

/** Characters read of a message, sentences of it, and words of each. */
const READ_CHARS = 2_400;
const MOST_SENTENCES = 40;
const MOST_WORDS = 40;
/** Number of outcomes kept of one message, and of characters of each. */
const MOST_OUTCOMES = 3;
const OUTCOME_CHARS = 48;

const MARKUP = /[*`#>|"“”«»„()[\]{}]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu;
/** A point behind one or two digits is of an ordinal: the 3. May. */
const SENTENCES = /(?<=[!?;]|(?<!\s\d{1,2})\.)\s+|\s*\n\s*/u;
const FIRST_WORDS = /\p{L}+(?:\s+[\p{L}\p{N}]+)?/u;
const APOSTROPHE = /(?<=\p{L})['´‘](?=\p{L})/gu;

/**
 * Finds what a message says was done, or cannot be: "reservation K4M cancelled", "booked W for 3 May", "fare class Y
 * sold out". Questions, wishes and what might be are left out, and so is what would say its opposite in so few words.
 * The words stay in the order of the text, and between them only words are left out that no index has: an erasure knows
 * by them that they repeat what was erased.
 */
export function outcomesIn(text: string): string[] {
  const found: string[] = [];
  const sentences = text.slice(0, READ_CHARS).replaceAll(MARKUP, ' ').replaceAll(APOSTROPHE, '’').split(SENTENCES);
  for (const sentence of sentences.slice(0, MOST_SENTENCES)) {
    if (sentence.endsWith('?') || leavesOpen(FIRST_WORDS.exec(sentence)?.[0].split(/\s+/) ?? [], 0)) continue;
    // The part before a colon is a heading, if nothing says that it was done.
    for (const clause of sentence.split(/(?<=:)\s+|,(?!\d)\s*|\s[–—-]\s/u)) {
      const outcome = outcomeOf(clause);
      if (outcome !== undefined && outcome.length <= OUTCOME_CHARS && !found.includes(outcome)) found.push(outcome);
    }
  }
  return found.slice(-MOST_OUTCOMES);
}

function outcomeOf(clause: string): string | undefined {
  const words = clause
    .split(/\s+/)
    .slice(0, MOST_WORDS)
    .map((word) => word.replace(/^[^\p{L}\p{N}$€£]+|[^\p{L}\p{N}%]+$/gu, ''))
    .filter((word) => word !== '');
  const low = words.map((word) => word.toLowerCase());
  if (words.length < 2 || REASONS.has(low[0]!)) return undefined;
  for (let at = 0; at < words.length; at++) {
    if (leavesOpen(words, at)) return undefined;
    const said =
      passive(words, low, at) ??
      (at === 0 && clause.endsWith(':') ? undefined : active(words, low, at)) ??
      refused(words, low, at) ??
      ended(words, low, at);
    if (said !== undefined) return said.length > 1 ? said.join(' ') : undefined;
  }
  return undefined;
}

/** "The seat has been booked for 3 May": subject, participle, what follows. */
function passive(words: readonly string[], low: readonly string[], at: number): string[] | undefined {
  const first = low[at]!;
  const behind =
    (HAVE_BEEN.has(first) && BEEN.has(low[at + 1] ?? '')) || HAS_BEEN.has(`${first} ${low[at + 1]}`)
      ? at + 2
      : WAS.has(first) || (IS.has(first) && NOW.has(low[at + 1] ?? ''))
        ? at + 1
        : undefined;
  if (behind === undefined) return undefined;
  const done = skipAdverbs(low, behind);
  const subject = subjectOf(words, low, at);
  // "It was booked" tells of what was before.
  if (subject === undefined || (WAS.has(first) && (subject.length === 0 || EDITED.has(low[done] ?? '')))) return undefined;
  if (done < low.length && DONE.has(low[done]!))
    return cut(words, low, [...linkTo(subject, words, [at, behind, done]), low[done]!], done + 1);
  // The participle stands last in German and Dutch.
  const last = low.length - 1;
  if (last - at > 6 || !WAS_APART.has(first) || !DONE.has(low[last]!) || negates(low, at, last)) return undefined;
  const said = [...subject, ...words.slice(at, last), low[last]!];
  return said.length > OUTCOME_WORDS ? undefined : said;
}

/** "I have booked W for you", "Refunded 40 EUR": participle, what follows. */
function active(words: readonly string[], low: readonly string[], at: number): string[] | undefined {
  const isOurs = WE.has(low[at]!);
  if (!isOurs && at > 0) return undefined;
  let done = isOurs ? at + 1 : skipAdverbs(low, 0);
  if (isOurs && HAVE.has(low[done] ?? '')) done++;
  done = skipAdverbs(low, done);
  if (!DONE.has(low[done] ?? '') || EDITED.has(low[done]!) || done + 1 === low.length) return undefined;
  return cut(words, low, [low[done]!], done + 1);
}

/** "Tickets of this class cannot be changed", "I am unable to refund the fee". */
function refused(words: readonly string[], low: readonly string[], at: number): string[] | undefined {
  const isCannot = /^(?:cannot|can’t|couldn’t)$/.test(low[at]!);
  const isUnable = low[at] === 'unable' && low[at + 1] === 'to';
  if (!isCannot && !isUnable) return undefined;
  const verb = at + (isUnable ? 2 : 1);
  const isOpen = words.some((_, from) => from >= verb && leavesOpen(words, from));
  if (low[verb] === 'be') {
    const done = skipAdverbs(low, verb + 1);
    const subject = subjectOf(words, low, at);
    if (!subject?.length || !DONE.has(low[done] ?? '') || isOpen) return undefined;
    const how = linkTo([], words, [verb, verb + 1, done], true);
    return cut(words, low, [...subject, ...(isUnable ? ['unable', 'to'] : ['cannot']), 'be', ...how, low[done]!], done + 1);
  }
  if (isOpen || !DOES.has(low[verb] ?? '')) return undefined;
  return cut(words, low, [...(isUnable ? ['unable', 'to'] : ['cannot']), low[verb]!], verb + 1);
}

/** "Fare class Y is sold out". */
function ended(words: readonly string[], low: readonly string[], at: number): string[] | undefined {
  if (!IS.has(low[at]!) && !WAS.has(low[at]!)) return undefined;
  const from = skipAdverbs(low, at + 1);
  for (const size of [3, 2, 1]) {
    const state = low.slice(from, from + size).join(' ');
    if (!ENDED.has(state) && !ENDED_WORD.has(state)) continue;
    const subject = subjectOf(words, low, at);
    return !subject?.length
      ? undefined
      : cut(words, low, [...linkTo(subject, words, [at, at + 1, from]), ...state.split(' ')], from + size);
  }
  return undefined;
}
