import { withoutHarness } from '../event/harness-text.ts';
import { DAY_MS } from '../time/utc-day.ts';
import { BOUNDED } from './bounded-rules.ts';
import { declaredFacts } from './declared-facts.ts';
import { ENGLISH_RULES } from './english/english-rules.ts';
import type { FactRule } from './fact-rule.ts';
import { isShared, labelOf, speakerName } from './label-of.ts';
import { OTHER_RULES } from './other-languages/other-rules.ts';
import { endOfOccasion } from './occasions.ts';
import { isOfWork } from './is-of-work.ts';
import { isPassing } from './is-passing.ts';
import { segmentsOf, type Segment } from './prose-segments.ts';
import { PUTS_RIGHT } from './puts-right.ts';
import { readMatch, type Reading } from './read-match.ts';
import { rulesByWords } from './rules-by-words.ts';
import { FACT_LIMITS, type FactSource, type StatedFact } from './stated-fact.ts';
import { validityOf, valueTime, type Validity } from './validity-of.ts';
import type { ValueRange } from './value-forms.ts';

/** Most matches of one rule in one segment. */
const MAX_MATCHES = 4;
const rulesFor = rulesByWords([...BOUNDED, ...ENGLISH_RULES, ...OTHER_RULES]);

/** Makes the rules ready in steps, each of which yields its work in characters; without it the first text waits for all. */
export function prepareFacts(): Generator<number, void> {
  return rulesFor.prepare();
}

/**
 * Reads the facts that an event states: constraints, decisions, corrections, preferences, personal facts, values. Pure,
 * deterministic and bounded; it rather misses a fact than reads one that is not stated. Questions, hypotheticals,
 * quotes, code and what others are said to have said are left out, and so are results of tools, which have a source of
 * their own. Source: 004.
 */
export function readFacts(source: FactSource): readonly StatedFact[] {
  const steps = factSteps(source);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** Reads the same in steps, each of which yields the characters that it read: a long text takes a tenth of a second. */
export function* factSteps(source: FactSource): Generator<number, readonly StatedFact[]> {
  const speaks = speakerOf(source);
  if (speaks === undefined) return [];
  const facts: StatedFact[] = [];
  for (const segment of segmentsOf(statementsOf(source))) {
    for (const fact of readSegment(segment, source, speaks)) {
      if (facts.length >= FACT_LIMITS.facts) return facts;
      facts.push(fact);
    }
    yield segment.text.length;
  }
  return facts;
}

/**
 * Reads single facts of an event, by where they begin in its text: the same that `readFacts` reads there. Rules are tried
 * on the sentence of each alone.
 */
export function factsAt(source: FactSource): (from: number) => StatedFact | undefined {
  const speaks = speakerOf(source);
  if (speaks === undefined) return () => undefined;
  let segments: readonly Segment[] | undefined;
  return (from) => {
    segments ??= segmentsOf(statementsOf(source));
    const segment = segments.find((one) => one.from <= from && from < one.to);
    return segment && readSegment(segment, source, speaks).find((fact) => fact.from === from);
  };
}

/** Returns what the speaker says, each word in its place: reminders of a program within a message are no statements of its user. */
function statementsOf({ kind, text }: FactSource): string {
  return (kind === 'user_message' ? withoutHarness(text) : text).slice(0, FACT_LIMITS.chars);
}

type Speaks = 'user' | 'agent';

/** Returns who speaks in an event of this kind; undefined if it states nothing of its own. */
function speakerOf({ kind }: FactSource): Speaks | undefined {
  switch (kind) {
    case 'user_message':
    case 'constraint':
    case 'knowledge':
      return 'user';
    case 'agent_message':
    case 'decision':
      return 'agent';
    default:
      return undefined;
  }
}

interface Read {
  readonly reading: Reading;
  readonly fact: StatedFact;
}

function readSegment(segment: Segment, source: FactSource, speaks: Speaks): StatedFact[] {
  const read: Read[] = [];
  for (const rule of rulesFor(segment.text)) {
    if (rule.of === undefined ? speaks !== 'user' : rule.of === 'agent' && speaks !== 'agent') continue;
    for (const match of matchesOf(rule.pattern(), segment.text)) {
      const reading = readMatch(rule, match, segment);
      // An ending stands beside what else the same words say: "I left Equinor in May" is an event as well.
      const isTaken = (other: Read): boolean =>
        overlap(other.reading, reading!) &&
        ((other.fact.endsKnown === undefined) === (rule.endsKnown === undefined) ||
          (other.fact.ends === true && other.fact.attribute === reading!.attribute));
      if (reading === undefined || read.some(isTaken)) continue;
      const fact = factOf(rule, reading, segment, source);
      if (fact !== undefined) read.push({ reading, fact });
    }
  }
  const told = read.filter(({ fact }) => fact.endsKnown === undefined);
  const stated = told.length === 0 ? declaredFacts(segment, source) : partsOf(told, segment, source);
  return withEndings(
    stated,
    read.filter(({ fact }) => fact.endsKnown !== undefined),
    segment,
  );
}

/** Gives each of several facts of a sentence the part that begins with its own words, so that no two begin at one place. */
function partsOf(read: readonly Read[], segment: Segment, source: FactSource): StatedFact[] {
  // Another's words behind a colon are left out, and so is the announcement of them.
  const isCut = /:\s*$/u.test(segment.text) && /^\s*["“„«「]/u.test(source.text.slice(segment.to, segment.to + 4));
  if (read.length < 2) return read.map(({ reading, fact }) => (isCut ? { ...fact, to: segment.from + reading.range.to } : fact));
  const inOrder = read.toSorted((a, b) => a.reading.range.from - b.reading.range.from);
  return inOrder.map(({ reading, fact }, at) => ({
    ...fact,
    ...(at > 0 && { from: segment.from + reading.range.from }),
    ...(at + 1 < inOrder.length && {
      to:
        segment.from +
        endOfPart(segment.text, Math.max(reading.range.to, fact.from - segment.from + 1), inOrder[at + 1]!.reading.range.from),
    }),
  }));
}

/** Adds endings, each from its own words on, or from the next word of these at which no other fact begins; each is shown with its whole sentence. */
function withEndings(stated: readonly StatedFact[], endings: readonly Read[], { from, text }: Segment): StatedFact[] {
  const facts = [...stated];
  for (const { reading, fact } of endings) {
    const isFree = (at: number): boolean => facts.every((other) => other.from !== from + at);
    const begins = [0, ...[...text.matchAll(/(?<=\s)\S/gu)].map(({ index }) => index)];
    const at = begins.find((each) => (facts.length === 0 || each >= reading.range.from) && isFree(each));
    if (at !== undefined) facts.push({ ...fact, from: from + at, ...(at > 0 && { shownFrom: from }) });
  }
  return facts;
}

/** Returns the first matches of a pattern. `matchAll` would copy the pattern, which costs more than to try it. */
function matchesOf(pattern: RegExp, text: string): RegExpExecArray[] {
  const matches: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null && matches.length < MAX_MATCHES; match = pattern.exec(text)) {
    matches.push(match);
    if (match[0] === '') pattern.lastIndex++;
  }
  return matches;
}

/** Words and marks that join a part of a sentence to the next one. */
const JOINING =
  /(?:[\s,;:–—-]|(?<![\p{L}\p{N}])(?:and|but|so|then|also|or|with|und|mit|avec|con|com|met|med|aber|et|mais|y|pero|e|ma|mas|en|maar|och|men|и|а|но)(?![\p{L}\p{N}]))+$/iu;

/** Returns the end of a part that begins before `least` and whose next one begins at `next`, without what joins the two. */
function endOfPart(text: string, least: number, next: number): number {
  return Math.max(least, text.slice(0, next).replace(JOINING, '').length);
}

function overlap({ range: a }: Reading, { range: b }: Reading): boolean {
  return a.from < b.to && b.from < a.to;
}

const CHANGE_WORDS =
  /(?<![\p{L}\p{N}])(?:now|currently|nowadays|actually|instead|no longer|anymore|any more|from now on|updated|these days|as of (?:today|now|this|last)|again|(?:is|are) back (?:to|at|on)|jetzt|nun|ab sofort|künftig|ab heute|inzwischen|mittlerweile|neuerdings|maintenant|désormais|dorénavant|à présent|ahora|adesso|ora|agora|tegenwoordig|inmiddels|voortaan|nu|numera|теперь|сейчас)(?![\p{L}\p{N}])|现在|今は|今では/iu;

/** A change of so long ago is an event: what was told since may have replaced it ("I moved to Bergen in 2009"). */
const LONG_PAST_MS = 2 * 366 * DAY_MS;

/** End of the last year that a sentence names; without one, what it ends may have held until now. */
function overBy(text: string): number {
  const years = [...text.matchAll(/(?<![\d.,])(?:19|20)\d\d(?![\d%]|[.,]\d)/gu)].map(([year]) => Date.UTC(Number(year) + 1, 0));
  return Math.max(...(years.length === 0 ? [Infinity] : years));
}

/** Words of not liking: what is liked no more, or never was. */
const AGAINST = /(?<!\p{L})(?:hate|dislike|detest|can[’']t\s+stand|cannot\s+stand|hasse|déteste|haat|hatar|ненавижу)(?!\p{L})|讨厌/iu;

/** Words that open a sentence which puts right what was said before: "Hm, no: the timeout is 10 seconds". */
const CORRECTING = (() => {
  const lead = String.raw`(?:hm+|oh|ah|well|actually)\s*[,:–—-]+\s*`;
  const puts = String.raw`(?:no|nope|wait|sorry|correction|update|o{1,3}ps|whoops|typo|my (?:bad|mistake)|change of plans?|(?:the )?plans? (?:has |have )?changed|nein|korrektur|änderung|corrección|correzione|correção|correctie|nee|rättelse|nej|${PUTS_RIGHT.replaceAll('~', '\\s+')})\s*[,:–—-]+\s*`;
  const meant = String.raw`i meant(?: to (?:say|write|type))?(?: that)?\s+`;
  return new RegExp(`^(?:${lead})*(?:(?:${puts})+(?:${meant})?|(?:${puts})*${meant})$`, 'iu');
})();

function factOf(rule: FactRule, reading: Reading, segment: Segment, source: FactSource): StatedFact | undefined {
  const { match, value, attribute, range } = reading;
  const text =
    value === undefined || rule.isAgainst === true ? undefined : source.text.slice(segment.from + value.from, segment.from + value.to);
  const label = labelOf(rule, match, { attribute, value: text }, source);
  const valid = label === undefined ? undefined : knownTimes(validityOf(rule, segment.text, reading, source.occurredAt), segment, source);
  if (label === undefined || valid === undefined) return undefined;
  const overAt =
    attribute === undefined || text === undefined || rule.ends === true || valid.validTo !== undefined || !isTold(text, source)
      ? undefined
      : endOfOccasion(attribute, text, source.occurredAt);
  const over = rule.endsKnown === 'fact' ? overBy(segment.text) : Infinity;
  if (over < source.occurredAt - LONG_PAST_MS) return undefined;
  const isLongPast = rule.saysChange === true && (valid.validFrom ?? Infinity) < source.occurredAt - LONG_PAST_MS;
  const old = isLongPast ? undefined : match.groups?.['old'];
  const date = isTold(text, source) ? valueTime(text, source.occurredAt) : undefined;
  // A value told only by its thing's name or a word beside it may be wished or told by another: it replaces nothing.
  const mayReplace = !isLongPast && (rule.isPresupposed !== true || reading.opensClause);
  const saysChange =
    mayReplace &&
    (rule.saysChange === true ||
      isRenewed(reading) ||
      CORRECTING.test(segment.text.slice(0, range.from)) ||
      old !== undefined ||
      CHANGE_WORDS.test(wordsAround(segment.text, value ?? range, range, rule.isQualified === true)));
  return {
    label,
    subject: label === 'user' ? speakerName(source) : 'project',
    ...(attribute !== undefined && !isLongPast && { attribute }),
    ...(text !== undefined && { value: text }),
    ...(reading.purpose !== undefined && !isLongPast && { purpose: reading.purpose }),
    ...(reading.isOfAllWork === true && !isLongPast && { isOfAllWork: true as const }),
    ...(old !== undefined && { replaces: old }),
    from: segment.from,
    to: segment.to,
    ...valid,
    ...(overAt !== undefined && { validTo: overAt }),
    ...(date !== undefined && { valueTime: date }),
    ...(saysChange && { saysChange }),
    // A speaker who no longer hates a thing ends what he said against it.
    ...((rule.ends === true) !== (rule.kind === 'preference' && AGAINST.test(match[0])) && { ends: true }),
    ...(attribute !== undefined && hasEnd(rule, valid, segment.text, range) && { isPassing: true }),
    ...(rule.introduces === true && { isIntroduced: true }),
    ...(rule.endsKnown !== undefined && { endsKnown: rule.endsKnown }),
    ...(over < source.occurredAt && { overBy: over }),
    ...((isShared(label, source) || label === 'feedback') && source.subject !== undefined && { saidBy: speakerName(source) }),
    ...(label === 'feedback' &&
      rule.kind === 'constraint' &&
      attribute === undefined &&
      isOfWork(rule.endsKnown === undefined ? source.text.slice(segment.from, segment.to) : (text ?? '')) && { isOfWork: true }),
    ...(source.isUntimed === true && { untimedIn: source.session }),
    kind: rule.kind,
  };
}

/** Leaves out times that words only give with the day on which they were said, where that is not known. */
function knownTimes(valid: Validity | undefined, { text }: Segment, source: FactSource): Validity | undefined {
  return valid !== undefined && !isTold(text, source) ? {} : valid;
}

/** Returns true for words whose day is known: that of their statement is, or they name a year. */
function isTold(words: string | undefined, { isUntimed }: FactSource): boolean {
  return isUntimed !== true || /(?<!\d)(?:19|20)\d\d(?!\d)/u.test(words ?? '');
}

/** True where words beside a statement give it an end: a date, or for a while. */
function hasEnd({ needsDate }: FactRule, { validTo }: Validity, text: string, { from, to }: ValueRange): boolean {
  return (needsDate === undefined && validTo !== undefined) || isPassing(text.slice(0, from), text.slice(to));
}

/** "My increased book budget": of a single word, as "budget", there are several. */
function isRenewed({ isRenewed: renewed, attribute }: Reading): boolean {
  return renewed && attribute?.includes(' ') === true;
}

/** Characters before and behind a statement in which a word says that it is new: "Since May my rent is ...". */
const NEAR_CHARS = 12;
/** A clause or sentence of its own has words of its own. */
const BEFORE_CLAUSE = /^.*[,.;:]/su;
const BEHIND_CLAUSE = /[,.;:].*$/su;

/** The last word of the clause, behind words that belong to what is told: "We have 14 people on the team now". */
const CLAUSE_END =
  /^(?:\s(?!(?:and|but|because|since|so|which|that|who|while|if|when|as)(?!\p{L}))[^\s,.;:]+){1,6}\s(now|instead|these days)(?=\s*(?:[,.;:]|$))/iu;

/** Returns the words of a statement but for its value, with those right before and behind it. */
function wordsAround(
  text: string,
  value: { readonly from: number },
  range: { readonly from: number; readonly to: number },
  isQualified: boolean,
): string {
  const before = text.slice(Math.max(0, range.from - NEAR_CHARS), range.from).replace(BEFORE_CLAUSE, '');
  const rest = text.slice(range.to);
  const behind = `${rest.slice(0, NEAR_CHARS).replace(BEHIND_CLAUSE, '')} ${(isQualified ? CLAUSE_END.exec(rest)?.[1] : undefined) ?? ''}`;
  return `${before}${text.slice(range.from, Math.max(value.from, range.from))} ${behind}`;
}
