import { said, type FactRule } from '../fact-rule.ts';
import { I_AM, NOW } from './english-words.ts';

const LIKES = "love|like|enjoy|prefer|adore|hate|dislike|detest|can[’']t~stand|cannot~stand";
/** Words that refer to what the other has just said. */
const NOT_A_THING =
  '(?!not~to\\b|neither\\b|[^,.;!?]{0,60}~(?:(?:better|more)(?:~than(?!\\p{L})|\\s*(?:[.,;!?]|$))|less~than(?!\\p{L}))|to~(?:move|break|admit|bother|ask|interrupt|complain|brag|know|see|hear|think|go|help|get|do|be|have|say|make)\\b|it\\b|that\\b|this\\b|how\\b|what\\b|when\\b|where\\b|your\\b|you\\b|these\\b|those\\b|them\\b|him\\b|her\\b|the\\b|their\\b|its\\b|his\\b|being\\b|both\\b|to\\s*(?:[,.;!?]|$)|a~(?:more|balanced|different|similar)\\b|[^,.;!?]{0,40}~(?:within|in|like|of|to|for|on|with)~(?:that|this|those|these)~|best\\b|most\\b|better\\b|also\\b|seeing\\b|hearing\\b|all~(?:the|of|these)\\b)';
/** Likes of people, and what they like best. */
export const PREFERENCES: readonly FactRule[] = [
  {
    kind: 'preference',
    label: 'user',
    isFavourite: true,
    attribute: 'favorite {attr}',
    value: 'phrase',
    pattern: said(
      `my~(?:${NOW}~)?(?:all-time~)?favou?rite~(?<attr>[\\p{L}-]+(?:~[\\p{L}-]+){0,2}?)~(?:is|are)(?:~${NOW})?~(?!to\\b|when\\b|that\\b|because\\b|how\\b|so\\b)`,
    ),
  },
  {
    kind: 'preference',
    label: 'user',
    isFavourite: true,
    attribute: 'favorite {attr}',
    saysChange: true,
    value: 'name',
    pattern: said(
      `my~(?:all-time~)?favou?rite~(?<attr>[\\p{L}-]+(?:~[\\p{L}-]+){0,2}?)~(?:was|were|used~to~be)~(?<old>[^,;()]{1,40}?),?~(?:and~|but~|so~)?(?:(?:now|these~days|nowadays|today)~(?:it['’]?s|it~is|they['’]re|they~are)|(?:it['’]s|it~is|they['’]re|they~are|is|are)~(?:now|currently))~`,
    ),
  },
  {
    kind: 'preference',
    label: 'user',
    isFavourite: true,
    attribute: 'preferred {attr}',
    value: 'phrase',
    pattern: said(`my~preferred~(?<attr>[\\p{L}-]+(?:~[\\p{L}-]+){0,2}?)~(?:is|are)~`),
  },
  {
    kind: 'preference',
    label: 'user',
    attribute: 'liking {}',
    value: 'phrase',
    pattern: said(
      `I~(?:(?:really|absolutely|also|still|always|just|personally|definitely|much|generally|usually)~){0,2}(?:${LIKES})~${NOT_A_THING}`,
    ),
  },
  {
    kind: 'preference',
    label: 'user',
    attribute: 'liking {}',
    ends: true,
    value: 'phrase',
    pattern: said(`I~(?:no~longer~(?:${LIKES})|don['’]t~(?:${LIKES})(?=[^,.;]{2,60}(?:anymore|any~more)))~${NOT_A_THING}`),
  },
  {
    kind: 'preference',
    label: 'user',
    attribute: 'liking {}',
    ends: true,
    value: 'word',
    pattern: said(
      `I~(?:no~longer~(?:drink|eat)~(?=[\\p{L}-]+\\s*(?:[.,;!]|$))|(?:don[’']t|do~not)~(?:drink|eat)~(?=[\\p{L}-]+~any~?(?:more|longer)\\s*(?:[.,;!]|$)))(?!(?:it|that|this|them|those|anything|much|out)(?!\\p{L}))`,
    ),
  },
  {
    kind: 'preference',
    label: 'user',
    attribute: 'liking {}',
    value: 'phrase',
    pattern: said(
      `(?:${I_AM}~(?:(?:a~)?(?:big|huge|great)~fan~of|a~fan~of|really~into|fond~of|passionate~about)|I['’]ve~always~(?:loved|liked|enjoyed|preferred))~${NOT_A_THING}`,
    ),
  },
];
