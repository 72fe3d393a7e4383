import type { FactLabel } from '../../unit/unit.ts';
import { NOT_TAKEN } from './not-taken.ts';
import { standingOf, type Standing } from './standing-statements.ts';
import { topicsIn, type StandingTopic } from './standing-topics.ts';

/** Begins what puts one thing right, which holds for that thing alone. */
const PUTS_RIGHT = new RegExp(
  `^[^\\p{L}]*(?:${[
    '(?:no|nope)(?=\\s*[,:.!–-])|wait|sorry|actually|correction|i meant|you (?:forgot|misunderstood)',
    "that['’]?s (?:wrong|incorrect|not)|this is (?:wrong|incorrect|not)|it['’]?s not",
  ].join('|')})(?![\\p{L}\\p{N}])`,
  'iu',
);

/**
 * Returns what the sentence of a fact says beyond its moment: how its speaker wants things done, or what he likes or cannot
 * have. Most of what is known about a person is neither. That the sentence states something was judged when it became a
 * fact, so plain words suffice here.
 */
export function standingOfFact(label: FactLabel, sentence: string): Standing | undefined {
  if (label === 'feedback') return PUTS_RIGHT.test(sentence) ? undefined : 'instruction';
  if (label !== 'user') return undefined;
  return NOT_TAKEN.test(sentence) ? 'preference' : standingOf(sentence);
}

/**
 * How a standing statement bears on a request. `near`: both name something of one topic, or share a word; `general`: it
 * says how answers are to be, whatever they are about; `open`: the words of one of them name no topic; `apart`: they name
 * different ones.
 */
export type StandingFit = 'near' | 'general' | 'open' | 'apart';

export interface StandingWords {
  readonly text: string;
  /** Terms of the text, without those that only make a sentence. */
  readonly terms: ReadonlySet<string>;
}

/** Judges whether a standing statement bears on a request, by words alone. */
export function standingFit(request: StandingWords, said: StandingWords & { readonly standing: Standing }): StandingFit {
  const { terms, standing, text } = said;
  if (terms.values().some((term) => request.terms.has(term))) return 'near';
  const own: ReadonlySet<StandingTopic> = NOT_TAKEN.test(text) ? new Set(['food']) : topicsIn(text);
  const asked = topicsIn(request.text);
  if (own.values().some((topic) => asked.has(topic))) return 'near';
  if (standing === 'instruction' && own.has('answers')) return 'general';
  return own.size > 0 && asked.size > 0 ? 'apart' : 'open';
}
