import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TEXT_CALIBRATION, VECTOR_CALIBRATIONS } from './calibration.ts';
import { FIRST_HITS } from './confidence-features.ts';
import { judgeAnswer, outcomeOf } from './judge-answer.ts';
import { measureEvent, weighAskedTerms, type AskedTerms, type EventEvidence } from './measure-evidence.ts';

const TERMS = 5;
const CALIBRATIONS = [TEXT_CALIBRATION, ...Object.values(VECTOR_CALIBRATIONS)];

const asked: fc.Arbitrary<AskedTerms> = fc
  .tuple(
    fc.integer({ min: 1, max: 100_000 }),
    fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: TERMS, maxLength: TERMS }),
    fc.array(fc.boolean(), { minLength: TERMS, maxLength: TERMS }),
  )
  .map(([documents, documentFrequencies, exact]) =>
    weighAskedTerms({ documents, totalLength: documents * 20, documentFrequencies }, exact),
  );

const flags = fc.array(fc.boolean(), { minLength: TERMS, maxLength: TERMS });
const signal = fc.option(fc.double({ min: -1, max: 1, noNaN: true }), { nil: undefined });
const events = fc.array(fc.record({ held: flags, score: fc.double({ min: -5, max: 12, noNaN: true }), late: signal, cosine: signal }), {
  maxLength: 30,
});

function evidenceOf(
  query: AskedTerms,
  list: readonly { held: readonly boolean[]; score: number; late?: number; cosine?: number }[],
): EventEvidence[] {
  return list
    .toSorted((a, b) => b.score - a.score)
    .map(({ held, score, late, cosine }, at) =>
      measureEvent(query, { eventId: `e${at}`, score, documents: [{ part: 0, termCounts: held.map(Number) }], late, cosine }),
    );
}

type Bounded = Parameters<typeof outcomeOf>[0];

describe('confidence', () => {
  it('is a chance, and a hit among the first five is never likelier right than the answer', () =>
    fc.assert(
      fc.property(asked, events, (query, list) => {
        for (const calibration of CALIBRATIONS) {
          const { confidence, hits } = judgeAnswer(query, evidenceOf(query, list), calibration);
          expect(hits).toHaveLength(list.length);
          for (const value of [confidence, ...hits.map((hit) => hit.confidence)]) {
            expect(value).toBeGreaterThanOrEqual(0);
            expect(value).toBeLessThanOrEqual(1);
          }
          for (const hit of hits.slice(0, FIRST_HITS)) expect(hit.confidence).toBeLessThanOrEqual(confidence);
        }
      }),
    ));

  it('never falls where the first hit holds more of the query, or is more like it', () =>
    fc.assert(
      fc.property(asked, events, fc.nat({ max: TERMS - 1 }), fc.double({ min: 0, max: 1, noNaN: true }), (query, list, term, closer) => {
        const before = evidenceOf(query, list);
        if (before[0] === undefined) return;
        const held = before[0].held.map((holds, i) => holds || i === term);
        const more = measureEvent(query, { ...before[0], documents: [{ part: 0, termCounts: held.map(Number) }] });
        const better = { ...more, late: Math.max(more.late ?? 0, closer), cosine: Math.max(more.cosine ?? 0, closer) };
        for (const calibration of CALIBRATIONS) {
          const chance = judgeAnswer(query, before, calibration).confidence;
          expect(judgeAnswer(query, [more, ...before.slice(1)], calibration).confidence).toBeGreaterThanOrEqual(chance - 1e-12);
          expect(judgeAnswer(query, [better, ...before.slice(1)], calibration).confidence).toBeGreaterThanOrEqual(chance - 1e-12);
        }
      }),
    ));

  it('of nothing is none', () => {
    for (const calibration of CALIBRATIONS) {
      const query = weighAskedTerms({ documents: 0, totalLength: 0, documentFrequencies: [0] }, [false]);
      expect(judgeAnswer(query, [], calibration)).toMatchObject({ confidence: 0, hits: [] });
    }
  });

  it('decides the outcome: the more, the better', () =>
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), (one, other) => {
        const order = ['nothing_found', 'unsure', 'answered'];
        const bounds = { answeredFrom: 0.6, nothingBelow: 0.1 };
        const [low, high] = (one < other ? [one, other] : [other, one]).map((confidence) => ({ confidence, bounds })) as [Bounded, Bounded];
        expect(order.indexOf(outcomeOf(low, 3))).toBeLessThanOrEqual(order.indexOf(outcomeOf(high, 3)));
        expect(outcomeOf(high, 0)).toBe('nothing_found');
        expect(outcomeOf(low, 0, true)).toBe('unsure');
        expect(outcomeOf(low, 3, true)).toBe(outcomeOf(low, 3) === 'answered' ? 'answered' : 'unsure');
      }),
    ));
});
