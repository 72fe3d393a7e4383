import { said, type FactRule } from '../fact-rule.ts';
import { KNOWN_PROGRAM } from '../known-programs.ts';
import { NOW } from './english-words.ts';

/** Things of the work that have a place: where they are is said with "are" as well. */
const THING =
  '(?:(?:(?:unit|integration|e2e)~)?tests|logs?|log~files?|traces|metrics|dumps?|backups?|secrets?|credentials|certs?|certificates|keys|config(?:s|uration|~files?)?|settings|docs|documentation|readme|runbooks?|playbooks?|specs?|designs?|mock-?ups?|tickets|backlog|roadmap|changelog|fixtures|seeds|snapshots|migrations|schemas?|templates?|assets|translations|source|code|repo(?:sitory)?|registry|wiki|tracker|artifacts|binaries|images|data|datasets?|uploads|exports|reports|notes|minutes|recordings|database|db|broker|queue|cache|buckets?|server|api|app|site|website|service|gateway|proxy|cluster|dashboards?|console|admin(?:~panel)?|playground|sandbox|environment|instance|storage|volume)';
/** People live somewhere else; then what is somewhere for the moment, and parts of code, of which a project has many and which tell themselves where they are. */
const NO_THING =
  '(?:kids?|child(?:ren)?|parents?|grandparents|family|friends?|mother|father|mom|mum|dad|brothers?|sisters?|wife|husband|partner|sons?|daughters?|people|neighbou?rs?|dogs?|cats?|bugs?|errors?|issues?|problems?|fix(?:es)?|failures?|exceptions?|crash(?:es)?|lines?|warnings?|mistakes?|typos?|changes?|diffs?|patch(?:es)?|cause|culprit|function|method|class|variable|field|column|test|component|hook|argument|route|endpoint|table|type|interface|property|flag|option|command|parameter)';
const NOUN = '[\\p{L}\\p{N}][\\p{L}\\p{N}’_-]*';
const NAMED = (thing: string): string => `(?<attr>(?:(?!(?:the|an?|my|our|your)~)${NOUN}~){0,3}?${thing})`;
/** Words in front of a name without a determiner that say how often or how surely it is so. */
export const NO_ADVERB =
  '(?!(?:the|an?|my|our|your|his|her|their|its|this|that|most|some|many|few|any|all|both|no|more|maybe|perhaps|often|sometimes|if|when|where|how|what|whose|\\p{L}+ly)~)';
const LATELY = `(?:~${NOW})?`;
const KEPT = `(?:(?:lives?|resides?|sits?)${LATELY}|(?:is|are)${LATELY}~(?:stored|kept|saved|archived|hosted|located|tracked|written)|(?:can~be|(?:is|are)${LATELY})~found|go(?:es)?)`;
const WHERE = '(?:in|at|on|under|to|below|inside)';
/** The machine in front of a place on it: "on the NAS at /mnt". */
const ON_A_MACHINE = `(?:(?:in|on)~(?:the|our|my)~(?:${NOUN}~){1,2}(?=(?:at|in|under)~))?`;
const AT = `~(?:${ON_A_MACHINE}${WHERE}~)`;
/** Languages that a text is kept in, too. */
const NO_LANGUAGE =
  '(?!(?:english|german|french|spanish|italian|dutch|portuguese|polish|russian|chinese|japanese|latin|british|american)(?!\\p{L}))';
const RECORDS =
  '(?:(?:api|ssh|signing|encryption|access|deploy|service)~keys?|(?:api|access|deploy)~tokens?|certificates?|logs|traces|metrics|backups?|secrets?|credentials|docs|documentation|runbooks?|specs?|designs?|mock-?ups?|tickets|issues|bugs|backlog|roadmap|assets|translations|recordings|dashboards?|alerts|feature~flags|artifacts|images|source~code|code|repo(?:sitory)?|repositories)';

/** Machines and what runs on them, which stand in a city or a country. */
const MACHINE =
  '(?:servers?|clusters?|database|db|data~?cent(?:er|re)|instances?|vms?|backups?|hosting|infrastructure|app|api|backend|site|website)';
const STANDS = `(?:(?:runs?|stands?|lives?|resides?)${LATELY}|(?:is|are)${LATELY}(?:~(?:hosted|located|running|based|deployed))?)`;
const PLACE = { kind: 'value', label: 'reference', attribute: '{attr} location', isQualified: true } as const satisfies Partial<FactRule>;
/** Whose it is: what is "mine" is private to the one who says it. */
const OWNERS = [
  { whose: '(?<det>the|our)~', label: 'reference' },
  { whose: '(?<det>my)~', label: 'user' },
] as const;
const MOVED = `(?:~(?:has|have|had|was|were|is|are|got|has~been|have~been))?${LATELY}~(?:moved|migrated|relocated)~(?:over~)?to~`;

/** Reads where something of the work is kept or reached, by the form of the place or by a program that keeps it. */
export const PLACES: readonly FactRule[] = [
  ...OWNERS.flatMap(({ whose, label }): FactRule[] => {
    const rule = { ...PLACE, label, value: 'location' } as const;
    return [
      { ...rule, saysChange: true, pattern: said(`${whose}${NAMED(THING)}${MOVED}`) },
      {
        ...rule,
        saysChange: true,
        pattern: said(`we(?:['’]ve|~have)?${LATELY}~(?:moved|migrated|relocated)~${whose}${NAMED(THING)}~(?:over~)?to~`),
      },
      { ...rule, pattern: said(`${whose}${NAMED(`(?!${NO_THING}(?!\\p{L}))${NOUN}`)}~${KEPT}${AT}`) },
      { ...rule, pattern: said(`${whose}${NAMED(THING)}~(?:is|are)${LATELY}${AT}`) },
      { ...rule, value: 'name', isPlace: true, isWhole: true, pattern: said(`${whose}${NAMED(MACHINE)}~${STANDS}~in~`) },
    ];
  }),
  { ...PLACE, value: 'location', opens: true, pattern: said(`${NO_ADVERB}${NAMED(THING)}~${KEPT}${AT}`) },
  {
    ...PLACE,
    value: 'program',
    pattern: said(`(?:(?:the|our)~)${NAMED(RECORDS)}~(?:is|are)${LATELY}~in~(?=${KNOWN_PROGRAM}\\s*(?:[.,;!]|$))`),
  },
  {
    ...PLACE,
    value: 'product',
    opens: true,
    pattern: said(
      `(?:(?:the|our)~|${NO_ADVERB})${NAMED(RECORDS)}~${KEPT}~(?:in|on|to)~${NO_LANGUAGE}(?=(?-i:\\p{Lu}|\\p{Ll}+[\\p{Lu}\\d]))`,
    ),
  },
];
