import { isCommonWord } from '../../terms/read-terms.ts';
import { readNegations } from '../topics/negations.ts';
import {
  BEEN,
  ADDRESSED,
  DETERMINERS,
  DOES,
  DONE,
  EDITED,
  ENDED,
  ENDED_WORD,
  ENDS,
  HAS_BEEN,
  HAVE,
  HAVE_BEEN,
  IS,
  NOW,
  OPEN,
  PRONOUNS,
  REASONS,
  WAS,
  WAS_APART,
  WE,
} from './outcome-words.ts';

/** Characters read of a message, sentences of it, and words of each. */
const READ_CHARS = 2_400;
const MOST_SENTENCES = 40;
const MOST_WORDS = 40;
/** Number of outcomes kept of one message, and of words of each. */
const MOST_OUTCOMES = 3;
const OUTCOME_WORDS = 9;
const OUTCOME_CHARS = 48;
/** Words of a subject; a longer one is more than the name of a thing. */
const NAMED_WORDS = 8;
const SUBJECT_WORDS = 4;

const MARKUP = /[*`#>|"“”«»„()[\]{}]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu;
/** A point behind one or two digits is of an ordinal: the 3. May. */
const SENTENCES = /(?<=[!?;]|(?<!\s\d{1,2})\.)\s+|\s*\n\s*/u;
const FIRST_WORD = /\p{L}+/u;
const APOSTROPHE = /(?<=\p{L})['´‘](?=\p{L})/gu;

/**
 * Finds what a message says was done, or cannot be: "reservation K4M cancelled", "booked W for 3 May", "fare class Y sold
 * out". Questions, wishes and what might be are left out, and so is what would say its opposite in so few words.
 */
export function outcomesIn(text: string): string[] {
  const found: string[] = [];
  const sentences = text.slice(0, READ_CHARS).replaceAll(MARKUP, ' ').replaceAll(APOSTROPHE, '’').split(SENTENCES);
  for (const sentence of sentences.slice(0, MOST_SENTENCES)) {
    if (sentence.endsWith('?') || OPEN.has(FIRST_WORD.exec(sentence)?.[0].toLowerCase() ?? '')) continue;
    // What stands before a colon is a heading, if nothing says that it was done.
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
    if (OPEN.has(low[at]!)) return undefined;
    const said =
      passive(words, low, at) ??
      (at === 0 && clause.endsWith(':') ? undefined : active(words, low, at)) ??
      refused(words, low, at) ??
      ended(words, low, at);
    if (said !== undefined) return said.length > 1 ? said.join(' ') : undefined;
  }
  return undefined;
}

const isAdverb = (word: string): boolean => NOW.has(word) || /(?:ly|reich|ment|mente)$/.test(word) || word === 'just' || word === 'also';

function skipAdverbs(low: readonly string[], from: number): number {
  let at = from;
  while (at < low.length && isAdverb(low[at]!)) at++;
  return at;
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
  if (done < low.length && DONE.has(low[done]!)) return cut(words, low, [...subject, low[done]!], done + 1);
  // The participle stands last in German and Dutch.
  const last = low.length - 1;
  if (last - at > 6 || !WAS_APART.has(first) || !DONE.has(low[last]!) || negates(low, at, last)) return undefined;
  const between = words.slice(behind, last).filter((word) => !isAdverb(word.toLowerCase()));
  return [...subject, ...between, low[last]!].slice(-OUTCOME_WORDS);
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
  if (low[verb] === 'be') {
    const done = skipAdverbs(low, verb + 1);
    const subject = subjectOf(words, low, at);
    if (!subject?.length || !DONE.has(low[done] ?? '') || low.slice(done).some((word) => OPEN.has(word))) return undefined;
    return cut(words, low, [...subject, 'cannot', 'be', low[done]!], done + 1);
  }
  if (low.slice(verb).some((word) => OPEN.has(word))) return undefined;
  return DOES.has(low[verb] ?? '') ? cut(words, low, ['cannot', low[verb]!], verb + 1) : undefined;
}

/** "Fare class Y is sold out". */
function ended(words: readonly string[], low: readonly string[], at: number): string[] | undefined {
  if (!IS.has(low[at]!) && !WAS.has(low[at]!)) return undefined;
  const from = skipAdverbs(low, at + 1);
  for (const size of [3, 2, 1]) {
    const state = low.slice(from, from + size).join(' ');
    if (!ENDED.has(state) && !ENDED_WORD.has(state)) continue;
    const subject = subjectOf(words, low, at);
    return !subject?.length ? undefined : cut(words, low, [...subject, state], from + size);
  }
  return undefined;
}

/** Returns the first words of what a verb is about, which name it; none where they are a pronoun, undefined where they are no name. */
function subjectOf(words: readonly string[], low: readonly string[], verb: number): string[] | undefined {
  let from = verb;
  while (from > 0 && low[from - 1] !== 'that' && low[from - 1] !== 'but' && low[from - 1] !== 'so') from--;
  while (from < verb && DETERMINERS.has(low[from]!)) from++;
  const named = words.slice(from, verb);
  if (named.length === 1 && PRONOUNS.has(named[0]!.toLowerCase())) return [];
  if (
    named.length > NAMED_WORDS ||
    named.some((word) => /’(?:s|re|m|ve|ll)$/.test(word) && PRONOUNS.has(word.split('’', 1)[0]!.toLowerCase()))
  )
    return undefined;
  const subject = named.slice(0, SUBJECT_WORDS);
  while (subject.length > 1 && subject.length < named.length && isCommonWord(subject.at(-1)!)) subject.pop();
  return subject;
}

/** Adds what follows, up to the next clause; nothing where the part that is left out negates it. */
function cut(words: readonly string[], low: readonly string[], said: readonly string[], from: number): string[] | undefined {
  let to = from;
  let size = said.length;
  for (; to < words.length && size < OUTCOME_WORDS && !ENDS.has(low[to]!); to++) size++;
  if (negates(low, to, words.length)) return undefined;
  const isWhole = to === words.length || ENDS.has(low[to]!);
  if (ADDRESSED.has(low[to - 1]!)) to -= to - from > 1 ? 2 : 0;
  else while (!isWhole && to > from && (isCommonWord(words[to - 1]!) || DETERMINERS.has(low[to - 1]!))) to--;
  return [...said, ...words.slice(from, to)];
}

function negates(low: readonly string[], from: number, to: number): boolean {
  const negations = readNegations(low);
  for (let at = from; at < to; at++) if (negations.opens(at) || negations.closes(at)) return true;
  return false;
}
