import { said, type FactRule } from '../fact-rule.ts';
import { I_AM, NOW } from './english-words.ts';

const LATELY = `(?:~${NOW})?`;
const OWN = { kind: 'personal', label: 'user', value: 'employer', isLast: true } as const satisfies Partial<FactRule>;
/** A name that says itself that it is a place of learning. */
const NAMED = (kind: string): string => `(?=(?-i:\\p{Lu})[^.,;!?]{0,60}?(?<!\\p{L})${kind}(?!\\p{L}))`;
const UNIVERSITY = '(?-i:University|College|Institute|Polytechnic|Academy|Universität|Université|Universidad|Universidade|Università)';
const SCHOOL = '(?-i:School|Gymnasium|Lycée)';
/** A field of learning. Who studies people or a menu somewhere is not enrolled there. */
const SUBJECT =
  '(?:(?:(?-i:\\p{Ll})[\\p{L}-]*~(?:and~)?){0,2}(?:\\p{L}+(?:ics|ogy|graphy|istry|nomy|sophy|ometry|itecture|erature|ineering)|law|medicine|maths?|history|arts?|design|music|business|sciences?|studies|nursing|finance|marketing|accounting|education|management|english|german|french|spanish|cs)~)';
/** Other places and times at which people study. */
const NO_SCHOOL = '(?!(?:starbucks|costa|mcdonald\\S*|home|night|work)(?!\\p{L}))';

/** Rules for schools and universities. */
export const SCHOOLS: readonly FactRule[] = [
  { ...OWN, attribute: 'university', pattern: said(`(?:I${LATELY}~study|${I_AM}~studying)~(?:${SUBJECT})?at~(?:the~)?${NO_SCHOOL}`) },
  {
    ...OWN,
    attribute: 'university',
    pattern: said(
      `${I_AM}~(?:an?~(?:(?:phd|doctoral|master['’]?s?|graduate|undergraduate|medical|law|exchange|first-year|second-year|third-year|final-year)~)?student|doing~my~(?:phd|doctorate|master['’]?s?|bachelor['’]?s?|degree|thesis)(?:~degree)?)~at~(?:the~)?${NO_SCHOOL}(?!(?-i:\\p{Lu})[^.,;!?]{0,60}?(?<!\\p{L})${SCHOOL}(?!\\p{L}))`,
    ),
  },
  { ...OWN, attribute: 'university', pattern: said(`I${LATELY}~(?:attend|go~to)~(?:the~)?${NAMED(UNIVERSITY)}`) },
  { ...OWN, attribute: 'school', pattern: said(`I${LATELY}~(?:attend|go~to)~(?:the~)?${NAMED(SCHOOL)}`) },
];
