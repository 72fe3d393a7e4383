import type { Boosted } from './boost-passages.ts';
import type { Candidate } from './candidate.ts';
import type { RankDocument } from './rank-document.ts';
import type { RankedEvent, RankedPassage } from './ranked-event.ts';

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

interface PlacedEvent extends Pick<RankedEvent, 'session' | 'ordinal' | 'speaker' | 'score'> {
  /** Indexes of its passages, best first. */
  readonly own: readonly number[];
}

/** Builds the description of a ranked event. There are hundreds, so it avoids copies. */
export function describeRanked<Document extends RankDocument>(
  { own, session, ordinal, speaker, score }: PlacedEvent,
  { passages, scores, boosts, dates, signals, lent, lentInEvent }: Omit<Boosted<Document>, 'floor'>,
  placed: Float64Array,
  weights: readonly number[],
): RankedEvent {
  const first = own[0]!;
  const { document, similarity, match } = passages[first]!;
  const before = scores[first]! + boosts[first]!;
  const described: Writable<RankedEvent> = {
    eventId: document.eventId,
    session,
    ordinal,
    score,
    own: before,
    context: score - speaker - before,
    speaker,
    dates: dates[first]!,
    exactShare: own.reduce((most, i) => Math.max(most, passages[i]!.exactShare), 0),
    matched: own.some((i) => passages[i]!.text > 0),
    coverage: coverageOf(
      weights,
      own.map((i) => passages[i]!.document.termCounts),
    ),
    passages: own.map((i) => describePassage(passages[i]!, placed[i]!)),
  };
  if (signals.size > 1) {
    const bySignal: Record<string, number> = {};
    for (const [name, values] of signals) bySignal[name] = values[first]!;
    described.signals = bySignal;
  }
  if (match) {
    described.late = lent[first]!;
    described.lateInEvent = lentInEvent[first]!;
  }
  if (typeof similarity === 'number') described.similarity = similarity;
  return described;
}

function describePassage({ document: { part, passage }, match }: Candidate, score: number): RankedPassage {
  const described: Writable<RankedPassage> = { part, score };
  if (passage) described.passage = passage;
  if (match) described.lines = match.lines;
  return described;
}

/** Computes the share of the weight that passages hold together, 0..1. */
export function coverageOf(weights: readonly number[], passages: readonly (readonly number[])[]): number {
  let total = 0;
  let held = 0;
  for (let term = 0; term < weights.length; term += 1) {
    const weight = weights[term]!;
    total += weight;
    for (const counts of passages) {
      if (!(counts[term]! > 0)) continue;
      held += weight;
      break;
    }
  }
  return total > 0 ? held / total : 0;
}
