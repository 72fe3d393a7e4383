import { said, type FactRule } from '../fact-rule.ts';
import { NOW } from './english-words.ts';
import { NAME, SINCE_LEFT } from './people-rules.ts';
import { NO_ADVERB } from './place-rules.ts';

/** Fields and parts of a team's work that somebody answers for; of other things people own houses and are to blame for delays. */
const FIELD =
  '(?:search|billing|payments?|invoicing|checkout|pricing|auth(?:entication|orization)?|login|sign-?up|onboarding|accounts|identity|permissions|notifications|messaging|e-?mails?|reporting|analytics|metrics|monitoring|observability|alerting|on-?call|incidents|infra(?:structure)?|networking|storage|hosting|operations|ops|devops|deployments?|releases?|ci(?:/cd)?|builds?|testing|tests|qa|quality|security|compliance|privacy|docs|documentation|design|ux|ui|branding|frontend|front-end|backend|back-end|mobile|web|api|apis|sdk|cli|firmware|hardware|database|databases|data|schema|migrations?|pipelines?|etl|ingest(?:ion)?|indexing|ranking|recommendations|caching|logging|tracing|localization|localisation|translations?|accessibility|performance|support|sales|marketing|hiring|recruiting|finance|accounting|payroll|legal|procurement|logistics|shipping|inventory|warehouse|fulfil?lment|catalog(?:ue)?|content|community|partnerships|roadmap|backlog|planning|app|backend~services?|service|services|gateway|worker|workers|website|site|dashboard|importer|exporter|parser|scheduler|crawler|bot|proxy|module|library|platform|cluster|integration|integrations)';
const NOUN = '[\\p{L}\\p{N}][\\p{L}\\p{N}-]*';
const THING = `(?:the~|our~|all~)?(?<attr>(?:${NOUN}~){0,2}?${FIELD})`;
/** The end of the clause, another field, or what another person does. */
const END = `(?=\\s*(?:[.;!](?!\\S)|$|,~(?:so|and|but(?!~only(?!\\p{L}))|who|because|since|while|(?-i:\\p{Lu})))|~(?:now|again|because|since|while)(?!\\p{L})|~(?:and|but|so)~(?:(?-i:\\p{Lu})|(?:the~|our~)?(?:${NOUN}~)?${FIELD}(?!\\p{L})))`;
const LATELY = `(?:~${NOW})?`;
const ANSWERS = `(?:(?:${NOW}~)?(?:owns|leads|maintains)|(?:is|['’]s)${LATELY}~(?:(?:the~one~)?responsible~for|in~charge~of|the~(?:owner|maintainer|lead)~(?:of|for)|accountable~for))`;

const OWNER = {
  kind: 'personal',
  label: 'project',
  attribute: '{attr} owner',
  value: 'given',
} as const satisfies Partial<FactRule>;

/** Reads who answers for which part of a team's work. */
export const OWNERS: readonly FactRule[] = [
  { ...OWNER, pattern: said(`${SINCE_LEFT}(?=${NAME}~${ANSWERS}~${THING}${END})`) },
  { ...OWNER, saysChange: true, pattern: said(`(?=${NAME}~${ANSWERS}~${THING}~now${END})`) },
  { ...OWNER, pattern: said(`(?=${NAME}~${ANSWERS}~${THING}${END})`) },
  {
    ...OWNER,
    pattern: said(
      `(?:the~)?(?:new~)?(?:owner|maintainer|lead)~(?:of|for)~${THING}~is${LATELY}~(?=${NAME}(?:~now)?\\s*(?:[.;!](?!\\S)|$|,~(?:so|but)(?!\\p{L})))`,
    ),
  },
  {
    ...OWNER,
    ends: true,
    pattern: said(`(?=${NAME}~(?:no~longer~(?:owns|leads|maintains)|is~no~longer~(?:responsible~for|in~charge~of))~${THING}${END})`),
  },
  {
    ...OWNER,
    saysChange: true,
    pattern: said(`(?=${NAME}~(?:took|has~taken)~over~${THING}~from~(?<old>(?-i:\\p{Lu})[\\p{L}’'-]+)${END})`),
  },
  {
    ...OWNER,
    saysChange: true,
    pattern: said(
      `(?=${NAME}~(?:took|has~taken)~over~(?:from~)?(?<old>(?-i:\\p{Lu})[\\p{L}-]+)['’]s~(?<attr>(?:${NOUN}~){0,2}?${FIELD})${END})`,
    ),
  },
  {
    ...OWNER,
    pattern: said(
      `${NO_ADVERB.replace('the|an?|my|our|', 'an?|my|')}${THING}~(?:is|are)${LATELY}~(?:owned|maintained|led)~by~(?=${NAME}\\s*(?:[.;!](?!\\S)|$|,~(?:so|but)(?!\\p{L})))`,
    ),
  },
];
