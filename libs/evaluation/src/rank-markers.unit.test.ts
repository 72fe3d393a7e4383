import type { Marker, NewEvent } from '@total-recall/domain';
import { createTextAnalyser } from '@total-recall/language';
import { describe, expect, it } from 'vitest';
import type { ProbeSource } from './probes.ts';
import { createMarkerRanking, rankEvicted, recurringTopics } from './rank-markers.ts';

const analyser = await createTextAnalyser();
const marker = (id: string, topics: readonly string[]): Marker => ({
  id,
  eventId: 'c',
  fromTurn: 1,
  toTurn: 2,
  fromOrdinal: 1,
  toOrdinal: 2,
  topics,
  level: 0,
  eventCount: 1,
  evictedTokens: 1,
  tokens: 1,
  fromTime: 0,
  toTime: 0,
});

describe('ranking markers by their texts', () => {
  const rank = createMarkerRanking(analyser, [marker('m1', ['crane', 'rope']), marker('m2', ['winch', 'rope']), marker('m3', ['tide'])])!;

  it('tells whether the covering one is first, by the words of the event and by the query', () => {
    expect(rank('m1', { words: 'the crane and its rope', query: 'winch' })).toEqual({ byWords: 1, byQuery: 0 });
  });

  it('shares the first place among equals, and gives none where no marker says anything', () => {
    expect(rank('m2', { words: 'rope', query: 'harbour' })).toEqual({ byWords: 0.5, byQuery: 0 });
  });

  it('reads nothing out of what the template says in every marker', () => {
    expect(rank('m1', { words: 'events evicted key topics use recall query retrieve details', query: '' })).toEqual({
      byWords: 0,
      byQuery: 0,
    });
  });

  it('is of no use where one marker stands', () => {
    expect(createMarkerRanking(analyser, [marker('m1', ['crane'])])).toBeUndefined();
  });
});

describe('ranking the markers of all evicted events', () => {
  const event = (text: string): NewEvent => ({ kind: 'agent_message', text });
  const sourceOf = (eventId: string, text: string, evicted = true): ProbeSource => ({
    eventId,
    session: 's1',
    event: event(text),
    evicted,
  });
  const markers = [marker('m1', ['crane', 'rope']), marker('m2', ['winch', 'rope'])];
  const sources = [
    sourceOf('e1', 'the crane lifted eleven heavy barrels ashore'),
    sourceOf('e2', 'the rope held eleven heavy barrels ashore'),
    sourceOf('e3', 'crane ready'),
    sourceOf('e4', 'the winch turned eleven heavy barrels ashore'),
    sourceOf('e5', 'the crane lowered eleven heavy barrels again', false),
  ];
  const markerOf = new Map([['e1', 'm1'], ['e2', 'm1'], ['e3', 'm1'], ['e4', 'm1']]); // oxfmt-ignore

  it('counts each evicted event of five words or more once', () => {
    expect(rankEvicted(analyser, { markers, markerOf, sources })).toEqual([1, 0.5, 0]);
  });

  it('counts none where there is no choice', () => {
    expect(rankEvicted(analyser, { markers: markers.slice(0, 1), markerOf, sources })).toEqual([]);
  });
});

describe('topics that recur', () => {
  it('stand in more than half of the markers of a file with three or more', () => {
    const markers = [marker('m1', ['id', 'crane']), marker('m2', ['ID', 'winch']), marker('m3', ['tide'])];
    expect(recurringTopics(markers)).toEqual({ topics: 5, recurring: 2 });
    expect(recurringTopics(markers.slice(0, 2))).toEqual({ topics: 0, recurring: 0 });
  });
});
