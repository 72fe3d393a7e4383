import { atFirstUse } from '../lazy/at-first-use.ts';
import { endsName } from './ends-clause.ts';
import { GIVEN_NAME } from './given-names.ts';
import { KNOWN_PROGRAM } from './known-programs.ts';
import { NO_PERSON } from './no-person.ts';

/** Short forms say how a thing is as often as which it is: HA, EOL, UTF-8, CTO. Known programs have such names, too: AWS. */
const SHORT_FORM = /^\p{Lu}{1,5}(?:-\d+)?$/u;
/** Short forms of formats, licences and services that are nothing else. */
const NAMES_SOMETHING = /^(?:JSON|YAML|TOML|XML|CSV|MIT|BSD|GPL|AGPL|LGPL|ECR|GHCR|OIDC|SAML|LDAP)$/u;
/** Things whose names are short forms by nature: time zones, currencies, licences, banks. */
const NAMED_BY_SHORT_FORM =
  /(?:^|[\s-])(?:time[ -]?zone|tz|currency|licen[cs]e|format|encoding|protocol|registry|auth(?:entication|orization)?|sso|(?:identity |cloud |hosting )?provider|vendor|carrier|bank|insurer|insurance(?: company)?|health insurance|airport)$/iu;
/** Short forms for how a thing is, whatever it is. */
const HOW_IN_SHORT =
  /^(?:HA|EOL|OK|KO|GA|WIP|TBD|TBA|TBC|NA|LTS|DR|MIA|AWOL|ASAP|DOA|RO|RW|FYI|SOX|GDPR|HIPAA|PCI|ISO|SOC|IPO|FIPS|DSGVO)(?:-\d+)?$/u;
const PROGRAM = atFirstUse(() => new RegExp(`^(?:${KNOWN_PROGRAM.replaceAll('~', '\\s')})$`, 'iu'));
/** Names in which a small part behind a hyphen says how something is: React-based, GDPR-compliant, CI-only. */
const COMPOUND_ADJECTIVE = /-\p{Ll}+$|^(?:Multi|Single|Non|Semi)-/u;
/** The same in any case, with parts that end no name: "soc2-certified". */
const SAYS_HOW =
  /-(?:based|compatible|ready|only|certified|protected|like|aware|backed|hosted|themed|compliant|conformant|free|native|friendly|enabled|capable|agnostic|specific|powered|driven|managed)$/iu;
/** States that are written with a capital, as programs show them. */
const STATE =
  /^(?:\p{Lu}\p{Ll}+ed|Sent|Done|Lost|Paid|Open|Shut|Gone|Broken|Frozen|Hidden|Pending|Ready|Active|Inactive|Online|Offline|Up|Down|Live|Public|Private|Free|Full|Empty|New|Old|In [Pp]rogress|Open [Ss]ource)$/u;

const PERSON =
  /(?:^|[\s-])(?:manager|boss|c[etfop]o|lead|owner|director|head of \p{L}+|maintainer|landlord|landlady|accountant|scrum master|engineer|wife|husband|spouse|partner|girlfriend|boyfriend|fianc[ée]e?|mother|mom|mum|father|dad|son|daughter|sister|brother|advisor|supervisor|mentor|coach|therapist|doctor|dentist|lawyer|attorney|teacher|assistant|roommate|flatmate|colleague|contact)$/iu;
/** Words of other languages that people are, and are not called. */
const NO_NAME =
  /^(?:vater|mutter|papa|mama|opa|oma|großvater|großmutter|witwer?|single|chefin?|kollegin?|schweizer(?:in)?|österreicher(?:in)?|deutscher?|franzose|französin|däne|dänin|schwede|schwedin|pole|polin|türke|türkin|grieche|griechin|père|mère|maman|grand-père|retraitée?|padre|madre|papá|mamá|abuel[oa]|jubilad[oa]|pensionat[oa]|nonn[oa]|pai|mãe|avô|avó|aposentad[oa]|reformad[oa]|vader|moeder|opa|oma|gepensioneerd|pappa|mamma|pensionär)$/iu;
/** Ends of single words for what somebody is, as German writes them with a capital: Rentner, Kanadier, Direktorin. */
const WHAT_SOMEBODY_IS = /^\p{Lu}\p{Ll}+(?:ner|ler|ier|iker|leiter|meister|berater|ator|ektor|ist|eur)(?:in)?$/u;
const GIVEN = new RegExp(`^(?:${GIVEN_NAME}|Werner|Rainer|Reiner|Javier|Xavier|Olivier|Pier|Salvator)$`, 'u');
const NO_PERSON_FIRST = new RegExp(`^(?:${NO_PERSON})(?![\\p{L}\\p{N}])`, 'u');

/** Returns true where a word says how a thing is, by its last part: no value is one, whatever is told by it. */
export function saysHow(value: string): boolean {
  return SAYS_HOW.test(value);
}

/** Returns true where a value behind "my X is now" names another X, and does not say how it is or what became of it. */
export function namesAnother(thing: string, value: string, behind: string): boolean {
  if (!endsName(behind) || COMPOUND_ADJECTIVE.test(value) || STATE.test(value)) return false;
  if (PERSON.test(thing)) return namesSomebody(value);
  if (!SHORT_FORM.test(value) || NAMES_SOMETHING.test(value) || PROGRAM().test(value)) return true;
  return NAMED_BY_SHORT_FORM.test(thing) && !HOW_IN_SHORT.test(value);
}

/** Returns true where a value beside a word for a person is a name, and no post, people or state: "my boss is Canadian". */
export function namesSomebody(value: string): boolean {
  if (NO_PERSON_FIRST.test(value) || NO_NAME.test(value) || STATE.test(value) || COMPOUND_ADJECTIVE.test(value)) return false;
  return !SHORT_FORM.test(value) && (!WHAT_SOMEBODY_IS.test(value) || GIVEN.test(value));
}
