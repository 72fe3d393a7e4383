import { said, type FactRule } from '../fact-rule.ts';
import { BARE_PROGRAM, KNOWN_PROGRAM } from '../known-programs.ts';
import { PROGRAMMING_LANGUAGE } from '../work-words.ts';
import { NOW } from './english-words.ts';

/** Parts of the work that are one program at a time. */
const PART =
  '(?:database|db|data~?store|queue|broker|cache|session~store|search(?:~engine)?|vector~(?:store|database)|hosting|host|cdn|orm|query~builder|(?:web~|test~|ui~|css~|frontend~|backend~)?framework|package~manager|bundler|build~tool|test~runner|linter|formatter|runtime|auth~provider|payment~provider|(?:e-?mail|mail)~provider|monitoring|error~tracking|issue~tracker|cloud(?:~provider)?|pipeline|registry|editor|ide|shell)';
const LATELY = `(?:~${NOW})?`;
const PART_OF = (whose: string): string =>
  `(?<det>${whose})~(?<attr>(?!(?:best|worst|ideal|wrong|right|perfect|most|least|example|sample|\\p{L}{3,}est)~)(?:[\\p{L}\\p{N}-]+~){0,2}?${PART})`;
const RUNS = `${LATELY}~(?:is(?:~running|~hosted)?(?:~on)?|runs~on)${LATELY}~`;
/** A host and an editor may be persons. */
const NO_PERSON_HERE = `(?:(?<!(?:host|editor)\\s[^.;]{1,24})|${BARE_PROGRAM})`;
const END = '(?=\\s*(?:[.,;!](?!\\S)|$)|~(?:now|again|instead|and|but|because|since|so)(?![\\p{L}\\p{N}]))';
/** Things of the work; of anything else no team says what it is made with, but of its own. */
const WORK_THING =
  '(?:apps?|application|apis?|backends?|back-end|frontends?|front-end|services?|microservices?|servers?|workers?|sites?|websites?|ui|cli|client|gateway|dashboard|docs|documentation|pipelines?|bot|crawler|scraper|scheduler|importer|exporter|parser|proxy|daemon|agents?|monolith|sdk|blog|shop|portal|platform|infra(?:structure)?|cluster|stack|codebase|project|repo|lambdas?|jobs?|scripts?|suite|consumers?|producers?|builds?|runners?|engine|tooling|operator|controller|middleware|prototype|store|search|panel)';
const OF_WORK =
  '(?<det>the|our|my)~(?!\\p{L}+~(?:claim|suggest|mention|assume|insist|state)~)(?<attr>(?!(?:competitor|example|sample|generated|linked|original)~)(?:[\\p{L}\\p{N}-]+~){0,2}?[\\p{L}\\p{N}-]+)' +
  `(?<=(?<!\\p{L})our\\s[^.,;]{1,60}|(?<![\\p{L}\\p{N}])${WORK_THING})`;
const IS = `~(?:is|are)${LATELY}`;
/** Behind a program that somebody proposes: nothing, or for what it is wanted for good. */
const FOR_GOOD =
  '(?=\\s*(?:[.;!]|$)|~(?:for|as|in)~(?:the|our|all|every)~(?:[\\p{L}\\p{N}-]+~){0,2}?(?:' +
  WORK_THING +
  '|database|db|queue|broker|cache|events?|sessions?|tests|auth|storage|monitoring|logs|metrics|e2e~tests|package~manager)\\s*(?:[.,;!]|$)|,?~(?:because|since|everywhere|from~now~on|instead~of|rather~than)(?!\\p{L}))';

/** Not behind a choice: what was done with it once, and that it was regretted. */
const KEPT =
  '(?![^.;]*~(?:to~(?!the~|our~|be~)\\p{L}+~(?:the|this|that|it)(?!\\p{L})|at~first|initially|before\\s*(?:[.,!]|$)|regret(?:ted)?|changed~our~minds?))';

const CHOICE = { kind: 'decision', label: 'project', attribute: 'using {}', value: 'program' } as const satisfies Partial<FactRule>;
/** A program that was left for another, both by names that are known. */
const LEFT = `we(?:['’]ve|~have)?${LATELY}~(?:dropped|ditched|abandoned)~(?=${BARE_PROGRAM})(?<old>${KNOWN_PROGRAM})~(?:for|in~favou?r~of)~`;
/** "We dropped Redis for queues and went with NATS": what it was for stands between the two. */
const FOR_PART = '~for~(?:(?:the|our)~)?(?<attr>[\\p{L}\\p{N}-]+(?:~(?!and(?!\\p{L}))[\\p{L}\\p{N}-]+){0,2}?)';
const TO_ANOTHER =
  "(?:,?~and|,)~(?:(?:have~)?(?:since~)?(?:we~)?(?:went|gone)~with|(?:we~)?(?:moved|switched|migrated)~(?:over~)?to|(?:we~)?(?:chose|picked|adopted)|(?:are~|we~are~|we[’']re~)?(?:now~)?using|(?:we~)?(?:now~)?use)~(?:now~)?";
const DROPPED = `we(?:['’]ve|~have)?${LATELY}~(?:dropped|ditched|abandoned|retired|killed|removed)~(?=${BARE_PROGRAM})(?<old>${KNOWN_PROGRAM})`;
/** A program that is gone, and the words before the one that is used since. */
const GONE = `(?=${BARE_PROGRAM})(?<old>${KNOWN_PROGRAM})~(?:is|was|has~been)~(?:now~)?(?:gone|dead|history|retired|decommissioned|out|phased~out)(?:,?~(?:and|so)|,|~[–—-])~we(?:['’]re)?~(?:now~)?(?:use|using|deploy~with|build~with|test~with|lint~with|run~on|are~on)~(?:now~)?`;
const VALUE = { kind: 'value', label: 'owner', attribute: '{attr}' } as const satisfies Partial<FactRule>;

/** Reads what parts of the work are made with, by names of programs that are known or coined; other names may be anything. */
export const PARTS: readonly FactRule[] = [
  { ...VALUE, label: 'project', isQualified: true, value: 'program', pattern: said(`${PART_OF('the|our')}${RUNS}${NO_PERSON_HERE}`) },
  { ...VALUE, isQualified: true, value: 'program', pattern: said(`${PART_OF('my')}${RUNS}${NO_PERSON_HERE}`) },
  {
    ...VALUE,
    label: 'project',
    opens: true,
    isQualified: true,
    value: 'program',
    pattern: said(`(?:(?:the|our)~)?(?<attr>ci(?:/cd)?)${LATELY}~(?:is(?:~on)?|runs~(?:on|in))${LATELY}~`),
  },
  { ...VALUE, isWhole: true, value: 'word', pattern: said(`my~(?<attr>shell)${IS}~(?=(?:bash|zsh|fish|nushell|powershell)${END})`) },
  {
    ...VALUE,
    isWhole: true,
    value: 'product',
    pattern: said(`my~(?<attr>editor|ide)${IS}~(?=(?-i:Helix|Zed|Cursor|Nano|Kate|Sublime(?:~Text)?|Eclipse|Rider)${END})`),
  },
  {
    ...VALUE,
    label: 'project',
    attribute: '{attr} language',
    isQualified: true,
    value: 'tool',
    pattern: said(`${OF_WORK}${IS}~(?:written|implemented|coded)(?:~entirely|~completely)?~in~(?=${PROGRAMMING_LANGUAGE}${END})`),
  },
  {
    ...VALUE,
    kind: 'decision',
    label: 'project',
    attribute: '{attr} using {}',
    isQualified: true,
    value: 'program',
    pattern: said(
      `${OF_WORK}(?:${IS}~(?:built|made|written|implemented)~(?:with|using|on~top~of|on|in)|${LATELY}~runs~on|${IS}~(?:hosted|deployed)~(?:on|to|with|at))~${BARE_PROGRAM}`,
    ),
  },
  {
    ...CHOICE,
    isWhole: true,
    pattern: said(
      `we(?:~${NOW})?~(?:(?:host|run|deploy)(?:~(?:it|everything|(?:the|our)~(?:app|api|site|website|service|services|backend|frontend|code)))?~(?:on|with|at|(?<=deploy\\s[^.;]{0,20})to)|(?:are|['’]re)~hosted~(?:on|with|at))~${BARE_PROGRAM}`,
    ),
  },
  { ...CHOICE, isQualified: true, pattern: said(`we(?:(?:['’]ve|~have)~gone|~went|~ended~up(?:~going)?)~with~${BARE_PROGRAM}${KEPT}`) },
  { ...CHOICE, isQualified: true, pattern: said(`we~ended~up~using~${BARE_PROGRAM}${KEPT}`) },
  { ...CHOICE, attribute: 'using {old}', saysChange: true, isQualified: true, pattern: said(LEFT) },
  { ...CHOICE, attribute: 'using {old}', saysChange: true, isQualified: true, pattern: said(`${DROPPED}${TO_ANOTHER}${KEPT}`) },
  {
    ...CHOICE,
    attribute: '{attr} using {old}',
    saysChange: true,
    isWhole: true,
    pattern: said(`${DROPPED}${FOR_PART}${TO_ANOTHER}${KEPT}`),
  },
  { ...CHOICE, attribute: 'using {old}', value: 'product', saysChange: true, isQualified: true, pattern: said(GONE) },
  {
    kind: 'decision',
    label: 'project',
    attribute: 'using {old}',
    ends: true,
    isWhole: true,
    pattern: said(
      `(?=${BARE_PROGRAM})(?<old>${KNOWN_PROGRAM})~(?:(?:is|was)~(?:now~|finally~)?(?:no~longer~(?:used|in~use)|decommissioned|phased~out)|has~been~(?:retired|decommissioned|phased~out))(?=\\s*(?:[.!]|$|,~(?:so|and)~)|~(?:now|last|this|yesterday|today)(?!\\p{L}))`,
    ),
  },
  {
    ...CHOICE,
    opens: true,
    pattern: said(`let[’']s~(?:just~)?(?:use|go~with|switch~to|stick~(?:with|to))~(?=${BARE_PROGRAM}${KNOWN_PROGRAM}${FOR_GOOD})`),
  },
  {
    ...VALUE,
    label: 'project',
    isWhole: true,
    isQualified: true,
    value: 'setting',
    pattern: said(
      `(?:the|our)~(?<attr>(?:default|main|base|integration|release)~branch)${IS}~(?:(?=(?:main|master|develop|development|dev|trunk|mainline)${END})|(?=(?!(?:n/a|w/o|and/or|either/or|read/\\w+|\\d+/\\d+|main/master|master/main)(?![\\w/]))[\\w.-]+/[\\w./-]+)|(?:called|named)~(?=[\\w./-]+${END}))`,
    ),
  },
  {
    ...VALUE,
    label: 'project',
    isWhole: true,
    isQualified: true,
    value: 'command',
    pattern: said(
      `(?:the|our)~(?<attr>(?:[\\p{L}\\p{N}-]+~)?(?:test|build|lint|dev|start|deploy|format|type-?check|migration|install|run|release|codegen)~command)${IS}~`,
    ),
  },
];
