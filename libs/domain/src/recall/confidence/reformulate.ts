/** Why a further query was tried. */
export const ESCALATION_REASONS = ['parts', 'known_words', 'telling_words', 'second_hop'] as const;
export type EscalationReason = (typeof ESCALATION_REASONS)[number];

/** A word of a query as it stands there, with what the store knows of it. */
export interface QueryWord {
  readonly surface: string;
  readonly start: number;
  readonly end: number;
  readonly weight: number;
  readonly seen: boolean;
  readonly exact: boolean;
}

/** Fewest words a query has for some of them to be left out. */
const LEAST_WORDS = 3;
const MOST_PARTS = 4;
const BETWEEN = /\s*(?:[;?!]|,|\b(?:and|or|as well as|versus|vs)\b)\s*/i;

/**
 * Other queries for the same thing, by a fixed rule; none where the rule changes nothing. `parts`: what stands between "and", commas and question
 * marks, each by itself; `known_words`: without words that the store never held; `telling_words`: identifiers and the rarer half of the known words.
 * A second hop is made of a hit, not of the query alone. `words` in the query's order. Source: 000 §4.3.
 */
export function reformulate(reason: Exclude<EscalationReason, 'second_hop'>, query: string, words: readonly QueryWord[]): string[] {
  if (reason === 'parts') {
    const parts = query.split(BETWEEN).filter((part) => /[\p{L}\p{N}]{3}/u.test(part));
    return parts.length < 2 ? [] : parts.slice(0, MOST_PARTS);
  }
  const known = words.filter((word) => word.seen);
  if (reason === 'known_words') return known.length === 0 || known.length === words.length ? [] : [join(known)];
  if (known.length < LEAST_WORDS) return [];
  const median = known.map(({ weight }) => weight).sort((a, b) => b - a)[Math.ceil(known.length / 2) - 1]!;
  const telling = known.filter(({ exact, weight }) => exact || weight >= median);
  return telling.length === known.length ? [] : [join(telling)];
}

function join(words: readonly QueryWord[]): string {
  let end = -1;
  const kept: string[] = [];
  for (const word of words) {
    if (word.start < end) continue;
    kept.push(word.surface);
    end = word.end;
  }
  return kept.join(' ');
}
