import { distinctiveTerms, weighTerms } from '../../terms/distinctive-terms.ts';
import type { GatheredSketches } from '../sketches/gather-sketches.ts';
import { requestWords } from './request-topics.ts';

/** Number of terms whose rarity one compaction looks up, and number of runs of events that they are drawn from. */
const ASKED_TERMS = 128;
const ASKING_RUNS = 6;
const REQUEST_SHARE = 0.25;

/**
 * Returns the terms whose rarity in the space matters for describing the events: those that already tell the most, and
 * the words of requests.
 */
export function askedTerms({ sketched, asking, placed }: GatheredSketches): string[] {
  const asked = new Set(requestWords([...sketched, ...asking], Math.floor(REQUEST_SHARE * ASKED_TERMS)));
  const texts = sketched.length;
  const runs = Math.min(ASKING_RUNS, texts);
  const limit = Math.floor((ASKED_TERMS - asked.size) / Math.max(1, runs));
  const worths = weighTerms({ terms: placed.terms, texts });
  for (let run = 0; run < runs; run++) {
    const from = Math.floor((run * texts) / runs);
    const to = Math.floor(((run + 1) * texts) / runs);
    const own = Array.from({ length: to - from }, (_, at) => from + at);
    for (const term of distinctiveTerms({ placed, own, texts, worths, limit })) asked.add(term);
  }
  return [...asked];
}
