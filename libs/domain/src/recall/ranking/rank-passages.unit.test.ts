import { describe, expect, it } from 'vitest';
import type { TokenMatch } from '../token-match.ts';
import type { RankDocument } from './rank-document.ts';
import { RANK_PARTS, rankingWithout, type RankPart } from './rank-parts.ts';
import { createRanking } from './rank-passages.ts';
import type { RankTerms } from './rank-terms.ts';
import type { RankedEvent } from './ranked-event.ts';

const statistics = { documents: 200, totalLength: 8_000, documentFrequencies: [5, 60] };
const document = (eventId: string, ordinal: number, termCounts: readonly number[], more: Partial<RankDocument> = {}): RankDocument => ({
  eventId,
  part: 1,
  passage: { fromByte: 0, toByte: 100 },
  session: 's',
  ordinal,
  termCounts,
  length: 12,
  ...more,
});
const long = (eventId: string, ordinal: number, counts: readonly (readonly number[])[]): RankDocument[] =>
  counts.map((termCounts, at) =>
    document(eventId, ordinal, termCounts, { part: at + 1, length: 50, passage: { fromByte: at * 400, toByte: at * 400 + 400 } }),
  );
function rank(documents: readonly RankDocument[], terms: Partial<RankTerms> = {}): RankedEvent[] {
  const ranking = createRanking({ statistics, ...terms });
  ranking.add(documents);
  return ranking.rank();
}
const idsOf = (ranked: readonly RankedEvent[]): string[] => ranked.map(({ eventId }) => eventId);

describe('ranking by words', () => {
  it('prefers rare terms, more of them, and shorter passages', () => {
    const documents = [
      document('common', 10, [0, 1]),
      document('rare', 20, [1, 0]),
      document('both', 30, [1, 1]),
      document('wide', 40, [1, 1], { length: 30 }),
    ];
    const byOwn = rank(documents).sort((a, b) => b.own - a.own);
    expect(idsOf(byOwn)).toEqual(['both', 'wide', 'rare', 'common']);
  });

  it('puts an event at its best passage, and gives its passages best first', () => {
    const [first] = rank([
      ...long('file', 10, [
        [0, 1],
        [0, 0],
        [2, 1],
      ]),
      document('other', 60, [1, 0]),
    ]);
    expect(first!.eventId).toBe('file');
    expect(first!.passages.map(({ part }) => part)).toEqual([3, 1, 2]);
    expect(first!.passages[0]!.score).toBe(first!.score);
  });

  it('does not lift a short event over a long one for what stands beside it', () => {
    const hit = document('hit', 11, [1, 1]);
    const ranked = rank([
      ...long('file', 50, [
        [4, 4],
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
      ]),
      hit,
      document('beside', 12, [0, 1]),
    ]);
    expect(ranked[0]!.eventId).toBe('file');
    expect(Math.abs(ranked[0]!.context)).toBeLessThan(Math.abs(ranked.find(({ eventId }) => eventId === 'hit')!.context));
  });

  it('lets the neighbour of a hit stand above an event far away', () => {
    expect(idsOf(rank([document('hit', 10, [3, 1]), document('far', 90, [0, 0]), document('next', 11, [0, 0])]))).toEqual([
      'hit',
      'next',
      'far',
    ]);
  });

  it('lends a passage the words beside it and in its event, and a reply those that it follows', () => {
    const [half, none, other] = [
      [0, 2],
      [0, 0],
      [2, 0],
    ] as const;
    // Two passages hold the same, and one is lent more.
    const lead = (documents: readonly RankDocument[], part: number, without: readonly RankPart[] = []): number => {
      const ranked = rank(documents, { parts: rankingWithout(without) });
      const score = (id: string): number =>
        ranked.find(({ eventId }) => eventId === id)!.passages.find((passage) => passage.part === part)!.score;
      return score('lent') - score('alone');
    };
    const beside = [...long('lent', 1, [other, half]), ...long('alone', 50, [none, half])];
    const inEvent = [...long('lent', 1, [half, none, none, other]), ...long('alone', 50, [half, none, none, none])];
    for (const [documents, part] of [
      [beside, 2],
      [inEvent, 1],
    ] as const) {
      expect(lead(documents, part, ['context'])).toBeGreaterThan(0.1);
      expect(lead(documents, part, ['context', 'lending'])).toBeCloseTo(0);
    }
    const talk = [document('asked', 8, other), document('lent', 9, half), document('alone', 50, half)];
    const ofReply = (without: readonly RankPart[]): number => lead(talk, 1, without);
    expect(ofReply([])).toBeGreaterThan(ofReply(['lending']) + 0.1);
    expect(ofReply(['context'])).toBeCloseTo(0);
  });

  it('gives a word that the space never held no weight', () => {
    const unseen = { statistics: { ...statistics, documentFrequencies: [5, 0] } };
    const lone = { statistics: { ...statistics, documentFrequencies: [5] } };
    const own = (ranked: RankedEvent[]) => ranked.map((event) => event.own);
    const other = document('b', 30, [0, 0]);
    expect(own(rank([document('a', 1, [1, 0]), other], unseen))).toEqual(own(rank([document('a', 1, [1]), document('b', 30, [0])], lone)));
  });

  it('adds to what the named speaker said, what is of the asked time, what the asked role said and what holds the identifier', () => {
    // The later of two that are alike stands first: 'b'.
    const pair = (more: Partial<RankDocument>, counts = [1, 1]) => [document('a', 10, counts, more), document('b', 90, counts)];
    const first = (documents: RankDocument[], terms: Partial<RankTerms>) => rank(documents, terms)[0]!.eventId;
    expect(first(pair({}), {})).toBe('b');
    expect(first(pair({ termCounts: [1, 2] }), { agents: [false, true] })).toBe('b');
    expect(first([document('a', 10, [1, 1]), document('b', 90, [1, 0])], { agents: [false, true] })).toBe('a');
    expect(first(pair({ occurredAt: 5 }), { timePreference: (at) => (at === 5 ? 1 : 0) })).toBe('a');
    expect(first(pair({ kind: 'agent_message' }), { asksFor: 'agent_message' })).toBe('a');
    expect(first([document('a', 10, [1, 0]), document('b', 90, [0, 2])], { exact: [true, false] })).toBe('a');
  });

  it('ranks nothing to nothing, and the same whatever the order of the candidates', () => {
    expect(rank([])).toEqual([]);
    const documents = Array.from({ length: 30 }, (_, i) => document(`e${i}`, i * 5, [i % 3, i % 2]));
    expect(idsOf(rank([...documents].reverse()))).toEqual(idsOf(rank(documents)));
  });

  it('does not change its scale for passages that nobody asked for, beyond a bound', () => {
    const documents = [document('a', 1, [1, 0]), document('b', 40, [0, 1])];
    const scores = (count: number) => rank(documents, { statistics: { ...statistics, documents: count } }).map(({ own }) => own.toFixed(3));
    expect(scores(1_000_000)[0]).toBe(rank(documents, { statistics: { ...statistics, documents: 1_000_000 } })[0]!.own.toFixed(3));
    expect(Number(scores(1_000_000)[0])).toBeLessThan(100);
  });
});

describe('ranking with vectors', () => {
  const match = (...best: number[]): TokenMatch => ({ best: Float32Array.from(best), lines: Float32Array.from([best[0]!]) });
  const weights = Float32Array.from([0.5, 0.5]);
  const idOf = ({ eventId, part }: RankDocument) => ({ eventId, part });

  function meant(documents: readonly RankDocument[], matches: readonly (TokenMatch | undefined)[], without: readonly RankPart[] = []) {
    const ranking = createRanking({ statistics, parts: rankingWithout(without) });
    ranking.add(documents);
    ranking.addSimilarities(
      documents.map((own) => ({ ...idOf(own), similarity: 0.3 })),
      [],
    );
    ranking.addMatches(documents.map(idOf), matches, weights);
    return ranking.rank();
  }

  it('lends a passage what its neighbours and its event say', () => {
    const documents = [
      ...long('file', 1, [
        [0, 0],
        [0, 0],
      ]),
      ...long('note', 50, [
        [0, 0],
        [0, 0],
      ]),
    ];
    const matches = [match(0.9, 0), match(0, 0.9), match(0.9, 0), match(0, 0)];
    const [first] = meant(documents, matches);
    expect(first!.eventId).toBe('file');
    expect(first!.late).toBeCloseTo(0.5 * 0.9 + 0.5 * 0.8 * 0.9);
    expect(meant(documents, matches, ['lending'])[0]!.late).toBeCloseTo(0.45);
  });

  it('judges by its words what has no vectors, and as the lowest what was not compared', () => {
    const fresh = document('fresh', 70, [3, 1]);
    const ranking = createRanking({ statistics });
    const others = [document('a', 1, [1, 0]), document('b', 30, [0, 1]), document('c', 50, [0, 1])];
    ranking.add([...others, fresh]);
    ranking.addSimilarities(
      others.map((own, at) => ({ ...idOf(own), similarity: 0.8 - 0.3 * at })),
      [fresh],
    );
    expect(ranking.toCompare(10).map(({ eventId }) => eventId)).toEqual(['a', 'b', 'c']);
    ranking.addMatches([others[0]!, others[2]!], [match(0.6, 0.6), match(0.2, 0.2)], weights);
    const found = new Map(ranking.rank().map((event) => [event.eventId, event.signals!]));
    expect(found.get('fresh')!['late']).toBe(found.get('fresh')!['text']);
    expect(found.get('fresh')!['vector']).toBe(found.get('fresh')!['text']);
    expect(found.get('b')!['late']).toBe(found.get('c')!['late']);
    expect(found.get('b')!['late']).toBeLessThan(found.get('a')!['late']!);
  });

  it('gives what has no vectors no more by its words than the best that was compared has', () => {
    const rare = { documents: 3_000, totalLength: 90_000, documentFrequencies: [2, 2] };
    const ranking = createRanking({ statistics: rare });
    // The question itself, written just now, and the result that answers it.
    const asked = document('asked', 90, [1, 1], { length: 6 });
    const result = long('result', 10, [[1, 0]]);
    const beside = Array.from({ length: 30 }, (_, at) => document(`beside-${at}`, 30 + at, [0, 0]));
    const compared = [...result, ...beside];
    ranking.add([...compared, asked]);
    ranking.addSimilarities(
      compared.map((own, at) => ({ ...idOf(own), similarity: at === 0 ? 0.7 : 0.3 + at / 200 })),
      [asked],
    );
    const matches = compared.map((_, at) => (at === 0 ? match(0.8, 0.6) : match(0.2 + at / 100, 0.3)));
    ranking.addMatches(compared, matches, weights);
    const ranked = ranking.rank();
    const signals = new Map(ranked.map((event) => [event.eventId, event.signals!]));
    for (const signal of ['vector', 'late']) {
      const best = Math.max(...compared.map(({ eventId }) => signals.get(eventId)![signal]!));
      expect(signals.get('asked')![signal]).toBe(best);
      expect(signals.get('asked')!['text']).toBeGreaterThan(best);
    }
    expect(idsOf(ranked).slice(0, 2)).toEqual(['asked', 'result']);
  });

  it('is by words alone where every other part is off', () => {
    const documents = [document('a', 1, [1, 0]), document('b', 30, [0, 1])];
    const bare = rank(documents, { parts: rankingWithout(RANK_PARTS.filter((part) => part !== 'vector')) });
    expect(bare.map(({ context, speaker, exactShare }) => [context, speaker, exactShare])).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
  });
});
