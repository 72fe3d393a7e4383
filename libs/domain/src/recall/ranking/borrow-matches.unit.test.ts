import { describe, expect, it } from 'vitest';
import type { TokenMatch } from '../token-match.ts';
import { borrowMatches } from './borrow-matches.ts';
import type { EventCandidates } from './candidate.ts';
import type { RankDocument } from './rank-document.ts';
import { rankingWithout, type RankPart } from './rank-parts.ts';
import { createRanking } from './rank-passages.ts';
import type { RankedEvent } from './ranked-event.ts';

const statistics = { documents: 200, totalLength: 8_000, documentFrequencies: [5, 60] };
const weights = Float32Array.from([0.5, 0.5]);
const match = (...best: number[]): TokenMatch => ({ best: Float32Array.from(best), lines: Float32Array.from([best[0]!]) });

interface Said {
  readonly id: string;
  readonly at: number;
  readonly session?: string;
  readonly terms?: number;
  readonly best: readonly [number, number];
}

const documentOf = ({ id, at, session = 's', terms = 12 }: Said): RankDocument => ({
  eventId: id,
  part: 1,
  passage: { fromByte: 0, toByte: 100 },
  session,
  ordinal: at,
  termCounts: [0, 0],
  length: terms,
});

function rank(events: readonly Said[], without: readonly RankPart[] = []): Map<string, RankedEvent> {
  const documents = events.map(documentOf);
  const ranking = createRanking({ statistics, parts: rankingWithout(without) });
  ranking.add(documents);
  ranking.addSimilarities(
    documents.map(({ eventId, part }) => ({ eventId, part, similarity: 0.3 })),
    [],
  );
  ranking.addMatches(
    documents,
    events.map(({ best }) => match(...best)),
    weights,
  );
  return new Map(ranking.rank().map((event) => [event.eventId, event]));
}

/** Asked of the anchor (the first word) and its weight (the second). */
const reply: Said = { id: 'reply', at: 12, best: [0, 0.9] };
const elsewhere: Said = { id: 'elsewhere', at: 70, best: [0, 0.9] };

describe('words of the events before', () => {
  it('are lent to a reply, less for each event between them', () => {
    const lateAfter = (subject: number): number =>
      rank([{ id: 'subject', at: subject, best: [0.9, 0] }, reply, elsewhere]).get('reply')!.late!;
    [0.8, 0.7, 0.6, 0.5, 0].forEach((factor, back) => {
      expect(lateAfter(reply.at - 1 - back)).toBeCloseTo(0.5 * factor * 0.9 + 0.5 * 0.9);
    });
    const ranked = rank([{ id: 'subject', at: 11, best: [0.9, 0] }, reply, elsewhere]);
    expect(ranked.get('reply')!.score).toBeGreaterThan(ranked.get('elsewhere')!.score);
  });

  it('come from its own session, from before and not from after it', () => {
    const alone = 0.5 * 0.9;
    expect(rank([{ id: 'other', at: 11, session: 't', best: [0.9, 0] }, reply]).get('reply')!.late).toBeCloseTo(alone);
    expect(rank([reply, { id: 'after', at: 13, best: [0.9, 0] }]).get('reply')!.late).toBeCloseTo(alone);
  });

  it('count less the longer the event is that lends them', () => {
    const ranked = rank([{ id: 'listing', at: 11, terms: 160, best: [0.9, 0] }, reply]);
    expect(ranked.get('reply')!.late).toBeCloseTo(0.5 * 0.8 * (40 / 160) * 0.9 + 0.5 * 0.9);
  });

  it('say nothing of what the reply holds by itself, and are off with context or lending', () => {
    const events: Said[] = [{ id: 'subject', at: 11, best: [0.9, 0] }, reply];
    expect(rank(events).get('reply')!.lateInEvent).toBeCloseTo(0.5 * 0.9);
    for (const part of ['context', 'lending'] as const) expect(rank(events, [part]).get('reply')!.late).toBeCloseTo(0.5 * 0.9);
  });

  it('are lent anew once an event before was compared', () => {
    const [subject, answer] = [documentOf({ id: 'subject', at: 11, best: [0, 0] }), documentOf(reply)];
    const ranking = createRanking({ statistics });
    const late = (): number => ranking.rank().find(({ eventId }) => eventId === 'reply')!.late!;
    ranking.add([answer]);
    ranking.addMatches([answer], [match(0, 0.9)], weights);
    expect(late()).toBeCloseTo(0.45);
    ranking.add([subject]);
    ranking.addMatches([subject], [match(0.9, 0)], weights);
    expect(late()).toBeCloseTo(0.5 * 0.8 * 0.9 + 0.45);
  });

  it('are none where nothing stands before', () => {
    const event: EventCandidates = new Map([
      [1, { document: documentOf(reply), text: 0, counts: new Float32Array(2), share: 0, exactShare: 0, namedShare: 0 }],
    ]);
    expect(borrowMatches([event], 2)(event)).toBeUndefined();
  });
});
