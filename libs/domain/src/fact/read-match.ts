import { hasDenial, isDeniedValue } from './denying-words.ts';
import { endsClause, endsName, endsPersonal } from './ends-clause.ts';
import { endsInDoubt } from './ends-in-doubt.ts';
import type { FactRule } from './fact-rule.ts';
import { isInOneCase, isLimitedBehind, isNotMeant } from './is-limited-behind.ts';
import { withoutWhile } from './is-passing.ts';
import { foreignLabel } from './foreign-label.ts';
import { HEADINGS_NOT_SO } from './headings-not-so.ts';
import { isAnothers } from './is-anothers.ts';
import { isAsserted, opensClause, opensSentence } from './is-asserted.ts';
import { PRAISE } from './irony.ts';
import { isMonth } from './month-value.ts';
import { isClock, isDay, normalValue, unitOf } from './normal-value.ts';
import { namesAnother, namesSomebody, saysHow } from './names-another.ts';
import { namesFavourite } from './names-favourite.ts';
import { isPlaceAlone, namesPlace } from './names-place.ts';
import { nameOfThing } from './normal-words.ts';
import { SPEAKER, type Segment } from './prose-segments.ts';
import { TAKES_BACK } from './puts-right.ts';
import { isOfFormerTimes } from './of-former-times.ts';
import { isOrderOfThePast } from './order-of-the-past.ts';
import { isOfAllWork, readPurpose } from './read-purpose.ts';
import { readQualifier } from './read-qualifier.ts';
import { BEFORE_OLD } from './value-before.ts';
import { readValue, type ValueRange } from './value-forms.ts';

/** Result of a rule at one place of a segment. */
export interface Reading {
  readonly match: RegExpExecArray;
  /** From the first matched word to the end of the value, in the segment. */
  readonly range: ValueRange;
  readonly value?: ValueRange;
  readonly attribute?: string;
  /** Use of a program, where the words say it, or the one that it was left for. */
  readonly purpose?: string;
  /** True where one was left in all the work. */
  readonly isOfAllWork?: true;
  readonly isRenewed: boolean;
  /** Nothing before it in its clause touches what it says. */
  readonly opensClause: boolean;
}

/** Reads the value and the attribute behind a match; undefined where the words state nothing. */
export function readMatch(rule: FactRule, match: RegExpExecArray, segment: Segment): Reading | undefined {
  const { text } = segment;
  const before = withSign(text.slice(0, match.index), rule.attribute === undefined);
  if (isDoubtedBefore(rule, match, before, segment)) return undefined;
  if (rule.isInstruction === true && isOrderOfThePast(text.slice(match.index))) return undefined;
  const at = match.index + match[0].length;
  const value = readRuleValue(rule, text, at);
  if (rule.value !== undefined && value === undefined) return undefined;
  if (isDenied(rule, match[0], value === undefined ? '' : text.slice(value.from, value.to))) return undefined;
  if (isOfPlaces(rule, match, text.slice(at, value?.to)) || isLeftForPlace(match, text)) return undefined;
  if (rule.isCoined === true && !COINED.test(`${match.groups?.['old'] ?? ''} ${text.slice(at, value?.to)}`)) return undefined;
  if (value === undefined) {
    if (rule.isInstruction !== true && isNotMeant(text.slice(at))) return undefined;
  } else if (isOtherValue(rule, match, value, segment) || isDoubtedBehind(rule, match, value, { before, segment })) return undefined;
  const named = readAttribute(rule, match, value, text);
  if (named === undefined) return undefined;
  const { attribute, qualifier, isRenewed } = named;
  return {
    match,
    range: { from: match.index, to: value?.to ?? at },
    ...(value !== undefined && { value }),
    ...(attribute !== undefined && { attribute: qualifier === '' ? attribute : `${qualifier} ${attribute}` }),
    ...(value !== undefined && purposeOf(rule, text, { at: match.index, to: behindOld(text, match, value), qualifier })),
    isRenewed,
    opensClause: opensClause(before),
  };
}

/** Returns true where the words before a match, or the place of its sentence, leave open whether it states anything. */
function isDoubtedBefore(rule: FactRule, match: RegExpExecArray, before: string, segment: Segment): boolean {
  const opening = rule.behind === undefined ? before : before.replace(rule.behind(), '');
  if (rule.opens === true ? !OPENING.test(opening) : !isAsserted(before, rule.isPresupposed)) return true;
  if (rule.isAlone === true && !segment.isAlone) return true;
  if (rule.introduces === true && !segment.isFirst) return true;
  if (rule.isClause === true && !CLAUSE_START.test(before)) return true;
  if ((rule.isQualified === true || isPersonal(rule) || rule.attribute?.includes('using') === true) && FRAMED.test(before)) return true;
  if (isPersonal(rule) && IN_YOUTH.test(before)) return true;
  if (rule.opens !== true && (SOURCE.test(before) || (isOwn(rule, match) && isSpokenByAnother(before)))) return true;
  const label = rule.opens === true ? undefined : foreignLabel(before);
  if (label !== undefined && !announces(label) && !OWN_NEWS.test(label)) return true;
  if (rule.isInstruction !== true && (isHeadedNotSo(before) || FORMER_WORK_BEFORE.test(before) || endsInDoubt(segment.text))) return true;
  if (mayReplace(rule) && !opensClause(before)) return true;
  return rule.isWhole === true && !opensSentence(before);
}

/** Returns true where the words at the place of a value are another thing than the rule reads. */
function isOtherValue(rule: FactRule, match: RegExpExecArray, { from, to }: ValueRange, { text }: Segment): boolean {
  const [said, behind] = [text.slice(from, to), text.slice(to)];
  if (goesOn(rule, behind)) return true;
  const isName = rule.value === 'tool' || rule.value === 'product' || rule.value === 'program' || rule.attribute === 'using {}';
  if (isName && !endsName(behind)) return true;
  if (rule.isFavourite === true && !namesFavourite(match[0], said)) return true;
  if (rule.value !== 'rest' && (rule.kind !== 'preference' || rule.isFavourite === true) && saysHow(said)) return true;
  if (rule.isAnother === true && !namesAnother(match.groups?.['attr'] ?? '', said, behind)) return true;
  if (rule.isPersonName === true && !namesSomebody(said)) return true;
  if (rule.isPlace === true && !namesPlace(said, text)) return true;
  if (rule.attribute === 'employer' && SOMEWHERE_BEFORE.test(match[0]) && isPlaceAlone(said)) return true;
  return BY_HOW_MUCH.test(match[0]) && !isClock(said);
}

/** Returns true where the words around a value take it back, or limit it to a case. */
function isDoubtedBehind(
  rule: FactRule,
  match: RegExpExecArray,
  value: ValueRange,
  { before, segment }: { readonly before: string; readonly segment: Segment },
): boolean {
  const { text, isSneered } = segment;
  const [said, behind] = [text.slice(value.from, value.to), text.slice(value.to)];
  if (rule.isInstruction !== true && (isDoubted(behind) || isOldDoubted(text, match, value))) return true;
  if (isNotMeant(text.slice(value.from))) return true;
  if (rule.kind === 'preference' && (isSneered || SNEERING.test(before) || DENIED.test(said))) return true;
  if (isPersonal(rule) && rule.saysChange === true && isOfFormerTimes(before, behind)) return true;
  if (rule.attribute !== undefined && (FORMER_WORK_BEHIND.test(behind) || isLimited(rule, text, value))) return true;
  return rule.kind === 'preference' && rule.ends !== true && isCutShort(text, value);
}

interface NamedThing {
  readonly attribute: string | undefined;
  /** Part of the thing that the value is for; empty where it is for all of it. */
  readonly qualifier: string;
  /** A new plan is another one; a new deadline replaces the one before. */
  readonly isRenewed: boolean;
}

/** Reads what a value belongs to; undefined where the words name nothing that has one. */
function readAttribute(rule: FactRule, match: RegExpExecArray, value: ValueRange | undefined, text: string): NamedThing | undefined {
  const words = rule.value === 'front' ? nounBehind(text, value!.to) : match.groups?.['attr'];
  const thing = words === undefined ? undefined : nameOfThing(words);
  if (words !== undefined && (thing === undefined || OWNER_ALONE.test(words) || IN_AN_EXAMPLE.test(words) || isAnothers(words)))
    return undefined;
  if (rule.kind === 'value' && rule.value === 'exact' && thing !== undefined && isNoOwner(thing.name)) return undefined;
  const said = value === undefined ? '' : text.slice(value.from, value.to);
  const isQualified = value !== undefined && rule.isQualified === true;
  const behindNoun = rule.value === 'front' ? words!.length + 1 : 0;
  const qualifier = isQualified ? readQualifier(text, behindOld(text, match, value) + behindNoun, said) : '';
  if (qualifier === undefined || (isQualified && isLoose(said, text.slice(value.to, value.to + 48)))) return undefined;
  const named = rule.value === 'front' ? thing?.name : attributeOf(rule, match, thing?.name, said);
  const attribute = named === undefined ? undefined : withoutDate(named, said);
  if (rule.attribute !== undefined && attribute === undefined) return undefined;
  return { attribute, qualifier, isRenewed: thing?.isRenewed === true && rule.attribute?.endsWith('}') === true };
}

/** Returns where the words behind a value begin: in "NATS instead of Redis for queues" they stand behind the value before. */
function behindOld(text: string, { groups }: RegExpExecArray, { to }: ValueRange): number {
  const old = groups?.['old'];
  const between = old === undefined ? null : BEFORE_OLD.exec(text.slice(to));
  return between !== null && text.startsWith(old!, to + between[0].length) ? to + between[0].length + old!.length : to;
}

/** Returns what a program is used for, or what it was left for: of a change the part that its attribute names. */
function purposeOf(
  { attribute, isQualified }: FactRule,
  text: string,
  { at, to, qualifier }: { readonly at: number; readonly to: number; readonly qualifier: string },
): Pick<Reading, 'purpose' | 'isOfAllWork'> {
  if (attribute !== 'using {}' && attribute !== 'using {old}') return {};
  const behind = text.slice(to);
  if (isQualified === true) return qualifier === '' ? {} : { purpose: qualifier, ...(isOfAllWork(behind) && { isOfAllWork: true }) };
  const purpose = attribute === 'using {}' ? readPurpose(text.slice(0, at), behind) : undefined;
  return purpose === undefined ? {} : { purpose };
}

/** Returns true where what stands behind the value before, as in "NATS instead of Redis", is a doubt, or names the one case. */
function isOldDoubted(text: string, { groups }: RegExpExecArray, { to }: ValueRange): boolean {
  const old = groups?.['old'];
  const at = old === undefined ? -1 : text.indexOf(old, to);
  const behind = at === -1 ? '' : text.slice(at + old!.length);
  return isDoubted(behind) || isInOneCase(behind);
}

/** Returns true where words up to the value deny what somebody says of himself, or the value has such a word beside it. */
function isDenied(rule: FactRule, words: string, value: string): boolean {
  if (rule.isInstruction === true || rule.isAgainst === true || rule.ends === true) return false;
  if (rule.value === 'clause') return rule.isOnDay === true && hasDenial(value);
  return (
    (isPersonal(rule) && hasDenial(words)) ||
    (rule.value !== 'rest' && (rule.kind !== 'preference' || rule.isFavourite === true) && isDeniedValue(value))
  );
}

/** Returns true for a way from one place to another, in the words of a change of programs: "we moved from Paris to Lyon". */
function isOfPlaces({ attribute }: FactRule, match: RegExpExecArray, value: string): boolean {
  return attribute === 'using {old}' && isPlaceAlone(value) && isPlaceAlone(match.groups?.['old'] ?? '');
}

/** A town, and no firm, is what somebody goes to: "I left Equinor for Berlin". */
function isLeftForPlace({ groups }: RegExpExecArray, text: string): boolean {
  const to = groups?.['to'];
  return to !== undefined && namesPlace(to, text);
}

/** Returns true where something stands behind the value that a rule does not allow. A pattern with a bound looks at it itself. */
function goesOn({ isWhole, isLast, needsBound }: FactRule, behind: string): boolean {
  if (needsBound === true) return false;
  return (isWhole === true && !endsClause(withoutWhile(behind))) || (isLast === true && !endsPersonal(behind));
}

const COINED = /\p{Ll}\p{Lu}|[\p{L}\d]\.\p{L}|[`#+]/u;

/** Somebody likes a thing that is liked in a case ("tea when it is cold") all the same, and it replaces nothing. */
function isLimited(
  { kind, value: form, attribute, isFavourite, isLast, needsBound, ends, saysChange }: FactRule,
  text: string,
  { from, to }: ValueRange,
): boolean {
  if (kind === 'preference' && isFavourite !== true && ends !== true) return false;
  const isOfPerson = form === 'name' || form === 'employer' || form === 'word';
  return isLimitedBehind(text.slice(from, to), text.slice(to), {
    isOfPerson,
    isChange: saysChange === true,
    isLast: isLast === true || needsBound === true,
    attribute,
  });
}

/** Words that make an amount one from or over another: "three weeks away", "$50 more". */
const FROM_ANOTHER =
  '(?:more|less|fewer|cheaper|extra|higher|lower|longer|shorter|off|away|ago|late|early|earlier|later|left|behind|ahead|slower|faster|quicker|bigger|smaller|larger|heavier|lighter|older|younger|better|worse|too\\s+\\p{L}+|above|below|over|under|short|overdue)';
const DISTANCE = new RegExp(`\\d.*\\s${FROM_ANOTHER}$`, 'iu');
const DISTANCE_BEHIND = new RegExp(`^\\s+(?:(?:per|a|an|each)\\s+\\p{L}+\\s+)?${FROM_ANOTHER}(?!\\p{L})`, 'iu');

/** Words behind a value that make it one of a case, or another's. */
const BOUND_BEHIND = /^\s+(?:or\s+(?:later|earlier|so|more|less)|at\s+the\s+(?:earliest|latest))(?!\p{L})/iu;
const FORMER_WORK = String.raw`(?:at|in|with)\s+(?:my|our)\s+(?:old|previous|former|last|ex)[\s-](?:\p{L}+\s)?(?:job|role|company|employer|firm|team|start-?up|workplace|place)(?!\p{L})`;
const FORMER_VERSION = String.raw`in\s+(?:the|our|my|an)\s+(?:old|older|previous|former|earlier)\s+(?:version|release|iteration|prototype|draft)s?(?!\p{L})`;
/** What is no more, behind a value or in front of all: "we use Kafka at my old job", "… in the old version". */
const FORMER_WORK_BEHIND = new RegExp(String.raw`^\s+(?:${FORMER_WORK}|(?:for\s+(?:\p{L}+\s){1,4})?${FORMER_VERSION})`, 'iu');
const FORMER_WORK_BEFORE = new RegExp(String.raw`^\s*${FORMER_WORK}`, 'iu');
/** A number with a word for where it is so: "3000 locally". */
const SOMEWHERE = /^\d\S*\s(?!(?:hour|dai|week|month|year|night|annual|quarter)ly|july)\p{L}+ly$/iu;
const CASE_BEHIND = /^[^,.;]{0,24}\s(?:if|unless|provided|assuming|in theory|on paper)(?!\p{L})/iu;
/** The same of whatever is told: who says so is another, or not sure, or puts it right at once. */
const DOUBTED_BEHIND =
  /^\s+(?:maybe|perhaps|supposedly|allegedly|apparently|possibly|probably|vielleicht|angeblich|vermutlich|wahrscheinlich|peut-être|quizás?|tal vez|forse|talvez|misschien|kanske)\s*(?:[.,;!)]|$)|^\s*(?:[,(–—-]\s*)(?:(?:(?:or\s+)?so\s+)?(?:(?:he|she|they)\s+)?(?:says|said)(?!\p{L})|(?:according to|apparently|allegedly|supposedly|i (?:think|guess|believe|hope)|(?:or\s+)?maybe|perhaps|probably|tentative(?:ly)?|tbc|tbd|pending|subject to)(?!\p{L})|(?:or\s+)?so\s+(?:i|he|she|they|people|(?:my|the|our)\s\p{L}+)\s(?:says?|thinks?|claims?|hopes?|heard?|was told|am told)(?!\p{L})|as far as (?:i|we) (?:know|remember|recall)|if (?:i|we) (?:remember|recall)|iirc|afaik|soweit ich weiß|wenn ich mich recht erinnere|si je me souviens|autant que je sache|que yo sepa|si mal no recuerdo|per quanto ne so|se (?:non )?ricordo|que eu saiba|se bem me lembro|voor zover ik weet|såvitt jag vet|(?:just\s+)?(?:kidding|joking)(?!\s+aside)|(?:(?:nur|war)\s+(?:ein\s+)?)?(?:scherz|spaß)(?!\p{L})|je\s+(?:plaisante|rigole|blague)|(?:es\s+|era\s+)?broma|scherz(?:o|avo)|(?:é\s+|era\s+)?brincadeira|grapje|(?:sagt|dit|dice|diz|zegt|säger)(?!\p{L})|(?:vielleicht|peut-être|quizás?|tal vez|forse|talvez|se calhar|misschien|kanske)(?!\p{L}|\s+(?:auch|aussi|también|anche|também|ook|även)(?!\p{L}))|jk(?!\p{L})|(?:no|nope|wait|sorry|i mean|not sure)\s*,)/iu;
/** Words behind a sign that take the value back: "8080, never mind". */
const TAKEN_BACK_BEHIND = new RegExp(`^\\s*[,(–—-]\\s*(?:${TAKES_BACK.replaceAll('~', '\\s+')})(?!\\p{L})`, 'iu');
function isDoubted(behind: string): boolean {
  return DOUBTED_BEHIND.test(behind) || TAKEN_BACK_BEHIND.test(behind);
}

/** Returns true where a value is not the thing's own: a distance to another one, or one that is so in a case or by hearsay. */
function isLoose(value: string, behind: string): boolean {
  return (
    BOUND_BEHIND.test(behind) ||
    SOMEWHERE.test(value) ||
    DISTANCE.test(value) ||
    (/\d/u.test(value) && DISTANCE_BEHIND.test(behind)) ||
    CASE_BEHIND.test(behind)
  );
}

/** German `um` before a value that is no time of day: "das Budget ist um 500 Euro gestiegen". */
const BY_HOW_MUCH = /\sum\s+$/iu;

/** Prepositions that say where somebody works as well as for whom; "at Oxford" says for whom. */
const SOMEWHERE_BEFORE = /(?<!\p{L})(?:en|na|no|da|bei|bij|på|во?)\s+(?:(?:la|el|de|het)\s+)?$/iu;

/** Troubles are somewhere, and so many, for the moment: "the bug is in src/parse.ts". */
const TROUBLE = /(?:^|\s)(?:bug|error|issue|problem|fix|failure|crash|cause|culprit|typo|mistake|regression)$/u;

/** Numbers behind these are ages, which have rules of their own: "my twins are 5". */
const NEAR =
  /(?:^|\s)(?:wife|husband|partner|girlfriend|boyfriend|(?:grand|step|god)?(?:mother|father|mom|mum|dad|son|daughter|parent|child|children|kid)|brother|sister|twin|aunt|uncle|cousin|niece|nephew)$/u;
const isNoOwner = (name: string): boolean => TROUBLE.test(name) || NEAR.test(name);

/** Names whose it is and not what: "my mother's birthday is June 4, my father's is July 9". */
const OWNER_ALONE = /(?:['’]s|s['’])$/u;

/** Matches things in a text to learn from, which are no values of the work: "the port in the example". */
const IN_AN_EXAMPLE =
  /(?<!\p{L})(?:in|from)\s+(?:the|this|that|an?|my|your|their)\s+(?:\p{L}+\s+)?(?:examples?|tutorials?|snippets?|screenshots?|readme|docs|documentation|course|book|article|slides|video|sample|template)$/iu;

/** Returns true for rules whose statement may replace another; it must then stand in a clause of its own. */
function mayReplace({ attribute, isPresupposed, opens }: FactRule): boolean {
  return attribute !== undefined && isPresupposed !== true && opens !== true;
}

/** Matches words that may stand before a clause of its own. */
const CLAUSE_START =
  /(?:^|[^\p{L}\p{N}'’"”\s-]|(?<![\p{L}])(?:and|but|so|because|['’]?cause|since|then|plus|also|yeah|yes|yep|yup|oh|hey|well|though|although|while|now|actually|recently|lately|yesterday|today|ago|day|week|weekend|month|year|summer|morning|night|afternoon|evening|you|now that))\s*$/iu;
/** Words before a value that limit of what it is: "For the large model, the batch size is 16". */
const FRAMED =
  /(?:^|[.;:]\s*|,\s*(?:and|but)\s+)(?:from\s+(?:mon|tues|wednes|thurs|fri|satur|sun)day\s+(?:to|through)\s+\p{L}+day|on\s+(?:weekends|weekdays|(?:mon|tues|wednes|thurs|fri|satur|sun)days))(?:\s+and\s+\p{L}+)?,?\s*$|(?:^|[.;:]\s*|,\s*(?:and|but)\s+)(?:for|with|during|under|in|at|on(?!\s+a\s+\p{L}+é(?!\p{L})))\s+(?!(?:20|19)\d\d|\p{L}+day(?!\p{L})|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|addition|fact|general|short|the (?:meantime|end|moment)|(?:(?:the|your|my|our|a) )?(?:context|reference|record|info(?:rmation)?|(?:side )?note|case)(?=,?\s*$))[^,]{1,40},?\s*$/iu;

/** A time of long ago that a person tells of: "After college I moved to Chicago". */
const IN_YOUTH =
  /(?:^|[.;:]\s*|,\s*(?:and|but)\s+)(?:after|before|straight out of|out of)\s+(?:high school|school|college|uni(?:versity)?|graduati(?:on|ng)|the war|the army)(?:,|\s)\s*$/iu;
/** Words in front of a colon; those of a person speak of himself only where they announce it: "Anna: I live in Paris". */
const COLON = /:\s*$/u;
/** Names a text or another person as the source: "From the docs: ...", "Mon mari dit : ...", "Her bio: ...". */
const SOURCE =
  /(?<!\p{L})(?:from|by|in)\s+(?:the|a|an|my|his|her|their)\s[^:,;.]{1,60}:\s|(?:(?<!(?<!\p{L})(?:here|there|that|this|it|what|let|where|who|how|today|tonight|yesterday|tomorrow|week|month|year|morning|(?:mon|tues|wednes|thurs|fri|satur|sun)day))['’]s|s['’]|(?<!\p{L})(?:his|her|their))\s+(?:\p{L}+\s+){0,2}\p{L}+\s*:\s/iu;
/** A clause of the speaker's own in front of a colon: "We changed providers: my address is ...". */
const OWN_NEWS = new RegExp(
  String.raw`(?:^|[,.;]\s*)(?:(?:so|and|but|also|well|hey|hi)[,\s]+)?(?:${SPEAKER}|j(?=['’])|on\s+a\s+\p{L}+é)(?!\p{L})`,
  'iu',
);
/** Words in front of a colon under which nothing is so, or not any more: "Proposal: we use Redis", "Old: the port is 80". */
const NOT_SO = new RegExp(`(?:^|[.;]\\s*)[*_#\\s-]*(?:${HEADINGS_NOT_SO})(?:\\s+(?:#?\\d+|\\p{L}))?\\s*[*_]*(?:\\s*:|\\s[-–—]\\s)`, 'iu');
/** Returns true where such a heading stands before what is said. */
export function isHeadedNotSo(before: string): boolean {
  return NOT_SO.test(before);
}

/** A denial behind its verb, as some languages have it: "ich mag Pilze nicht". */
const DENIED = /(?:^|\s)(?:nicht|niet|inte)(?:\s|$)/iu;
/** Words that announce what the speaker says himself. */
const ANNOUNCED =
  /(?:^|\s)(?:(?:quick |side |small )?(?:note|update|news|correction|edit|reminder|question|answer|info|fyi|ps|hint)|about (?:me|myself)|me|myself|context|background|summary|intro(?:duction)?|profile|bio|status|personal|details?|goals?|tasks?|requests?|facts?|heads up|good news|bad news|also|now|so|and|anyway|btw|hinweis|kurz|info zu mir|à propos de moi|sobre mí|su di me|sobre mim|over mij|om mig)\s*:\s*$/iu;

const MOST_OPENING_CHARS = 48;
/** Words of which a speaker's own opening is made: "To be clear:", "One thing:", "It's official:", "Here's the deal:". */
const OPENING_WORDS = new RegExp(
  `^[\\s*_#-]*(?:(?:${[
    "(?:it|that|this|here|there|what|where|today|tonight|yesterday)(?:['’]s)?|let['’]s|(?:i|we)['’](?:m|re)|(?:that|here|this)(?:['’]s|\\s+is)\\s+the\\s+plan",
    'a|an|the|my|our|i|we|me|myself|us|you|is|are|am|be|was|to|of|for|in|on|by|with|as|at|about|and|but|so|well|ok|okay|oh|hey|now|just|only|also|all|not|too|no|yes',
    'one|two|three|few|some|another|other|first|second|third|last|final|next|more|most|main|good|bad|great|big|small|little|quick|brief|short|long|full|fun|important|interesting|personal|simple|easy|official|officially|finally|done|true|new|useful|worth|knowing|know|mention|add',
    'clear|honest|fair|frank|precise|exact|specific|transparent|upfront|open',
    'thing|things|point|points|word|words|fact|facts|bit|bits|note|notes|detail|details|news|update|updates|deal|situation|truth|gist|upshot|summary|context|background|record|reference|reminder|correction|change|way|disclosure|disclaimer|confession|announcement|story(?=\\s+short)|bottom\\s+line|setup|info|information|start|begin|intro|introduction',
  ].join('|')})(?:\\s*,)?\\s+)*$`,
  'iu',
);

/** Praise that hardly anybody means, and "of course" before it: "Oh great, I love flat tyres", "Of course, I love paying rent". Of the sentence before, the segment says it. */
const SNEERING = new RegExp(
  String.raw`(?:^|[.;:–—-]\s*)(?:(?:${PRAISE}|yeah[\s,]+right)\s*[,!…]|(?:(?:oh|ja|ah|yeah|sí|oui)[\s,]+)?(?:of\s+course|natürlich|klar|bien\s+sûr|claro(?:\s+que\s+sí)?|certo|natuurlijk|såklart)\s*[,…])`,
  'iu',
);

function isPersonal({ kind, attribute, opens }: FactRule): boolean {
  return kind === 'personal' && attribute !== undefined && opens !== true;
}

function isSpokenByAnother(before: string): boolean {
  return COLON.test(before) && !announces(before) && !OWN_NEWS.test(before);
}

/** Returns true where words up to a colon announce what the speaker says himself. */
function announces(before: string): boolean {
  return ANNOUNCED.test(before) || isOpening(before) || (opensSentence(before) && !LABEL.test(before));
}

/** Openers that are a speaker's initial or name in front of a colon: "Y: I live in Paris". */
const LABEL = /(?<!\p{L})(?:\p{L}|Ora|Sim|Mas|Nu)\s*:\s*$/u;

/** A clause in words that are no names, nor say of whom or from where somebody is: "Something awesome happened". */
const PLAIN_CLAUSE = /(?:^|,\s)(?:[Gg]uess what|\p{L}\p{Ll}*(?:\s(?!(?<!\s\p{Ll}{2,}ed\s)(?:from|in|at|of)\s)[\p{Ll}'’]+){2,})$/u;

/**
 * Writes a hyphen behind announced news as a colon: "Big news - I moved to Berlin"; and behind a plain clause as a dash
 * for what replaces nothing. Behind any other words it may be a label's.
 */
function withSign(before: string, replacesNothing: boolean): string {
  const at = before.search(/\s-\s/u);
  if (at === -1) return before;
  const [head, rest] = [before.slice(0, at), before.slice(at + 3)];
  if (announces(`${head}: `)) return `${head}: ${rest}`;
  return replacesNothing && PLAIN_CLAUSE.test(head) ? `${head} – ${rest}` : before;
}

/** Returns true where the words in front of a colon are such as somebody opens his own news with. */
function isOpening(before: string): boolean {
  const words = before.replace(/^.*[.;!?](?=\s)/su, '').replace(/\s*[*_]*:\s*$/u, ' ');
  return words.trim().length <= MOST_OPENING_CHARS && /\s\S/u.test(words.trim()) && OPENING_WORDS.test(words);
}

/** Returns true for what somebody says of himself. */
function isOwn({ label }: FactRule, match: RegExpExecArray): boolean {
  return label === 'user' || (label === 'owner' && /^my(?!\p{L})/iu.test(match[0]));
}

/**
 * Matches words that may stand before what counts only where it opens its sentence: instructions, corrections. Each space
 * is read in one way alone.
 */
const OPENING =
  /^[\s¡]*(?:(?:(?:please|pls|plz|also|and|but|so|oh|ok|okay|yes|yeah|hey|well|hmm|bitte|por favor|per favore)(?!\p{L})|现在|目前|对了|另外|ちなみに|なお|(?:好的|是的|你好|はい|了解です)(?=[\s,:!，、：！]))[\s,:!，、：！]*){0,8}$/iu;
const LEAST_REST_CHARS = 3;
/** Finds the begin of another statement in the same sentence. */
const STATEMENT_END =
  /,?\s+(?:(?:but|so|which|because|since|considering|given|even though|although)(?![\p{L}'’])|and (?:i|we|now)(?!\p{L}))|,\s+(?:i|we|you|he|she|they|it|this|that)(?!\p{L})|\s[-–—]\s|\uFFFC/iu;
const CLAUSE_END =
  /(?:(?<!\d),|,(?!\d))(?!\s*(?:19|20)\d\d(?!\d))|[;()–—\uFFFC]|:(?!\d)|\s-\s|\s(?:(?:but|so|because|which|while|although)(?![\p{L}'’])|(?:since|and) (?:i|we|it|they|he|she|now|its|my|the|our)(?!\p{L}))/iu;
/** Words behind which something is missing. */
const UNFINISHED = /(?<!\p{L})(?:called|named|titled|by|like|the|an?|of|to|for|with)$/iu;
const TRAILING = /(?:[\s.,;:!。！、，-]|(?<=[\s,])(?:and|but|so|or))+$/iu;
/** Words between a value and what it is of: "my $40 monthly book budget". */
const NOUN_BEHIND =
  /^[\s-]+((?:[\p{L}][\p{L}'’-]*(?:\s+for\s+(?:the\s+|my\s+|our\s+)?|\s+)){0,3}?[\p{L}][\p{L}'’-]*)(?=\s*[,.;:!?)]|\s*$|\s+(?:and|or|but|so|for|due|is|are|was|has|to|on|in|at|with|by|that|which|because|since|while|when|as|can|from|after|before|until|using|i|we)(?!\p{L}))/iu;

function nounBehind(text: string, at: number): string | undefined {
  return NOUN_BEHIND.exec(text.slice(at, at + 100))?.[1] ?? '';
}

function readRuleValue(rule: FactRule, text: string, at: number): ValueRange | undefined {
  if (rule.value === undefined) return undefined;
  if (rule.value !== 'rest' && rule.value !== 'clause') return readValue(text, at, rule.value);
  const whole = text.slice(at);
  const end = rule.isInstruction === true ? -1 : whole.search(rule.value === 'rest' ? STATEMENT_END : CLAUSE_END);
  const rest = (end === -1 ? whole : whole.slice(0, end)).replace(TRAILING, '');
  // A value that goes on in a quote is not whole without it.
  if (/^\s*\uFFFC/u.test(whole.slice(rest.length)) || UNFINISHED.test(rest)) return undefined;
  return rest.length < LEAST_REST_CHARS ? undefined : { from: at, to: at + rest.length };
}

/** A phrase that ends in the first of several adjectives: "a sleek, modern look". */
function isCutShort(text: string, { from, to }: ValueRange): boolean {
  return (
    /^,\s+(?!(?:my|it|they|he|she|i|so|but|and|or|which|who|especially|the|that|this|because|since|not|cause|you|we|even|as|and|with|from|like|though|although|while|except|unlike|if|when|at|leave|keep|skip|drop|avoid|don|do|never|no|please|pls|put|add|use|make|give|show|send|remember|bring|buy|get|just|can|could|would|will|is|are|thanks)(?!\p{L}))\p{Ll}+\s+\p{Ll}/u.test(
      text.slice(to, to + 60),
    ) && /(?:^|\s)an?\s+\S+$|^\S+$/iu.test(text.slice(from, to))
  );
}

/** A launch and its date are one thing; so are a due date and a deadline. */
function withoutDate(attribute: string, value: string): string {
  if (!isDay(value) && !isMonth(value)) return attribute;
  return attribute.replace(/(?<![^\s])due date$/u, 'deadline').replace(/(?<=\S)(?<!birth) date$/u, '');
}

function attributeOf({ attribute }: FactRule, match: RegExpExecArray, thing: string | undefined, value: string): string | undefined {
  if (attribute === undefined) return undefined;
  if (attribute.includes('{noun}') && unitOf(value) === '') return undefined;
  const named = attribute
    .replace('{attr}', thing ?? '')
    .replace('{old}', () => normalValue(match.groups?.['old'] ?? ''))
    .replace('{done}', () => match.groups?.['done']?.toLowerCase() ?? '')
    .replace('{}', () => normalValue(value))
    .replace('{noun}', () => unitOf(value));
  return named.replace(/\s+/gu, ' ').trim();
}
