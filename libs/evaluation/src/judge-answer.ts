import type { RecallAnswer, RecallPassage } from '@total-recall/domain';

/**
 * Returns the packed passages in the order of their hits, best evidence first, whatever order the answer shows them in.
 */
export function passagesByRank(answer: RecallAnswer): RecallPassage[] {
  const rank = new Map(answer.hits.map((hit, at) => [hit.eventId, at] as const).toReversed());
  const place = (passage: RecallPassage) => rank.get(passage.eventId) ?? Number.MAX_SAFE_INTEGER;
  return answer.passages.toSorted((a, b) => place(a) - place(b) || a.fromByte - b.fromByte);
}

/**
 * Returns true when the string stands in a packed answer. Line breaks count as spaces, because prose may wrap anywhere.
 */
export function stands(answer: RecallAnswer, needle: string): boolean {
  return answer.passages.some((passage) => holds(passage.text, needle) || (passage.alsoHolds ?? []).some((text) => holds(text, needle)));
}

export function holds(text: string, needle: string): boolean {
  return text.includes(needle) || (/\s/.test(needle) && flat(text).includes(flat(needle)));
}

function flat(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Computes the share of the packed tokens in passages that hold the string; null for an empty answer. */
export function tokenPrecision(answer: RecallAnswer, needle: string): number | null {
  const all = answer.passages.reduce((sum, passage) => sum + passage.tokens, 0);
  if (all === 0) return null;
  return answer.passages.filter((passage) => holds(passage.text, needle)).reduce((sum, passage) => sum + passage.tokens, 0) / all;
}

/**
 * Returns true when the first string of the needle's type in the answer is a different one. An answer without any is no
 * false recall.
 */
export function isFalseRecall(answer: RecallAnswer, needle: string, firstOfType: (text: string) => string | undefined): boolean {
  for (const passage of passagesByRank(answer)) {
    const first = firstOfType(passage.text);
    if (first !== undefined) return first !== needle && !first.includes(needle) && !needle.includes(first);
  }
  return false;
}
