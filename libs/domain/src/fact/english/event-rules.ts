import { said, type FactRule } from '../fact-rule.ts';
import { VAGUE } from './life-rules.ts';

const PAST =
  '(?:went|got|had|made|took|saw|met|gave|came|left|bought|found|ran|won|wrote|spent|began|did|sent|drove|flew|built|became|lost|broke|taught|held|fell|quit|led|sold|ate|chose|caught|sang|drew|swam|rode|hung~out|put|paid|heard|(?!used~to~)(?!(?:need|want|feed|speed|exceed|succeed|proceed|indeed|hope|wonder|ask|plan|hope|notice|realiz|mention)(?:ed|d)?(?!\\p{L}))\\p{L}{2,}ed)';
const DOING =
  '(?:going|travell?ing|flying|heading|visiting|starting|hosting|attending|performing|moving|meeting|having|taking|running|leaving|launching|opening|competing|volunteering|getting(?=~(?:married|engaged)~))';
/** Things that a person did or will do at a time that he names. */
export const EVENTS: readonly FactRule[] = [
  {
    kind: 'personal',
    label: 'user',
    value: 'clause',
    isClause: true,
    needsDate: 'past',
    pattern: said(`(?:I|we)(?:~(?:just|recently|finally|also|actually|already|even|only|both|really))*~(?=${PAST}~${VAGUE})`),
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
