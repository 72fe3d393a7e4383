import { describe, expect, it } from 'vitest';
import { testAnalyser } from '../testing/test-analyser.ts';
import { coveringMarker, createTermWeights, probeQuery, secondHopQuery } from './query-terms.ts';

const texts = [
  'the crane moved cargo to the quay',
  'the crane stood still at the quay',
  'the ferry left the quay with cargo',
  'sonar reading of the estuary at dusk src/tide/ledger.ts:41',
];
const weights = createTermWeights(testAnalyser, texts);

describe('query terms', () => {
  it('weighs rare and repeated terms above common ones', () => {
    expect(weights.heaviest('ferry sonar quay sonar', 2).map((term) => term.surface)).toEqual(['sonar', 'ferry']);
    expect(weights.heaviest('quay crane sonar', 1)[0]!.surface).toBe('sonar');
  });

  it('makes a query of at most eight terms without anything of the string', () => {
    const query = probeQuery(weights, texts[3]!, 'src/tide/ledger.ts:41');
    expect(query.split(' ').toSorted()).toEqual(['dusk', 'estuary', 'reading', 'sonar']);
    const long = Array.from({ length: 40 }, (_, at) => `word${at}`).join(' ');
    expect(probeQuery(weights, long, 'word3').split(' ')).toHaveLength(8);
    expect(probeQuery(weights, long, 'word3').split(' ')).not.toContain('word3');
  });

  it('leaves out what holds the string whole', () => {
    expect(probeQuery(weights, 'token=abc1234xyz harbour abc1234', 'abc1234')).not.toContain('abc1234');
  });

  it('makes the second query of the first, the hit and the marker', () => {
    const query = secondHopQuery(weights, 'crane cargo', 'sonar crane estuary', ['ferry', 'dusk']);
    expect(query).toBe('crane cargo estuary sonar dusk ferry');
    expect(secondHopQuery(weights, 'crane', undefined, [])).toBe('crane');
  });

  it('takes the narrowest marker that holds the turn, else the one that shares most with the query', () => {
    const wide = { fromTurn: 1, toTurn: 40, topics: ['ferry'] };
    const narrow = { fromTurn: 10, toTurn: 14, topics: ['crane', 'sonar'] };
    expect(coveringMarker(testAnalyser, [wide, narrow], 12, 'ferry')).toBe(narrow);
    expect(coveringMarker(testAnalyser, [wide, narrow], 50, 'the ferry')).toBe(wide);
    expect(coveringMarker(testAnalyser, [wide, narrow], undefined, 'nothing alike')).toBeUndefined();
  });
});
