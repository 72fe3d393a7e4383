import { hasDenial } from './denying-words.ts';
import { isEndedBy, isUpgradedBy, wordsEnded } from './ended-facts.ts';
import { isLiftedBy } from './lifted-orders.ts';
import { isMonth } from './month-value.ts';
import { isDay, isOtherPartOfTime, normalValue, unitOf } from './normal-value.ts';
import { nameOfThing } from './normal-words.ts';
import { isShared, speakerName } from './label-of.ts';
import { isRelative } from './shown-value.ts';
import type { FactSource, StatedFact } from './stated-fact.ts';

/**
 * Returns the key that two statements must share for the later one to be the value now; undefined if nothing replaces
 * it. It holds the label, the speaker, the subject and the attribute: another's words never replace a person's own. Facts of
 * the work are shared, so their speaker is not in it; whether one person's words replace another's says `compareFacts`.
 */
export function factKey(fact: StatedFact, source: FactSource): string | undefined {
  if (fact.attribute === undefined) return undefined;
  const speaker =
    source.kind === 'agent_message' || source.kind === 'decision'
      ? `agent ${source.agent ?? ''}`.trim().toLowerCase()
      : isShared(fact.label, source)
        ? 'user'
        : speakerName(source);
  return [fact.label, speaker, fact.subject, spaced(fact.attribute)].map((part) => part.replaceAll('|', ' ')).join('|');
}

/** A fact that a person wrote, with what it is about in the form in which the rules name it: "Deploy_Region" is a deploy region. */
export function asRead(written: StatedFact): StatedFact {
  const { subject, attribute } = written;
  return { ...written, subject: subject.toLowerCase(), ...(attribute !== undefined && { attribute: nameOfAttribute(attribute) }) };
}

/** Returns true for two names of one thing that facts tell, such as `Deploy_Region` and `deploy regions`. */
export function isOneAttribute(a: string, b: string): boolean {
  return nameOfAttribute(a) === nameOfAttribute(b);
}

/** Other names that people and agents write for what the rules name of a person. */
const ALSO_CALLED = new Map([
  ...['home city', 'home town', 'residence', 'place of residence', 'city of residence', 'current city'].map(
    (name) => [name, 'home'] as const,
  ),
  ...['workplace', 'place of work'].map((name) => [name, 'employer'] as const),
  ...['job', 'job title', 'profession'].map((name) => [name, 'occupation'] as const),
]);

function nameOfAttribute(attribute: string): string {
  const words = attribute.replaceAll('_', ' ');
  const name = spaced(nameOfThing(words)?.name ?? words.toLowerCase());
  return ALSO_CALLED.get(name) ?? name;
}

/** Writes compounds of whole words with spaces: a "deploy-region" is a deploy region, an "e-mail" stays one. */
function spaced(attribute: string): string {
  return attribute.replace(/(?<=\p{L}{2})-(?=\p{L}{2})/gu, ' ');
}

/** Matches an attribute that names a program, and what uses it: "worker using redis". */
const USING = /^(?<user>.+ )?using (?<program>.+)$/u;

/**
 * Returns what a statement says besides, of another key: a change from one program to another, that the new one is used; that
 * a program is used for something, that this uses it. Who leaves that program replaces it, and has this attribute.
 * Undefined for every other fact.
 */
export function turnedTo(fact: StatedFact): StatedFact | undefined {
  const { user = '', program } = USING.exec(fact.attribute ?? '')?.groups ?? {};
  const value = normalValue(fact.value ?? '');
  if (program === undefined || value === '' || fact.ends === true) return undefined;
  if (value !== program) return { ...fact, attribute: `${user}using ${value}` };
  return user === '' && fact.purpose !== undefined ? { ...fact, attribute: `${fact.purpose} using ${value}` } : undefined;
}

/**
 * Returns the words by which facts of other keys are found that a statement may end or replace: all of them stand in
 * such a fact, or of an order one. Undefined where it ends none but those of its key.
 */
export function wordsLeft(fact: StatedFact): { readonly words: string; readonly isOne?: true } | undefined {
  if (leavesProgram(fact)) return { words: fact.replaces ?? fact.value ?? '' };
  return wordsEnded(fact);
}

/** Returns true for a statement that a program was left, which replaces the one that it was turned to. */
function leavesProgram({ attribute, ends, replaces, isPassing }: StatedFact): boolean {
  return (ends === true || replaces !== undefined) && isPassing !== true && USING.test(attribute ?? '');
}

/** Relation of a later statement to an earlier one of the same key. */
export type FactRelation = 'same' | 'supersedes' | 'beside';

/**
 * Attributes of which a subject has one at a time, so that a later value replaces an earlier one without saying so. Of
 * others, such as budgets and deadlines, people name several in turn.
 */
const SINGLE =
  /^(?:name|age|weight|height|home|employer|birthday|phone number|e-?mail(?: address)?|address|zip code|diet|marital status|preferred .+|favorite .+|lieblings\p{L}+|.+ (?:préférée?|favori(?:te)?|favorit[oa]|preferid[oa]|preferit[oa])|(?:favoriete|lievelings|favorit).+|default .+|\S*_\S*)$|(?:^|[\s-])(?:version|port)$/u;

/** Attributes whose values have numbers that count nothing, or in one unit as well as in another: pounds and kilos. */
const OF_ANY_UNIT = /(?:^|\s)address$|^(?:weight|height)$/u;

/**
 * Decides it by the two statements alone. Pure; rather `beside` than a wrong `supersedes`: what one person says of the work
 * replaces what another said only where it names that value, and so does what may have been said at any time before.
 */
export function compareFacts(earlier: StatedFact, later: StatedFact): FactRelation {
  if (later.endsKnown === 'fact') return earlier.ends !== true && isEndedBy(earlier, later) ? 'supersedes' : 'beside';
  if (isLiftedBy(earlier, later) || isUpgradedBy(earlier, later)) return 'supersedes';
  // Orders that share a word are of two things, unless they are the same.
  if (later.label === 'feedback' && later.attribute === undefined && normalValue(earlier.value ?? '') !== normalValue(later.value ?? ''))
    return 'beside';
  if (!isOfOneThing(earlier, later)) {
    if (!leavesProgram(later)) return 'beside';
    const turned = turnedTo(earlier);
    const isLeft =
      [earlier, turned].some((fact) => fact !== undefined && isOfOneThing(withoutPart(fact), withoutPart(later))) ||
      leavesAll(turned ?? earlier, later);
    return isLeft ? 'supersedes' : 'beside';
  }
  if (isOfOtherPurpose(earlier, later)) return 'beside';
  const isOfAnother = earlier.saidBy !== later.saidBy || (later.untimedIn !== undefined && later.untimedIn !== earlier.untimedIn);
  const [before, after] = [normalValue(earlier.value ?? ''), normalValue(later.value ?? '')];
  if (later.ends === true) {
    // An ending without a value ends whatever was, so the next ending of a value says the same.
    const isOfIt = before === after || later.value === undefined || (earlier.ends === true && earlier.value === undefined);
    if (!isOfIt || (isOfAnother && later.value === undefined)) return 'beside';
    return earlier.ends === true ? 'same' : 'supersedes';
  }
  if (earlier.ends === true) return isOfAnother ? 'beside' : 'supersedes';
  if ((before === after && !isOtherDay(earlier, later)) || isInflected(before, after)) return 'same';
  if (later.isPassing === true) return 'beside';
  if (earlier.attribute === undefined || before === '' || after === '') return 'beside';
  if (later.replaces !== undefined) return isValueIn(before, normalValue(later.replaces)) ? 'supersedes' : 'beside';
  if (!OF_ANY_UNIT.test(earlier.attribute) && /\d/u.test(before) && /\d/u.test(after) && !isOfOneUnit(before, after, later))
    return 'beside';
  if (isAmountAlone(before, after) || isAmountAlone(after, before)) return 'beside';
  // The day of a month stands beside the month that it is in.
  if (isMonth(before) === isMonth(after) && isRefined(before, after) && !isOtherJob(earlier, later)) return 'same';
  // A denial replaces the value that it names: somebody who is not married may still be divorced, as he said before.
  if (hasDenial(after) && !hasDenial(before) && !after.includes(before)) return 'beside';
  if (isOfAnother || later.isIntroduced === true || isOtherPartOfTime(before, after)) return 'beside';
  return later.saysChange === true || SINGLE.test(earlier.attribute) ? 'supersedes' : 'beside';
}

/**
 * Returns true where one of two statements names what a program is for, and the other does not: one that leaves it for nothing
 * in particular leaves it for all, and so does one that is said of all the work.
 */
function leavesAll(earlier: StatedFact, later: StatedFact): boolean {
  if (earlier.ends === true || (earlier.purpose === undefined) === (later.purpose === undefined)) return false;
  if (later.purpose !== undefined && later.isOfAllWork !== true) return false;
  return isOfOneThing(withoutPurpose(earlier), withoutPurpose(later));
}

function withoutPurpose(fact: StatedFact): StatedFact {
  const { attribute, purpose } = fact;
  return purpose !== undefined && attribute?.startsWith(`${purpose} using `) === true
    ? { ...fact, attribute: attribute.slice(purpose.length + 1) }
    : fact;
}

/** "Billing" and "the billing service" are one purpose. */
function withoutPart(fact: StatedFact): StatedFact {
  const { attribute } = fact;
  return attribute === undefined
    ? fact
    : { ...fact, attribute: attribute.replace(/(?<=\S) (?:service|system|app|application|module|part)(?= using )/u, '') };
}

/** A program that is used for two things is used twice: one of them may get another. */
function isOfOtherPurpose(earlier: StatedFact, later: StatedFact): boolean {
  const isUse = (fact: StatedFact): boolean =>
    fact.ends !== true && fact.replaces === undefined && fact.attribute === `using ${normalValue(fact.value ?? '')}`;
  return isUse(earlier) && isUse(later) && earlier.purpose !== later.purpose;
}

/** Returns true for statements of one thing; one of them may be written by a person, in a form of his own. */
function isOfOneThing(a: StatedFact, b: StatedFact): boolean {
  if (a.label !== b.label) return false;
  if (a.attribute === b.attribute && a.subject === b.subject) return true;
  const [one, other] = [asRead(a), asRead(b)];
  return one.attribute === other.attribute && one.subject === other.subject;
}

/** "Tomorrow" of another day. */
function isOtherDay({ attribute, value = '', valueTime: was }: StatedFact, { valueTime: is }: StatedFact): boolean {
  return was !== undefined && is !== undefined && was !== is && isRelative(value, attribute);
}

/** An amount and a name are of two things: the queue has 500 messages and is Redis. */
function isAmountAlone(one: string, other: string): boolean {
  return /^[$€£¥₹₽]?\d/u.test(one) && !/\d/u.test(other) && !isDay(one) && !isDay(other);
}

/** A statement that a price changed need not say once more how often it is paid. */
function isOfOneUnit(before: string, after: string, { saysChange }: StatedFact): boolean {
  const [was, is] = [unitOf(before), unitOf(after)];
  return was === is || (saysChange === true && /^[$€£¥₹₽]$/u.test(is) && was.startsWith(`${is} `));
}

/** One of two values says the other in more words: `3.11` and `3.11.2`, `sqlite` and `sqlite 3`. */
function isRefined(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (hasDenial(short) !== hasDenial(long)) return false;
  return long.startsWith(`${short} `) || long.endsWith(` ${short}`) || (/^\d+(?:\.\d+)+$/u.test(short) && long.startsWith(`${short}.`));
}

/** A nurse who becomes head nurse has another job, though one name is a part of the other. */
function isOtherJob({ attribute }: StatedFact, { saysChange }: StatedFact): boolean {
  return attribute === 'occupation' && saysChange === true;
}

/** "50" names the value "50 hours", and "25" the price "€25". */
function isValueIn(value: string, named: string): boolean {
  return [value, value.replace(/^[$€£]/u, '')].some((each) => each === named || isRefined(each, named));
}

/** One name in two cases of a language that inflects names: "Казани", "Казань". */
function isInflected(a: string, b: string): boolean {
  if (!/^\p{Script=Cyrillic}{4,}$/u.test(a) || !/^\p{Script=Cyrillic}{4,}$/u.test(b)) return false;
  const shared = Math.max(3, Math.min(a.length, b.length) - 2);
  return a.slice(0, shared) === b.slice(0, shared) && Math.abs(a.length - b.length) <= 2;
}
