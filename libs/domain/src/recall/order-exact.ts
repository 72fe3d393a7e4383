/** Share from which an event holds all identifiers of the query, rounding aside. */
export const ALL_IDENTIFIERS = 0.999;

/**
 * Among events that hold every identifier of the query the words decide the order: what they mean is the same wherever they stand, as in two
 * tracebacks of one error, and the words tell them apart. The events share out the scores they have; against all others nothing changes.
 * `raw`: what each is worth by text and dates.
 */
export function orderExact(events: readonly { readonly exactShare: number }[], raw: readonly number[], own: readonly number[]): number[] {
  const exact = events.flatMap((event, at) => (event.exactShare >= ALL_IDENTIFIERS ? [at] : []));
  if (exact.length < 2) return [...own];
  const scores = exact.map((at) => own[at]!).sort((a, b) => b - a);
  const byText = [...exact].sort((a, b) => raw[b]! - raw[a]! || own[b]! - own[a]!);
  const ordered = [...own];
  byText.forEach((at, place) => (ordered[at] = scores[place]!));
  return ordered;
}
