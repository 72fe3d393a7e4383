import { said, type FactRule } from '../fact-rule.ts';
import { VAGUE } from './life-rules.ts';

const PAST =
  '(?:went|got|had|made|took|saw|met|gave|came|left|bought|found|ran|won|wrote|spent|began|did|sent|drove|flew|built|became|lost|broke|taught|held|fell|quit|led|sold|ate|chose|caught|sang|drew|swam|rode|hung~out|put|paid|heard|(?!used~to~)(?!(?:need|want|feed|speed|exceed|succeed|proceed|indeed|hope|wonder|ask|plan|hope|notice|realiz|mention)(?:ed|d)?(?!\\p{L}))\\p{L}{2,}ed)';
const DOING =
  '(?:going|travell?ing|flying|heading|visiting|starting|hosting|attending|performing|moving|meeting|having|taking|running|leaving|launching|opening|competing|volunteering|getting(?=~(?:married|engaged)~))';
/** Verbs that say of what was named before them that it began or ended: "I used to smoke, but I stopped in 2019". */
const NOT_AT_ALL =
  '(?!(?:stopped|started|began|finished|ended|quit|did|tried|continued|resumed|failed|succeeded|changed|happened)~(?:(?:back|again|all~over)~)?(?:in|on|at|since|last|this|around|by|during|after|before|about)(?!\\p{L})~(?:(?:the|my|a|early|late|mid|around|spring|summer|autumn|fall|winter|of)~)*(?:\\d|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\\p{L}*|(?:mon|tues|wednes|thurs|fri|satur|sun)day|week|month|year|spring|summer|autumn|fall|winter|weekend)(?!\\p{L}))';
/** Things that a person did or will do at a time that he names. */
export const EVENTS: readonly FactRule[] = [
  {
    kind: 'personal',
    label: 'user',
    value: 'clause',
    isClause: true,
    needsDate: 'past',
    pattern: said(`(?:I|we)(?:~(?:just|recently|finally|also|actually|already|even|only|both|really))*~(?=${PAST}~${VAGUE})${NOT_AT_ALL}`),
  },
  {
    kind: 'personal',
    label: 'user',
    value: 'clause',
    needsDate: 'past',
    pattern: said("(?:I|we)(?:['’]ve|~have)~been~(?=\\p{L}+ing~[^,;.]{0,80}(?<!\\p{L})since~(?!I\\b|we\\b))"),
  },
  {
    kind: 'personal',
    label: 'user',
    value: 'clause',
    isClause: true,
    needsDate: 'future',
    pattern: said(
      `(?:I['’]?m|I~am|we['’]re|we~are)(?:~(?:also|actually|finally))*~(?=${DOING}~(?!next\\b|this\\b|on\\b|tomorrow\\b|in\\b|it\\b)${VAGUE})`,
    ),
  },
];
