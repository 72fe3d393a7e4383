import { atFirstUse } from '../lazy/at-first-use.ts';
import type { FactLabel } from '../unit/unit.ts';
import { SHORT_IS } from './short-is.ts';
import type { FactKind, StatedFact } from './stated-fact.ts';
import type { ValueForm } from './value-forms.ts';

/** A form of words that states a fact. */
export interface FactRule {
  readonly kind: FactKind;
  /** `owner`: of the user where the words say "my" and name nothing technical, else of the project. */
  readonly label: FactLabel | 'owner';
  /**
   * Matches up to where the value begins; sticky use is not needed. Groups: `attr` names what the value is of, `det` the
   * word before it, `who` the person, `old` the value before.
   */
  readonly pattern: () => RegExp;
  /** A sentence without a match of it is not tried, as words of another language would all be in vain. One for many rules. */
  readonly onlyWith?: () => RegExp;
  /** Form of the value behind the match; absent where the fact has none. `rest` is the rest of
   * the statement, `clause` the rest up to the next comma. */
  readonly value?: ValueForm | 'rest' | 'clause';
  /**
   * Name of the thing that the value belongs to, if the words themselves say it. `{}` stands for the value, `{attr}`
   * and `{done}` for the groups, `{noun}` for the noun behind a number.
   */
  readonly attribute?: string;
  /** The words say that this replaces what was before. */
  readonly saysChange?: true;
  readonly ends?: true;
  /** Ends a fact only where it is known, and states nothing else; of an order, which kind it lifts. */
  readonly endsKnown?: StatedFact['endsKnown'];
  /** Set where the words say that what follows was not chosen: the fact is its sentence, without a value. */
  readonly isAgainst?: true;
  /** Only a sentence that begins with the words counts, as an instruction does. */
  readonly opens?: true;
  /** Only the first sentence of a text counts, or the one behind its greeting. */
  readonly introduces?: true;
  /** Only where the text has no other words. */
  readonly isAlone?: true;
  /** Matches what may stand before a statement that opens its sentence: others like it, up to their comma. */
  readonly behind?: () => RegExp;
  /** Kinds of source; a user's own words where absent. */
  readonly of?: 'agent' | 'both';
  /** Words behind the value may say of what it is: "May 5 for the first draft". */
  readonly isQualified?: true;
  /**
   * Nothing but news or a circumstance stands before it in its sentence, and nothing but a word of time behind the value
   * in its clause: the sure way where the words of wishing and telling are not listed, as in other languages.
   */
  readonly isWhole?: true;
  /** The value names another thing of its kind, and does not say how the thing is. */
  readonly isAnother?: true;
  /** The value is the name of a person. */
  readonly isPersonName?: true;
  /** The value is what somebody likes best of its kind, and no word for how that is. */
  readonly isFavourite?: true;
  /** Only where the value or the name before it is written as hardly any name but a program's is: GitLab, Node.js, C++. */
  readonly isCoined?: true;
  /** The value is a place only where something says so, as much else is moved to. */
  readonly isPlace?: true;
  /** Nothing but a word of time, a date or company stands behind the value in its clause. */
  readonly isLast?: boolean;
  /** The words hold also under a wish or a plan: "I want to stretch my budget of $40". */
  readonly isPresupposed?: true;
  /** The words begin a clause of their own, not one that describes the word before ("a trip we took"). */
  readonly isClause?: true;
  /** Only with a date in its clause, which says when it was or will be. */
  readonly needsDate?: 'past' | 'future';
  /** Only with a begin or an end to come, which says when it is so: "I'll work at Acme from May", "I'm in Rome until May". */
  readonly needsBound?: true;
  /** Over with the day that its clause names, if it names one: "I have an appointment on Tuesday". */
  readonly isOnDay?: true;
  /** Hypothetical words before it do not matter, as in an instruction ("if in doubt, always ask"). */
  readonly isInstruction?: true;
}

/** No word goes on here. */
const EDGE = String.raw`(?<![\p{L}\p{N}'’_-])`;

/** The word "is" in a pattern, which a sentence may have in its short form. */
const IS = /(?<![\p{L}\p{N}\\'’[-])is(?![\p{L}\p{N}'’\]-])/gu;

/**
 * Builds the pattern of a rule from words in any case, with `~` for white space, and `~?` for what may be some or none.
 * "Is" matches its short form, too.
 */
export function said(words: string): () => RegExp {
  const spaced = (): string => words.replaceAll('~?', '\\s*').replaceAll('~', '\\s+');
  return atFirstUse(() => new RegExp(`${EDGE}(?:${spaced().replace(IS, `(?:is|${SHORT_IS})`)})`, 'giu'));
}

/** Joins patterns to one that matches where any of them does. The edge that most begin with is looked at once for all of them. */
export function anyOf(patterns: readonly RegExp[]): RegExp {
  const sources = patterns.map(({ source }) => source);
  const [words, others] = [sources.filter((source) => source.startsWith(EDGE)), sources.filter((source) => !source.startsWith(EDGE))];
  const joined = words.length === 0 ? [] : [`${EDGE}(?:${words.map((source) => source.slice(EDGE.length)).join('|')})`];
  return new RegExp([...joined, ...others].join('|'), 'iu');
}

/** A word of a name; a determiner stands in it only behind a preposition, else it begins a name of its own. */
const NOUN_WORD = String.raw`(?:(?:of|for|with|in|on|at|from)\s+(?:the|my|our|an?)\s+)?(?!(?:the|my|our|an?)\s)[\p{L}\p{N}][\p{L}\p{M}\p{N}'’.&/+#-]*`;
/** Matches the thing that a value belongs to: a determiner and up to eight words. */
export const OF_WHAT = String.raw`(?<det>my|our|the)\s+(?<attr>(?:${NOUN_WORD}\s+){0,7}?${NOUN_WORD})`;
/** The same without a determiner, where other words make it certain. */
export const OF_WHAT_BARE = String.raw`(?:(?<det>my|our|the)\s+)?(?!(?:and|but|so|or|then|also|plus)\s)(?<attr>(?:${NOUN_WORD}\s+){0,7}?${NOUN_WORD})`;
/** A value that is left: "from 300 ms to". */
export const FROM_OLD = String.raw`\s+from\s+(?<old>(?:[^,;()]|,(?=\d)){1,40}?)\s+(?:up\s+|down\s+)?to\s+`;
/** Looks for an amount of money, also one with its currency behind it. */
export const MONEY = String.raw`(?=[$€£¥₹₽]\s?\d|\d[\d,.]*\s?(?:€|£|(?:eur|usd|gbp|chf|euros?|dollars?)(?!\p{L})))`;
