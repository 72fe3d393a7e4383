import { describe, expect, it } from 'vitest';
import type { OpenedEvent } from '../open/open-events.ts';
import { keepFirst } from './judge-events.ts';

/** Opened events as far as their order and scores go. */
const found = (...ranked: (readonly [string, number])[]): OpenedEvent[] =>
  ranked.map(([eventId, score]) => ({ ranked: { eventId, score } }) as OpenedEvent);
const shown = (events: readonly OpenedEvent[]) => events.map(({ ranked }) => [ranked.eventId, ranked.score]);

describe('hits of a further query', () => {
  it('stand behind the kept ones, each once, with no higher score than the last of these', () => {
    const behind = keepFirst(found(['c', 9], ['b', 4], ['d', 1]), found(['a', 5], ['b', 3]));
    expect(shown(behind)).toEqual([
      ['a', 5],
      ['b', 3],
      ['c', 3],
      ['d', 1],
    ]);
  });

  it('keep their scores where none is kept', () => {
    expect(shown(keepFirst(found(['c', 9], ['d', 1]), []))).toEqual([
      ['c', 9],
      ['d', 1],
    ]);
  });
});
