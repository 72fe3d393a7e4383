/** Reasons for a further query. */
export const ESCALATION_REASONS = ['known_words', 'second_hop'] as const;
export type EscalationReason = (typeof ESCALATION_REASONS)[number];

/** A word of a query as written, and whether the store holds it anywhere. */
export interface QueryWord {
  readonly surface: string;
  readonly start: number;
  readonly end: number;
  readonly seen: boolean;
}

/**
 * Drops the words that the store does not hold; undefined where that changes nothing or leaves nothing. A name analysed
 * both whole and in parts is written once. `words` must be in the query's order. Source: 000 §4.3.
 */
export function withKnownWords(words: readonly QueryWord[]): string | undefined {
  const known = words.filter((word) => word.seen);
  if (known.length === 0 || known.length === words.length) return undefined;
  let end = -1;
  const kept: string[] = [];
  for (const word of known) {
    if (word.start < end) continue;
    kept.push(word.surface);
    end = word.end;
  }
  return kept.join(' ');
}
