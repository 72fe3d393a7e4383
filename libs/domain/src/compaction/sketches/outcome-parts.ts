import { ENGLISH_STOP_WORDS } from '../../recall/stop-words.ts';
import { isCommonWord } from '../../terms/read-terms.ts';
import { readNegations } from '../topics/negations.ts';
import { ADDRESSED, DETERMINERS, DONE, ENDED_WORD, ENDS, NOW, OPEN, PRONOUNS } from './outcome-words.ts';

/** Largest number of words of an outcome. */
export const OUTCOME_WORDS = 9;
/** Words of a subject; a longer one is more than the name of a thing. */
const NAMED_WORDS = 8;

const isAdverb = (word: string): boolean => NOW.has(word) || /(?:ly|reich|ment|mente)$/.test(word) || word === 'just' || word === 'also';

export function skipAdverbs(low: readonly string[], from: number): number {
  let at = from;
  while (at < low.length && isAdverb(low[at]!)) at++;
  return at;
}

/** Returns true for a word that makes a sentence one of what might be. A month is none: "the ticket for 3 May". */
export function leavesOpen(words: readonly string[], at: number): boolean {
  const word = words[at]?.toLowerCase() ?? '';
  return OPEN.has(word) && !(word === 'may' && isMonth(words, at));
}

/** Words that follow a verb "may", and verbs that never do. */
const AFTER_MAY = new Set(['be', 'have', 'not', 'also', 'only', 'still']);
const AFTER_MONTH = new Set(['has', 'was', 'were', 'is', 'are']);
const isNumber = (word: string | undefined): boolean => word !== undefined && /^\d/.test(word);

function isMonth(words: readonly string[], at: number): boolean {
  const next = words[at + 1]?.toLowerCase() ?? '';
  if (words[at] === 'May') return isNumber(next) || (at > 0 && !AFTER_MAY.has(next));
  return isNumber(words[at - 1]) && AFTER_MONTH.has(next);
}

/**
 * Returns a subject with the words that stand between it and its participle: those of the verb from `at`, and the
 * adverbs from `behind` up to `done`. Only those that no index has are left out: the words on both sides of one adjoin
 * in an analysed text, too.
 */
export function linkTo(
  subject: readonly string[],
  words: readonly string[],
  [at, behind, done]: readonly [at: number, behind: number, done: number],
  isNamed = subject.length > 0,
): string[] {
  if (!isNamed) return [];
  const verb = words.slice(at, behind);
  const adverbs = words.slice(behind, done).filter((word) => !isUnindexed(word));
  return [...subject, ...(verb.every(isUnindexed) ? [] : verb), ...adverbs];
}

const isUnindexed = (word: string): boolean => ENGLISH_STOP_WORDS.has(word.toLowerCase());

/**
 * Returns the words of what a verb is about, all of them; none where they are a pronoun, undefined where they are no
 * name: a clause of its own, of which something else is said, or something that is negated.
 */
export function subjectOf(words: readonly string[], low: readonly string[], verb: number): string[] | undefined {
  let from = verb;
  while (from > 0 && low[from - 1] !== 'that' && low[from - 1] !== 'but' && low[from - 1] !== 'so') from--;
  if (low[from - 1] === 'that' && negates(low, 0, from)) return undefined;
  while (from < verb && DETERMINERS.has(low[from]!)) from++;
  const named = words.slice(from, verb);
  if (named.length === 1 && PRONOUNS.has(low[from]!)) return [];
  if (named.length > NAMED_WORDS || negates(low, from + 1, verb)) return undefined;
  if (low.slice(from, verb).some((word) => DONE.has(word) || ENDED_WORD.has(word) || isShortened(word))) return undefined;
  return named;
}

/** "It’s", "they’re": a pronoun with its verb. */
const isShortened = (word: string): boolean => /’(?:s|re|m|ve|ll)$/.test(word) && PRONOUNS.has(word.split('’', 1)[0]!);

/** Adds what follows, up to the next clause; nothing where the part that is left out negates it. */
export function cut(words: readonly string[], low: readonly string[], said: readonly string[], from: number): string[] | undefined {
  let to = from;
  let size = said.length;
  for (; to < words.length && size < OUTCOME_WORDS && !ENDS.has(low[to]!); to++) size++;
  if (negates(low, to, words.length)) return undefined;
  const isWhole = to === words.length || ENDS.has(low[to]!);
  if (ADDRESSED.has(low[to - 1]!)) to -= to - from > 1 ? 2 : 0;
  else while (!isWhole && to > from && (isCommonWord(words[to - 1]!) || DETERMINERS.has(low[to - 1]!))) to--;
  return [...said, ...words.slice(from, to)];
}

export function negates(low: readonly string[], from: number, to: number): boolean {
  const negations = readNegations(low);
  for (let at = from; at < to; at++) if (negations.opens(at) || negations.closes(at)) return true;
  return false;
}
