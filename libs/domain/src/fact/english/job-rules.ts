import { said, type FactRule } from '../fact-rule.ts';
import { JOB_TITLE } from '../job-title.ts';
import { I_AM, NOW } from './english-words.ts';

const OWN = { kind: 'personal', label: 'user' } as const satisfies Partial<FactRule>;
const OCCUPATION = { ...OWN, attribute: 'occupation', value: 'title' } as const satisfies Partial<FactRule>;

/** Not in a story or a game, where somebody may be anything. */
export const NO_FICTION =
  '(?![^.;!?]*~in~(?:the|an?|my|our|this)~(?:[\\p{L}-]+~){0,2}(?:novel|story|tale|book|film|movie|play|musical|game|dreams?|show|series|sketch|simulation)(?!\\p{L}))';
/** Nothing behind takes it back or ends it: "but they took it away again". */
const FOR_GOOD = '(?![^.;!?]*(?<!\\p{L})(?:but|until|till|though|although|however|briefly|almost|supposedly|in~my~dreams)(?!\\p{L}))';
/** Behind a comma the speaker goes on; "or at least I try to be" and "not really" take the title back. */
const MORE = ',~(?:and|but|so|who|I|we|my|currently|working|based|living|from|since|because)(?!\\p{L})';
/** Only where the title ends its clause or a firm follows: "a nurse in the play", "for Halloween" and "by training" are no jobs. */
const END = `(?=\\s*(?:[.;!](?!\\S)|$)|${MORE}|~(?:and|but|so)(?!\\p{L})|~at~(?:the~)?(?-i:\\p{Lu})|~at~an?~(?!party)(?:[\\p{L}-]+~){0,2}(?:clinic|hospital|school|company|start-?up|firm|bank|agency|university|studio|restaurant|practice)(?!\\p{L}))`;
const WORK_END = `(?=\\s*(?:[.;!](?!\\S)|$)|${MORE}|~(?:and|but|so|at|for|in|now|here)(?!\\p{L}))`;
/** "Today I'm a nurse, tomorrow a plumber" names no job. */
const NOT_TODAY = '(?<!(?:today|tonight|tomorrow|yesterday)~)';
const I_WORK = `(?:I~(?:${NOW}~)?work|${I_AM}~(?:working|employed))~as~an?~`;

/** Words that may open a sentence about a job. */
const OPENING = '(?:(?:hi|hello|hey|so|and|well|now|currently|also|btw|fyi)[,!.]?~){0,2}';
/** Days and occasions, which are no firms. */
const NO_FIRM = '(?!(?:halloween|christmas|easter|carnival|comic-?con|\\p{L}+day|night|home)(?!\\p{L}))';

/** A new job with its firm and its title: "I joined Odoo in May as a designer". Without a title it may be a club. */
const JOINED = "I(?:['’]ve|~have)?(?:~(?:just|recently|finally))?~(?:joined|started~(?:working~)?at)~(?:the~)?";

/** News of another job, behind which its firm stands: "I changed jobs: I'm now at Odoo". */
const NEW_JOB =
  "(?:I(?:['’]ve|~have)?(?:~(?:just|recently|finally))?~(?:changed|switched)~(?:jobs|employers?|companies)|(?:I(?:['’]ve|~have)?(?:~just)?~(?:got|found|started|landed)~)?a~new~job|(?:my~)?(?:new~job|job~(?:change|update)))\\s*[:,–—-]\\s*(?:and~)?I['’]?(?:m|~am)~(?:now~)?(?:at|with)~(?:the~)?";

/** Rules for professions and their employers. Somebody may have two jobs, so only a promotion or a word of change replaces one. */
export const JOBS: readonly FactRule[] = [
  { ...OCCUPATION, pattern: said(`${NOT_TODAY}${I_AM}~an?~(?:\\d{1,3}(?:~|-)years?(?:~|-)old,?~)?(?=${JOB_TITLE}${END})${NO_FICTION}`) },
  { ...OCCUPATION, pattern: said(`${NOT_TODAY}${I_WORK}(?=${JOB_TITLE}${WORK_END})${NO_FICTION}`) },
  {
    ...OCCUPATION,
    isLast: true,
    pattern: said(`my~(?:job~title|job|profession|occupation)~is~(?:now~|currently~)?(?:an?~)?(?=${JOB_TITLE})`),
  },
  {
    ...OCCUPATION,
    saysChange: true,
    pattern: said(
      `I(?:['’]ve|~have)?(?:~(?:${NOW}|been|was|got))+~promoted~to~(?:the~)?(?=${JOB_TITLE}(?:\\s*(?:[.,;!](?!\\S)|$)|~(?:and|at|last|this|yesterday|today|recently|a~few|two)(?!\\p{L})))${FOR_GOOD}`,
    ),
  },
  {
    ...OWN,
    attribute: 'employer',
    value: 'employer',
    saysChange: true,
    pattern: said(`${JOINED}${NO_FIRM}(?=(?-i:\\p{Lu})[^,.;]{1,60}?~as~an?~${JOB_TITLE}${WORK_END})`),
  },
  {
    ...OCCUPATION,
    saysChange: true,
    isPresupposed: true,
    isLast: true,
    pattern: said(`(?<=${JOINED}(?-i:\\p{Lu})[^,.;]{1,60}?~)as~an?~(?=${JOB_TITLE}${WORK_END})`),
  },
  {
    ...OWN,
    attribute: 'employer',
    value: 'employer',
    isLast: true,
    // The title in front of it is a fact of its own; the words from the begin of the sentence are all that may govern both.
    isPresupposed: true,
    pattern: said(`(?<=^${OPENING}(?:${I_AM}~an?~${JOB_TITLE}~(?=at~)|${I_WORK}${JOB_TITLE}~))(?:at|for)~(?:the~)?${NO_FIRM}`),
  },
  {
    ...OWN,
    attribute: 'employer',
    value: 'employer',
    opens: true,
    saysChange: true,
    isLast: true,
    pattern: said(`${NEW_JOB}${NO_FIRM}`),
  },
];
