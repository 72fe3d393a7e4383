import { speakerName } from '../fact/label-of.ts';
import { nameOfThing, wordsOf } from '../fact/normal-words.ts';
import type { FactSource, StatedFact } from '../fact/stated-fact.ts';
import { KNOWN_ATTRIBUTES, type FactPointers, type KnownAttribute, type WordRange } from '../unit/fact-pointers.ts';
import type { FactLabel, UnitEvidence } from '../unit/unit.ts';
import { isTornOut } from './is-torn-out.ts';

/** A fact as a model names it: by words that must stand in the event, exactly. */
export interface ProposedFact {
  readonly quote: string;
  readonly label: FactLabel;
  readonly subject: string;
  readonly attribute: string | null;
  readonly value: string | null;
}

/** Place of a proposed fact in its event. */
export interface PointedFact {
  readonly from: number;
  readonly to: number;
  readonly points: FactPointers;
}

/**
 * Finds the words of a proposed fact in the event that it names; undefined where one of them does not stand there whole, or
 * says something else beside the words that it leaves out. A model points and never writes: nothing of its own words is
 * kept.
 */
export function pointAtFact({ text }: Pick<FactSource, 'text'>, proposed: ProposedFact): PointedFact | undefined {
  const quote = rangeOf(text, proposed.quote);
  if (!quote || !/\p{L}/u.test(proposed.quote) || isTornOut(text, quote)) return undefined;
  const within = (words: string): WordRange | undefined => rangeOf(text, words, quote);
  const subject = isOwn(proposed.subject) ? proposed.subject : (within(proposed.subject) ?? rangeOf(text, proposed.subject));
  const attribute =
    proposed.attribute === null ? undefined : isKnown(proposed.attribute) ? proposed.attribute : partOf(text, proposed.attribute, quote);
  const value = proposed.value === null ? undefined : within(proposed.value);
  if (subject === undefined || (proposed.attribute !== null && !attribute) || (proposed.value !== null && !value)) return undefined;
  const points = { subject, ...(attribute && { attribute }), ...(value && { value }) };
  const isNamed = subject === 'user' || subject === 'project' || wordsIn(text, subject) !== '';
  return isNamed ? { from: quote[0], to: quote[1], points } : undefined;
}

/** Returns what an event states at a place that pointers name. Ranges outside of the text say nothing. */
export function readPointed(source: FactSource, label: FactLabel, { from, to, points }: UnitEvidence): StatedFact | undefined {
  if (!points || to > source.text.length) return undefined;
  const { subject, attribute, value } = points;
  const named = typeof attribute === 'object' ? thingIn(source.text, attribute) : attribute;
  return {
    label,
    subject: subject === 'user' ? speakerName(source) : subject === 'project' ? subject : wordsIn(source.text, subject),
    ...(named !== undefined && named !== '' && { attribute: named }),
    ...(value && { value: source.text.slice(...value) }),
    kind: 'value',
    from,
    to,
  };
}

function isOwn(subject: string): subject is 'user' | 'project' {
  return subject === 'user' || subject === 'project';
}

function isKnown(attribute: string): attribute is KnownAttribute {
  return (KNOWN_ATTRIBUTES as readonly string[]).includes(attribute);
}

/** Most places of words that are tried, as a made-up text has one at each of its characters. */
const MOST_PLACES = 1000;

/** Returns the first place of whole words in a text; undefined where they do not stand there, or are blank. */
function rangeOf(text: string, words: string, [first, end]: WordRange = [0, text.length]): WordRange | undefined {
  let range = partOf(text, words, [first, end]);
  for (let tried = 0; range && tried < MOST_PLACES; tried += 1) {
    if (!isWithinWord(text, range[0]) && !isWithinWord(text, range[1])) return range;
    range = partOf(text, words, [range[0] + 1, end]);
  }
  return undefined;
}

/** Returns the first place of words or of a part of one, such as a plural's singular. */
function partOf(text: string, words: string, [first, end]: WordRange): WordRange | undefined {
  if (words.trim() === '') return undefined;
  const from = text.indexOf(words, first);
  return from === -1 || from + words.length > end ? undefined : [from, from + words.length];
}

/** Two characters of one word; scripts without spaces have none. */
const OF_ONE_WORD = /^[\p{L}\p{M}\p{N}]{2}$/u;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const OF_ONE_NUMBER = /^\d[.,:]\d$/u;

function isWithinWord(text: string, at: number): boolean {
  const around = text.slice(Math.max(0, at - 1), at + 1);
  return (
    (OF_ONE_WORD.test(around) && !UNSPACED.test(around)) ||
    OF_ONE_NUMBER.test(text.slice(Math.max(0, at - 2), at + 1)) ||
    OF_ONE_NUMBER.test(text.slice(Math.max(0, at - 1), at + 2))
  );
}

function wordsIn(text: string, range: WordRange): string {
  return wordsOf(text.slice(...range)).join(' ');
}

/** Returns the name of a thing as the reader by rules writes it, so that both tell the same thing by the same words. */
function thingIn(text: string, range: WordRange): string {
  return nameOfThing(text.slice(...range))?.name ?? wordsIn(text, range);
}
