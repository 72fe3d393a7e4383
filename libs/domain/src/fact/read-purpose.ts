import { opensSentence } from './is-asserted.ts';
import { singular, wordsOf } from './normal-words.ts';

/** Words behind a program that say nothing of what it is used for. */
const LATELY = /^(?:\s+(?:now|again|already|currently|still|instead|today|these\s+days|any\s?more))+(?!\p{L})/iu;
/** When it became so, which is no part of what it is used for. */
const WHEN =
  /(?:^|\s+)(?:(?:on|since|as\s+of|starting)\s+)?(?:(?:this|last|next)\s+(?:week|weekend|month|year|spring|summer|autumn|fall|winter|morning|afternoon|night)|(?:(?:this|last|next)\s+)?(?:mon|tues|wednes|thurs|fri|satur|sun)day|yesterday|today|tonight|(?:an?|\d+|two|three|a\s+few|a\s+couple\s+of)\s+(?:day|week|month|year)s?\s+ago|(?:right|just)\s+now|at\s+the\s+moment)(?=\s*$)/iu;
const LATELY_BEHIND = /(?:\s+(?:now|again|already|currently|instead|today|these\s+days))+\s*$/iu;
/** Ends of a clause, but for a list: a reason or another statement follows. */
const END = /[.;!?]|,?\s+(?:because|since|but|so|which|as\s+(?:it|they|we)|and\s+(?:I|we))(?!\p{L}).*$/isu;
const PLACED =
  /(?:^|\s)(?:for|of|in|on|with|at|from|as|to|within|behind|between|under|through|via|inside|during|and|or|when|while|if)\s|,/iu;
const PREPOSITION = /^\s*(?:for|of|in|on|with|at|from|as|to|within)\s+(?:(?:the|our|my|an?|all|this)\s+)?/iu;
const DETERMINERS = /^(?:a|an|the|my|our|this|all)$/u;
/** Purpose of a program that words in front of it may name: "The cache is fast because we use Redis". */
const OF_WHAT_IS_BEFORE = 'what is said before';

/**
 * Returns what a program is used for by the words around its name, in normalised words: `queue` of "we use Redis for
 * queues". Several purposes are one of their own. Undefined where it is used for whatever there is.
 */
export function readPurpose(before: string, behind: string): string | undefined {
  const rest = behind.replace(LATELY, '').replace(END, '').replace(LATELY_BEHIND, '').replace(WHEN, '');
  if (PLACED.test(`${rest} `)) {
    return wordsOf(rest.replace(PREPOSITION, ''))
      .filter((word) => !DETERMINERS.test(word))
      .map(singular)
      .join(' ');
  }
  return opensSentence(before) ? undefined : OF_WHAT_IS_BEFORE;
}

const OF_ALL =
  /^(?:\s+now)?\s+in\s+(?:this|the|our)\s+(?:repo|repository|project|codebase|monorepo)(?:\s+(?:now|instead))?(?=\s*(?:[.;!]|$)|,?\s+(?:because|since|but|so|and\s+(?:I|we))(?!\p{L}))/iu;

/**
 * Returns true where a change is said of all the work ("in this repo"), so that it is the change of a program of which
 * nobody said what it is for. One "for queues" may leave that program in use for something else.
 */
export function isOfAllWork(behind: string): boolean {
  return OF_ALL.test(behind);
}
