import { opensSentence } from './is-asserted.ts';
import { singular, wordsOf } from './normal-words.ts';

/** Words behind a program that say nothing of what it is used for. */
const LATELY = /^(?:\s+(?:now|again|already|currently|still|instead|today|these\s+days|any\s?more))+(?!\p{L})/iu;
const LATELY_BEHIND = /(?:\s+(?:now|again|already|currently|instead|today|these\s+days))+\s*$/iu;
/** Where the clause ends, but for a list: what follows is a reason or another statement. */
const END = /[.;!?]|,?\s+(?:because|since|but|so|which|as\s+(?:it|they|we)|and\s+(?:I|we))(?!\p{L}).*$/isu;
const PLACED =
  /(?:^|\s)(?:for|of|in|on|with|at|from|as|to|within|behind|between|under|through|via|inside|during|and|or|when|while|if)\s|,/iu;
const PREPOSITION = /^\s*(?:for|of|in|on|with|at|from|as|to|within)\s+(?:(?:the|our|my|an?|all|this)\s+)?/iu;
const DETERMINERS = /^(?:a|an|the|my|our|this|all)$/u;
/** What is said in front of it may be what it is for: "The cache is fast because we use Redis". */
const OF_WHAT_IS_BEFORE = 'what is said before';

/**
 * Returns what a program is used for by the words around its name, in normalised words: `queue` of "we use Redis for
 * queues". Several purposes are one of their own. Undefined where it is used for whatever there is.
 */
export function readPurpose(before: string, behind: string): string | undefined {
  const rest = behind.replace(LATELY, '').replace(END, '').replace(LATELY_BEHIND, '');
  if (PLACED.test(`${rest} `)) {
    return wordsOf(rest.replace(PREPOSITION, ''))
      .filter((word) => !DETERMINERS.test(word))
      .map(singular)
      .join(' ');
  }
  return opensSentence(before) ? undefined : OF_WHAT_IS_BEFORE;
}

/** A part, a while, a case or a customer, of which a change says nothing of all else. */
const IN_PART =
  'only|alone|just|mainly|mostly|partly|partially|first|new|newer|old|older|legacy|some|most|many|few|several|certain|other|others|another|one|two|three|half|part|parts|single|small|smaller|large|larger|big|bigger|heavy|internal|external|private|public|local|remote|staging|production|prod|dev|development|test|testing|qa|ci|preview|sandbox|canary|live|demos?|trials?|experiments?|pocs?|prototypes?|pilots?|hackathons?|spikes?|workshops?|customers?|clients?|users?|tenants?|teams?|people|someone|everyone|me|us|you|him|her|them|it|that|this|these|those|a|an|now|today|tonight|tomorrow|good|example|instance|once|ever|while|seconds?|minutes?|hours?|days?|weeks?|weekends?|months?|years?|jan\\p{L}*|feb\\p{L}*|march|april|may|june|july|aug\\p{L}*|sep\\p{L}*|oct\\p{L}*|nov\\p{L}*|dec\\p{L}*|\\p{L}+days?';
const BROAD = new RegExp(
  `^(?:\\s+now)?\\s+(?:for\\s+(?:the\\s+|our\\s+|all\\s+)?(?!(?:[\\p{L}-]+\\s+){0,2}(?:${IN_PART})(?!\\p{L}))(?-i:\\p{Ll})[\\p{L}-]*(?:\\s+(?-i:\\p{Ll})[\\p{L}-]*){0,2}?|in\\s+(?:this|the|our)\\s+(?:repo|repository|project|codebase|monorepo))(?:\\s+(?:now|instead))?(?=\\s*(?:[.;!]|$)|,?\\s+(?:because|since|but|so|and\\s+(?:I|we))(?!\\p{L}))`,
  'iu',
);

/**
 * Returns true where a change names what it is for as people name the one use of a program ("for queues", "in this repo"),
 * so that it may be the change of a program of which nobody said what it is for.
 */
export function isBroadPurpose(behind: string): boolean {
  return BROAD.test(behind);
}
