import { said, type FactRule } from '../fact-rule.ts';

/** Beginnings of what is said of something named before, or of nothing in particular. */
export const VAGUE =
  '(?!(?:it|that|this|these|those|them|him|her|you|your|there|here|so|such|one|some|something|lots?|a~(?:lot|bit|few|great|good|fun|nice|ton|bunch|little|blast|chance|break|look|point|picture|pic|photo)|the~(?:same|chance|best|most|idea|feeling|way|point)|to~(?:see|hear|know|say|tell|think|feel|realize)|really|too|much|more|any|all|as|by|up~with|last|yesterday|today|ago)(?!\\p{L}))';
const LATELY = '(?:~(?:just|recently|finally|also|actually|already|even|officially|once))*';
const DONE =
  '(?:bought|adopted|joined|signed~up~for|enrolled~in|finished|completed|graduated~(?:from|with)|won|lost|broke|visited|took~up|took~part~in|got~(?:accepted|hired|promoted|engaged|married|into)|volunteered~(?:at|for|with)|applied~(?:for|to)|passed|published|launched|opened|created|built|wrote|painted|hosted|organi[sz]ed|attended|retired|hired|sold|donated|planted|travell?ed~to|hiked|started(?=~(?:an?|my|working|learning|doing|volunteering|taking|going|teaching|playing)~)|became|earned|received|adopted|installed|booked|scheduled|submitted|registered|set~up)';
const DOING =
  '(?:learning|studying|training~for|working~(?:on|as|part-time|full-time|towards?)|writing|reading|building|saving~(?:up~)?for|preparing~for|researching|developing|designing|volunteering|taking~(?:a|an|classes|lessons|courses)|teaching|playing~(?:in~the|for~the|the)|running~(?:a|my|our)|organi[sz]ing|renovating|pursuing|recovering~from)';
const OWNED =
  '(?:kids?|child(?:ren)?|sons?|daughters?|brothers?|sisters?|siblings?|twins|dogs?|cats?|pupp(?:y|ies)|kittens?|pets?|snakes?|turtles?|guinea~pigs?|horses?|cars?|bikes?|house|apartment|flat|garden|cabin|boat|degree|masters?|phd|diploma|jobs?|business|store|shop|studio|company|blog|channel|allerg(?:y|ies)|diabetes|asthma|migraines|arthritis|anxiety|collection|tattoos?|piano|guitar|violin|drums?|deadline|appointment|interview|exam|meeting|subscription|mortgage|loan)';
const COUNTED = '(?:an?|my~own|two|three|four|five|six|seven|eight|nine|ten|\\d{1,3})';

const I_HAVE = "I(?:~(?:also~|actually~|already~|only~)?have(?:~got)?|['’]ve(?:~(?:also|actually|already|only))?~got)";
/** Matches things that are over when their day is, unless they come back. */
const ON_A_DAY =
  '(?:appointment|interview|exam|meeting|deadline|call(?=~with~))(?!\\p{L})(?![^.;!?]*~(?:every|each|weekly|daily|monthly|(?:on~)?(?:mon|tues|wednes|thurs|fri|satur|sun)days)(?!\\p{L}))';

/** Things that a person did, does and has, without a word on when. Nothing that is said later replaces them. */
export const LIFE: readonly FactRule[] = [
  {
    kind: 'personal',
    label: 'user',
    value: 'clause',
    isClause: true,
    pattern: said(`(?:I|we)(?:['’]ve|~have)?${LATELY}~(?=${DONE}~${VAGUE}(?:[\\p{L}\\p{N}'’"“$-]+~){2})`),
  },
  {
    kind: 'personal',
    label: 'user',
    value: 'clause',
    isClause: true,
    pattern: said(
      `(?:(?:I['’]?m|I~am|we['’]re|we~are)${LATELY}(?:~(?:currently|now|still))*|(?:I|we)(?:['’]ve|~have)~been)~(?=${DOING}~${VAGUE}\\p{L})`,
    ),
  },
  {
    kind: 'personal',
    label: 'user',
    value: 'clause',
    isClause: true,
    isOnDay: true,
    pattern: said(`${I_HAVE}~(?=an?~(?:[\\p{L}-]+~){0,2}${ON_A_DAY})`),
  },
  {
    kind: 'personal',
    label: 'user',
    value: 'clause',
    isClause: true,
    pattern: said(`${I_HAVE}~(?=${COUNTED}~(?:[\\p{L}-]+~){0,2}${OWNED}(?!\\p{L}))`),
  },
  {
    kind: 'personal',
    label: 'user',
    value: 'clause',
    isClause: true,
    pattern: said(
      "(?:I|we)(?:['’]ve|~have)~(?!been~allergic~)(?=(?:been|known|lived|worked|had|played|owned|studied|taught|done)~[^,.;!?]{2,60}?(?:for|since)~(?:\\d|an?~(?:year|decade|month)|two|three|four|five|six|seven|eight|nine|ten|\\p{L}+~(?:years|months|decades)|last|19|20))",
    ),
  },
];
