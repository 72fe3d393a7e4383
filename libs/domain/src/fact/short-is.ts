import { MONTH } from './absolute-dates.ts';
import { WEEKDAY } from './weekdays.ts';

/** Stands for a short "is" behind its space, so that "port's" is as long as "port" with it; no text has it. */
export const SHORT_IS = '\uE001';

/** Words whose short forms the rules spell out, or that say when and where: "it's", "today's Friday". */
const NOT_BEHIND =
  '(?<!(?<![\\p{L}\\p{N}])(?:it|that|this|there|here|what|who|where|when|how|why|which|he|she|let|one|else|\\p{L}+(?:body|one|thing)|today|tomorrow|yesterday|tonight|now|year|month|week|weekend|morning|afternoon|evening|night|\\p{L}+day))';
const NAME = '(?-i:\\p{Lu}\\p{Ll}+(?:-\\p{Lu}\\p{Ll}+)?(?:\\s\\p{Lu}\\p{Ll}+)?)';
/** Words that never stand between an owner and what he owns; who "has called Ida to ask" goes on behind the name. */
const NO_OWNED = [
  '(?:now|currently|no\\s+longer|not|the|an?|my|our)',
  'at\\s+(?:https?:|[~./\\d])|on\\s+(?:the\\s|\\d|(?:' + MONTH + '|' + WEEKDAY + ')(?!\\p{L}))|in\\s+charge\\s+of|responsible\\s+for',
  `(?:called|named)(?=\\s+${NAME}(?:\\s+now)?\\s*(?:[.,;!](?!\\S)|$|\\s(?:and|but)\\s))`,
  'due\\s+(?:on|by)|scheduled\\s+(?:for|on)|set\\s+(?:to|for|at)',
].join('|');
const UNIT =
  '(?:[ap]\\.?m|ms|s|secs?|seconds?|mins?|minutes?|hours?|days?|weeks?|months?|years?|[kmgt]b|%|percent|euros?|dollars?|usd|eur|gbp|chf)';
/** An amount without a thing that it counts, a date or a day, behind which the sentence is over: "the port's 8443". */
const VALUE = `(?:(?:[$€£¥]\\s?)?\\d[\\w.,:/-]*(?:\\s?(?:[%€£]|${UNIT}(?!\\p{L})))?|(?:(?:${MONTH})\\s+\\d{1,2}|\\d{1,2}\\s+(?:${MONTH})|${WEEKDAY}))`;
const SHORT = new RegExp(
  `(?<=[\\p{L}\\p{N}])${NOT_BEHIND}['’]s(?=\\s+(?:(?:${NO_OWNED})(?![\\p{L}\\p{N}])|${VALUE}(?=(?:\\s+now)?\\s*(?:[.!;](?!\\S)|$))|${NAME}\\s+now(?=\\s*(?:[.!;](?!\\S)|$))))`,
  'giu',
);

/**
 * Writes the short "is" of a sentence as a word of its own, in as many characters: "Ana's now the release manager". An
 * owner's stays as it is: "the port's owner", "the team's 5 members".
 */
export function withShortIs(sentence: string): string {
  return sentence.replace(SHORT, ` ${SHORT_IS}`);
}
