import { readNegations } from '../compaction/topics/negations.ts';
import { isAsserted } from '../fact/is-asserted.ts';
import { isHeadedNotSo } from '../fact/read-match.ts';
import type { WordRange } from '../unit/fact-pointers.ts';

/** Most characters that are read before a quote and behind it. */
const MOST_CHARS = 300;
const SENTENCE_END = /[.!?…](?=["”’»)]?\s)|[。！？\n]/gu;
/** A new clause, whose words those before it do not govern. */
const CLAUSE =
  /(?<sign>[,;:–—，、；：])\s*|\s(?:and|und|et|y|e|en|och|и)\s+(?=(?:I|we|my|our|it|ich|wir|je|nous|yo|io|eu|ik|jag|я)(?!\p{L}))/giu;
const WORD = /[\p{L}\p{M}\p{N}'’‘´]+/gu;

/**
 * Returns true for a part of a sentence that says something else without the words beside it: those that negate it, make it
 * a condition, a doubt or another's words, or head it as not so.
 */
export function isTornOut(text: string, [from, to]: WordRange): boolean {
  const quote = text.slice(from, to);
  const before = lastSentence(text.slice(Math.max(0, from - MOST_CHARS), from));
  if (isHeadedNotSo(before) || !isAsserted(before, true)) return true;
  const front = wordsIn(lastClause(before, quote));
  const own = wordsIn(quote);
  const rest = wordsIn(firstClause(text.slice(to, to + MOST_CHARS)));
  return readNegations([...front, ...own, ...rest]).cutsOff(front.length, front.length + own.length);
}

function firstClause(text: string): string {
  const ends = [SENTENCE_END, CLAUSE].map((pattern) => text.search(pattern)).filter((at) => at >= 0);
  return text.slice(0, Math.min(...ends, text.length));
}

function lastSentence(text: string): string {
  const last = [...text.matchAll(SENTENCE_END)].at(-1);
  return last === undefined ? text : text.slice(last.index + 1);
}

/** A comma right behind a negation sets off what is put between: "do not, ever, deploy". */
function lastClause(sentence: string, quote: string): string {
  const cuts = [...`${sentence}${quote}`.matchAll(CLAUSE)].filter(({ index }) => index < sentence.length);
  const putBetween = cuts.some(({ index, groups }) => groups?.['sign'] !== undefined && endsNegated(sentence.slice(0, index)));
  const last = cuts.at(-1);
  return putBetween || last === undefined ? sentence : sentence.slice(last.index + last[0].length);
}

function endsNegated(words: string): boolean {
  const last = wordsIn(words).slice(-1);
  return last.length > 0 && readNegations(last).opens(0);
}

function wordsIn(text: string): string[] {
  return text.replaceAll("'", '’').match(WORD) ?? [];
}
