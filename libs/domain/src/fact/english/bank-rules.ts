import { said, type FactRule } from '../fact-rule.ts';
import { NOW } from './english-words.ts';

const LATELY = `(?:~${NOW})?`;
const BANK = { kind: 'personal', label: 'user', attribute: 'bank', value: 'name', isLast: true } as const satisfies Partial<FactRule>;
/** Elsewhere people have accounts of other kinds: "an account with Netflix". */
const ACCOUNT = '(?:bank|checking|current|savings|giro|salary)~account';

/** Words for the kind of a bank and its country are no name of it. */
const NO_BANK = '(?!(?:\\p{L}+(?:ish|ese)|german|french|dutch|swiss|italian|american|european|online|local|closed|open|down)(?!\\p{L}))';

/** With whom people bank. Many have several banks: only who changes them leaves one. */
export const BANKS: readonly FactRule[] = [
  { ...BANK, pattern: said(`I${LATELY}~bank~(?:with|at)~(?:the~)?`) },
  { ...BANK, label: 'project', pattern: said(`we${LATELY}~bank~(?:with|at)~(?:the~)?`) },
  { ...BANK, pattern: said(`my~(?:(?:main|new|personal)~)?bank~is${LATELY}~${NO_BANK}`) },
  { ...BANK, pattern: said(`I(?:${LATELY}~have|['’]ve~got|~have~got)~(?:an?|my)~(?:[\\p{L}-]+~)?${ACCOUNT}~(?:with|at)~`) },
  {
    ...BANK,
    saysChange: true,
    pattern: said(`I(?:['’]ve|~have)?${LATELY}~(?:switched|changed)~(?:my~)?banks?(?:~from~(?<old>(?-i:\\p{Lu})[^,;.]{1,30}?))?~to~`),
  },
  { ...BANK, ends: true, pattern: said(`I(?:~no~longer~bank|['’]?(?:ve)?~stopped~banking)~with~`) },
];
