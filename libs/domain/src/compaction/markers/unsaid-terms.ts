import { cleanTopic } from './render-marker.ts';

/** Programs and error codes that a count names: "10 commands (pytest)". */
const DETAILS = /\(([^()]+)\)$/;

/** Returns terms as topics, without those that the quotes or counts in front of them say already, and without empty ones. */
export function unsaidTerms(
  terms: readonly string[],
  { quotes, counts }: { readonly quotes: readonly string[]; readonly counts: readonly string[] },
): string[] {
  const quoted = quotes.join(' ').toLowerCase();
  const named = new Set(counts.flatMap((count) => DETAILS.exec(count)?.[1]?.toLowerCase().split(' ') ?? []));
  return terms.map(cleanTopic).filter((topic) => !named.has(topic.toLowerCase()) && !quoted.includes(topic.toLowerCase()));
}
