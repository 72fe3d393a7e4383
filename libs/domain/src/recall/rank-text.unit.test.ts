import { describe, expect, it } from 'vitest';
import { RANK_PARTS, rankingWithout, type RankPart } from './rank-parts.ts';
import { createRanking, type RankedEvent, type RankSignal, type RankTerms } from './rank-text.ts';
import type { RankDocument } from './score-events.ts';

const document = (eventId: string, ordinal: number, termCounts: number[], more: Partial<RankDocument> = {}): RankDocument => ({
  eventId,
  part: 0,
  session: 's',
  ordinal,
  termCounts,
  length: 12,
  ...more,
});
function rankText({
  documents,
  signals = [],
  ...terms
}: RankTerms & { readonly documents: readonly RankDocument[]; readonly signals?: readonly RankSignal[] }): RankedEvent[] {
  const ranking = createRanking(terms);
  ranking.add(documents);
  return ranking.rank(signals);
}
const statistics = { documents: 200, totalLength: 2_400, documentFrequencies: [5, 60] };
const idsOf = (documents: RankDocument[], exact?: boolean[]): string[] =>
  rankText({ documents, statistics, exact }).map((event) => event.eventId);

describe('ranking', () => {
  it('prefers rare terms, more of them, and shorter texts', () => {
    const ranked = rankText({
      documents: [
        document('common', 10, [0, 1]),
        document('rare', 20, [1, 0]),
        document('both', 30, [1, 1]),
        document('long', 40, [1, 1], { length: 60 }),
      ],
      statistics,
    });
    expect(ranked.sort((a, b) => b.own - a.own).map((event) => event.eventId)).toEqual(['both', 'rare', 'long', 'common']);
  });

  it('lets the neighbour of a hit stand above an event far away', () => {
    expect(idsOf([document('hit', 10, [3, 1]), document('far', 90, [0, 0]), document('next', 11, [0, 0])])).toEqual(['hit', 'next', 'far']);
  });

  it('gives long events less of the context', () => {
    const [, short, long] = rankText({
      documents: [document('hit', 10, [3, 1]), document('short', 11, [0, 0]), document('long', 9, [0, 0], { length: 800 })],
      statistics,
    });
    expect(short!.eventId).toBe('short');
    expect(Math.abs(long!.context)).toBeLessThan(Math.abs(short!.context));
  });

  it('puts what holds the identifier above what holds everything else', () => {
    const documents = [document('words', 10, [0, 6]), document('identifier', 50, [1, 0], { length: 600 })];
    expect(idsOf(documents, [true, false])[0]).toBe('identifier');
  });

  it('counts the best passage of a long event, and gives its passages best first', () => {
    const passage = (part: number, counts: number[]): RankDocument =>
      document('artifact', 10, counts, { part, passage: { fromByte: part * 900, toByte: part * 900 + 900 } });
    const [first] = rankText({ documents: [passage(1, [0, 1]), passage(2, [2, 1]), document('other', 60, [1, 0])], statistics });
    expect(first!.eventId).toBe('artifact');
    expect(first!.passages.map(({ part }) => part)).toEqual([2, 1]);
  });

  it('lifts what the named speaker said, and nobody where all are named', () => {
    const documents = [document('by ann', 10, [1, 1, 0]), document('by bob', 50, [1, 0, 1])];
    const asked = { documents, statistics: { ...statistics, documentFrequencies: [5, 100, 100] } };
    const one = { ...asked, documents: documents.map((held) => ({ ...held, termCounts: held.termCounts.slice(0, 2) })) };
    const ranked = rankText({ ...one, statistics: { ...statistics, documentFrequencies: [5, 100] }, agents: [false, true] });
    expect(ranked.map((event) => [event.eventId, event.speaker])).toEqual([
      ['by ann', 1.5],
      ['by bob', 0],
    ]);
    const both = rankText({ ...asked, agents: [false, true, true] });
    expect(new Set(both.map((event) => event.speaker))).toEqual(new Set([0.75]));
    expect(both.every((event) => event.own === 0)).toBe(true);
  });

  it('prefers what a user states over what an assistant echoes, but not where tools are at work', () => {
    const talk = [document('echo', 10, [1, 1], { kind: 'agent_message' }), document('said', 50, [1, 1], { kind: 'user_message' })];
    expect(idsOf(talk)[0]).toBe('said');
    const work = [...talk, document('result', 90, [0, 1], { kind: 'tool_result' })];
    expect(rankText({ documents: work, statistics }).every((event) => event.speaker === 0)).toBe(true);
  });

  it('counts a date of the query like a word of the events of that time', () => {
    const documents = [1, 2, 3].map((month) => document(`month ${month}`, month * 10, [1, 0], { occurredAt: Date.UTC(2031, month, 5) }));
    const ranked = rankText({ documents, statistics, dates: [{ unit: 'month', month: 2 }] });
    expect(ranked[0]!.eventId).toBe('month 2');
    expect(
      rankText({
        documents: documents.map((held) => ({ ...held, termCounts: [0, 0] })),
        statistics,
        dates: [{ unit: 'month', month: 2 }],
      }).every(({ matched }) => !matched),
    ).toBe(true);
  });

  it('lends from a session that holds all of the query, though no event of it does', () => {
    const parts = [
      document('half', 10, [1, 0], { session: 'whole' }),
      document('other half', 50, [0, 1], { session: 'whole' }),
      document('alone', 10, [1, 0], { session: 'part' }),
    ];
    const [half, alone] = ['half', 'alone'].map((id) => rankText({ documents: parts, statistics }).find((event) => event.eventId === id)!);
    expect(half!.own).toBe(alone!.own);
    expect(half!.context).toBeGreaterThan(alone!.context);
  });

  it('judges by its text what a signal cannot know', () => {
    const documents = [document('a', 1, [1, 0]), document('fresh', 20, [3, 1]), document('b', 40, [0, 1]), document('c', 60, [0, 0])];
    const scores = new Map([
      ['a', 0.9],
      ['b', 0.2],
      ['c', 0.1],
    ]);
    const rank = (unknown: ReadonlySet<string>) =>
      rankText({ documents, statistics, signals: [{ name: 'vector', weight: 1, scores, unknown }] }).sort((a, b) => b.own - a.own);
    const fresh = rank(new Set(['fresh'])).find((event) => event.eventId === 'fresh')!;
    expect(fresh.signals!['vector']).toBe(fresh.signals!['text']);
    expect(rank(new Set(['fresh']))[0]!.eventId).toBe('fresh');
    expect(rank(new Set())[0]!.eventId).toBe('a');
  });

  it('fuses other signals by their deviations, whatever their scale; what has no score counts as the lowest', () => {
    const documents = [document('words', 10, [2, 1]), document('meaning', 50, [1, 0]), document('neither', 90, [0, 1])];
    const order = (scale: number) =>
      rankText({
        documents,
        statistics,
        signals: [
          {
            name: 'vector',
            weight: 1,
            scores: new Map([
              ['words', 0.1 * scale],
              ['meaning', 0.9 * scale],
            ]),
          },
        ],
      }).map((event) => event.eventId);
    expect(idsOf(documents)[0]).toBe('words');
    expect(order(1)).toEqual(['meaning', 'words', 'neither']);
    expect(order(1_000)).toEqual(order(1));
    expect(
      rankText({ documents, statistics, signals: [{ name: 'empty', weight: 1, scores: new Map() }] }).map((event) => event.eventId),
    ).toEqual(idsOf(documents));
  });

  it('ranks nothing to nothing, and the same whatever the order of the candidates', () => {
    expect(idsOf([])).toEqual([]);
    const documents = Array.from({ length: 30 }, (_, i) => document(`e${i}`, i * 5, [i % 3, i % 2]));
    expect(idsOf([...documents].reverse())).toEqual(idsOf(documents));
  });

  it('gives one text with every word of the query a bonus that its look-alikes do not get', () => {
    const stats = { documents: 400, totalLength: 20_000, documentFrequencies: [9, 10, 11, 12, 1] };
    const length = 60;
    const template = (eventId: string, ordinal: number) => document(eventId, ordinal, [1, 1, 1, 1, 0], { length });
    const documents = [
      document('answer', 5, [1, 1, 1, 1, 1], { length }),
      template('a', 99),
      template('b', 100),
      template('c', 101),
      template('d', 102),
    ];
    const ranked = rankText({ documents, statistics: stats });
    expect(ranked[0]!.eventId).toBe('answer');
    expect(ranked.map((event) => event.score - event.own - event.context)).toEqual([1, 0, 0, 0, 0].map((bonus) => expect.closeTo(bonus)));
  });

  it('asks that of one passage of a long event, not of the whole', () => {
    const stats = { documents: 400, totalLength: 20_000, documentFrequencies: [9, 10, 11] };
    const at = (fromByte: number) => ({ passage: { fromByte, toByte: fromByte + 900 } });
    const spread = [
      document('spread', 1, [1, 1, 1], { length: 300 }),
      document('spread', 1, [1, 1, 0], { part: 1, length: 150, ...at(0) }),
      document('spread', 1, [0, 0, 1], { part: 2, length: 150, ...at(900) }),
    ];
    const together = [
      document('together', 50, [1, 1, 1], { length: 300 }),
      document('together', 50, [1, 1, 1], { part: 1, length: 150, ...at(0) }),
      document('together', 50, [0, 0, 0], { part: 2, length: 150, ...at(900) }),
    ];
    const [first, second] = rankText({ documents: [...spread, ...together], statistics: stats });
    expect(first!.eventId).toBe('together');
    expect(first!.score - first!.own - first!.context).toBeGreaterThan(second!.score - second!.own - second!.context);
  });
});

describe('ranking that grows', () => {
  const first = [document('a', 1, [1, 0]), document('b', 20, [0, 1]), document('a', 1, [2, 0], { part: 1 })];
  const later = [document('c', 2, [1, 1]), document('a', 1, [0, 1], { part: 2 }), document('b', 20, [3, 1])];
  const signals = [
    {
      name: 'vector',
      weight: 1,
      scores: new Map([
        ['a', 0.1],
        ['c', 0.7],
      ]),
    },
  ];

  it('ends as one that knew all from the beginning, a part given again replaced', () => {
    const grown = createRanking({ statistics });
    grown.add(first);
    expect(grown.byOwn(signals)).toHaveLength(2);
    grown.add(later);
    const whole = createRanking({ statistics });
    whole.add([first[0]!, later[2]!, first[2]!, later[1]!, later[0]!]);
    expect(grown.rank(signals)).toEqual(whole.rank(signals));
    expect(grown.rank()).toEqual(whole.rank());
    expect([...grown.events.keys()]).toEqual(['a', 'b', 'c']);
  });

  it('gives ids by their own scores alone where that is asked', () => {
    const ranking = createRanking({ statistics });
    ranking.add([...first, ...later]);
    const ranked = ranking.rank(signals);
    expect(ranking.byOwn(signals)).toEqual(ranked.sort((a, b) => b.own - a.own).map(({ eventId }) => eventId));
  });
});

/** Three words, the first of them an identifier, and the name of a speaker. */
const INPUT = {
  documents: [
    document('all', 10, [1, 1, 1, 0], { kind: 'user_message' }),
    document('next', 11, [0, 0, 1, 1], { kind: 'agent_message' }),
    document('far', 90, [0, 0, 1, 0], { kind: 'agent_message', occurredAt: Date.UTC(2025, 4, 3) }),
  ],
  statistics: { documents: 200, totalLength: 2_400, documentFrequencies: [5, 60, 80, 90] },
  exact: [true, false, false, false],
  agents: [false, false, false, true],
  dates: [{ unit: 'month', month: 4 }],
} as const;
const rankedWithout = (without: readonly RankPart[]): Record<string, RankedEvent> =>
  Object.fromEntries(rankText({ ...INPUT, parts: rankingWithout(without) }).map((event) => [event.eventId, event]));

describe('parts of the ranking', () => {
  it('are all on where nothing is said', () => {
    expect(rankText(INPUT)).toEqual(rankText({ ...INPUT, parts: rankingWithout([]) }));
  });

  it('lend nothing without context, and nothing for who speaks without the speaker', () => {
    const bare = Object.values(rankedWithout(['context', 'speaker']));
    expect(bare.map(({ context, speaker }) => ({ context, speaker }))).toEqual(bare.map(() => ({ context: 0, speaker: 0 })));
    expect(rankedWithout([])['next']!.context).not.toBe(0);
    expect(rankedWithout([])['next']!.speaker).toBeGreaterThan(0);
  });

  it.each([
    ['coverage', 'all', 'next'],
    ['exact', 'all', 'next'],
    ['dates', 'far', 'next'],
  ] as const)('%s lifts %s above %s, and not without it', (part, better, worse) => {
    const lead = (without: readonly RankPart[]): number => rankedWithout(without)[better]!.score - rankedWithout(without)[worse]!.score;
    expect(lead(RANK_PARTS)).toBeLessThan(lead(RANK_PARTS.filter((other) => other !== part)));
  });
});
