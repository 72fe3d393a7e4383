import { said, type FactRule } from '../fact-rule.ts';

/** Sentences that end a rule which was set before. */
export const LIFT = {
  kind: 'constraint',
  label: 'feedback',
  opens: true,
  isInstruction: true,
  ends: true,
  value: 'rest',
} as const satisfies Partial<FactRule>;

/** No words for one time or for now stand in the sentence: an exception lifts no rule. */
const FOR_GOOD =
  '(?![^;!?]*[\\s,](?:only|just~(?:this|for|once|today|the~once|now)|once|today|tonight|tomorrow|until|till|this~(?:time|once|week|release|one)|for~now|for~the~moment|temporar\\p{L}*|revert\\p{L}*)(?!\\p{L}))';
/** The end of the sentence or a reason. */
const END = "\\s*(?:[.!]|$|,?~(?:because|since|as)~|,~(?:the|it|we|I)(?![\\p{L}’'])(?!~(?:think|guess|hope|believe)))";
const AGAIN = '(?:from~now~on|now(?!~on)|again)';
/** Matches the thing. Words that limit it are among these, and have to be those of the rule. */
const THING = '[^.,;:!?]{2,80}?';
const NO_MORE = '(?:any~?(?:more|longer)|from~now~on|now)';
/** Ways in which answers are written; of anything else "forget it" is said of the moment. */
const STYLE =
  '(?:bullet~?points?|bullets|numbered~lists?|lists|emojis?|tables|headings|headers|markdown|footnotes|rhymes|code~blocks?|sign-?offs?|greetings?|summaries|haikus?|pirate~(?:talk|speak|accent))';
const PLAIN = '(?:(?:normal|plain|regular|ordinary|simple|running|flowing)~)(?:text|prose|answers|paragraphs|english|sentences)';

/** Sentences that allow again what a rule forbade, or take back what one asked for. Each is kept only where it lifts one. */
export const LIFTS: readonly FactRule[] = [
  {
    ...LIFT,
    endsKnown: 'ban',
    pattern: said(
      `${FOR_GOOD}(?:you~(?:may|can)~(?:now~)?|(?:you~are|you['’]re)~(?:now~)?allowed~(?:to~)?|feel~free~to~|(?:it['’]?s|it~is)~(?:now~)?(?:ok|okay|fine|alright)~(?:now~)?to~)(?=${THING}~${AGAIN}${END})`,
    ),
  },
  {
    ...LIFT,
    endsKnown: 'ban',
    pattern: said(`${FOR_GOOD}(?:you~(?:may|can)~now~|(?:you~are|you['’]re)~now~allowed~to~)(?=${THING}${END})`),
  },
  ...[
    { thing: THING, isSo: '(?:allowed|permitted)' },
    { thing: STYLE, isSo: '(?:fine|ok|okay|welcome)' },
  ].map(({ thing, isSo }): FactRule => ({
    ...LIFT,
    endsKnown: 'ban',
    pattern: said(
      `${FOR_GOOD}(?=${thing}~(?:is|are)~(?:${isSo}~${AGAIN}|(?:now|again)~${isSo})${END})(?!(?:the|it|this|that|everything|all|he|she)(?!\\p{L}))`,
    ),
  })),
  {
    ...LIFT,
    endsKnown: 'order',
    pattern: said(
      `${FOR_GOOD}(?:you~(?:do~not|don['’]t)~(?:need|have)~to~|no~need~to~|you~(?:no~longer~(?:need|have)~to|need~not|needn['’]t)~)(?=${THING}~${NO_MORE}${END})`,
    ),
  },
  {
    ...LIFT,
    endsKnown: 'order',
    pattern: said(`${FOR_GOOD}(?:you~no~longer~(?:need|have)~to~|there['’]?s~no~longer~any~need~to~)(?=${THING}${END})`),
  },
  {
    ...LIFT,
    endsKnown: 'order',
    pattern: said(
      `${FOR_GOOD}(?:forget(?:~about)?|drop|skip|lose|ditch|enough~with|no~more)~(?:the~|all~the~|those~)?(?=${STYLE}(?:\\s*(?:[.!]|$)|~(?:from~now~on|now)\\s*(?:[.!]|$)|[,;:–—-]~?(?:just~)?${PLAIN}(?!\\p{L})|~and~(?:just~)?(?:use|write|go~back~to)~${PLAIN}))`,
    ),
  },
];
