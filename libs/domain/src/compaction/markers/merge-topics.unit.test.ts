import { describe, expect, it } from 'vitest';
import { countedNoun, mergeParts, mergeTopics, recurringCounts } from './merge-topics.ts';

describe('the topics of markers that become one', () => {
  it('are the best of each in turn, each once', () => {
    expect(
      mergeTopics([
        ['a', 'b', 'c'],
        ['x', 'a', 'z'],
      ]),
    ).toEqual(['a', 'x', 'b', 'c', 'z']);
  });

  it('add up what was counted, and keep two requests and one decision in front of other terms', () => {
    expect(
      mergeTopics([
        ['"mend the crane"', '3 edits', '2 errors (TS2322)', 'decided rope over chain', 'crane.ts'],
        ['"oil the winch"', '"paint the hull"', '4 edits', '9 files read', '1 error (ENOENT)', 'winch.ts'],
      ]),
    ).toEqual([
      '"mend the crane"',
      '"oil the winch"',
      '9 reads',
      '7 edits',
      '3 errors (TS2322 ENOENT)',
      'decided rope over chain',
      'crane.ts',
      'winch.ts',
      '"paint the hull"',
    ]);
  });

  it('add up all that was done behind them, also what no text had room for', () => {
    const part = (topics: string[], counts: string[]) => ({
      topics,
      profile: { slices: [4], terms: ['quay'], at: [1], worth: [30], counts },
      eventCount: 4,
      level: 0,
    });
    const first = part(['9 commands (make)', '5 files read'], ['9 commands (make)', '7 reads', '4 edits', '1 error (ENOENT)']);
    const { topics, profile } = mergeParts([first, part([], ['6 edits', '1 commands (git)', '1 searches'])], () => 0);
    expect(topics).toEqual(['10 commands (make git)', '10 edits', '1 error (ENOENT)', 'quay']);
    expect(profile.counts).toEqual(['10 commands (make git)', '10 edits', '7 reads', '1 searches', '1 error (ENOENT)']);
  });

  it('add up no count of what has no name', () => {
    const profile = { slices: [1], terms: ['quay'], at: [1], worth: [30], counts: ['1 ', '2 edits'] };
    expect(mergeParts([{ topics: [], profile, eventCount: 1, level: 0 }], () => 0).topics).toEqual(['2 edits', 'quay']);
  });

  it('keep the newest decision, wherever it stands among the topics of its marker', () => {
    const [older, newer] = [
      ['decided rope over chain', 'crane.ts'],
      ['winch.ts', 'keel.ts', 'decided paint over tar', 'decided chain over rope'],
    ];
    expect(mergeTopics([older!, newer!])).toEqual(['decided chain over rope', 'winch.ts', 'crane.ts', 'keel.ts']);
    expect(mergeTopics([older!, ['winch.ts']])).toEqual(['decided rope over chain', 'winch.ts', 'crane.ts']);
  });

  it('add up no amounts of outcomes, and keep a decision of participles in front of terms', () => {
    expect(mergeTopics([['120 EUR refunded'], ['120 EUR refunded', 'quay.ts']])).toEqual(['120 EUR refunded', 'quay.ts']);
    expect(countedNoun('120 EUR refunded')).toBeUndefined();
    const part = (...topics: string[]) => ({
      topics,
      profile: { slices: [4], terms: ['quay'], at: [1], worth: [30] },
      eventCount: 4,
      level: 0,
    });
    const merged = mergeParts([part('decided keep fixed prices', '120 EUR refunded'), part('120 EUR refunded')], () => 0);
    expect(merged.topics).toEqual(['decided keep fixed prices', 'quay', '120 EUR refunded']);
  });

  it('takes a day for a term, and knows what a count is of', () => {
    expect(mergeTopics([['2031-05-03'], ['2 edits']])).toEqual(['2 edits', '2031-05-03']);
    expect(['7 edits', '1 error', '3 errors (ENOENT)', 'crane.ts'].map(countedNoun)).toEqual(['edits', 'errors', 'ENOENT', undefined]);
  });

  it('choose terms anew from what was kept, also of what no text had room for', () => {
    const part = (request: string, own: string) => ({
      topics: [request, '2 edits', own],
      eventCount: 9,
      level: 0,
      profile: { slices: [4, 4], terms: [own, 'rudder'], at: [1, 3], worth: [30, 20] },
    });
    const { topics, profile } = mergeParts([part('"mend the crane"', 'crane.ts'), part('"oil the winch"', 'winch.ts')], () => 0);
    expect(topics).toEqual(['"mend the crane"', '4 edits', 'rudder', 'crane.ts', 'winch.ts', '"oil the winch"']);
    expect(profile).toMatchObject({ slices: [4, 4, 4, 4], terms: ['rudder', 'crane.ts', 'winch.ts'], at: [15, 1, 4] });
  });

  it('quote requests behind the terms where they stand for more than two spans', () => {
    const part = (level: number, ...topics: string[]) => ({ topics, eventCount: 9, level });
    const quay = part(0, '"mend the crane"', '2 edits', 'crane.ts');
    const { topics } = mergeParts([quay, part(1, '"oil the winch"', 'winch.ts')], () => 0);
    expect(topics).toEqual(['2 edits', 'crane.ts', 'winch.ts', '"mend the crane"', '"oil the winch"']);
    expect(mergeParts([quay, part(0, 'winch.ts')], () => 0).topics[0]).toBe('"mend the crane"');
  });

  it('weigh a marker by its events, also one whose profile holds amounts of content', () => {
    const part = (own: string, slice: number) => ({
      topics: [own],
      eventCount: 6,
      level: 0,
      profile: { slices: [slice, slice], terms: [own], at: [3], worth: [20] },
    });
    const { profile } = mergeParts([part('crane.ts', 40), part('winch.ts', 3)], () => 0);
    expect(profile.slices).toEqual([3, 3, 3, 3]);
  });

  it('have counts of what most other markers count behind the terms', () => {
    const part = (...topics: string[]) => ({ topics, eventCount: 3, level: 0 });
    const recurs = recurringCounts([part('9 edits'), part('2 edits', '1 error (ENOENT)')]);
    expect(mergeParts([part('3 edits', 'crane.ts'), part('4 edits', '2 errors (TS2322)')], () => 0, recurs).topics).toEqual([
      '2 errors (TS2322)',
      'crane.ts',
      '7 edits',
    ]);
  });

  it('name a program or an error code of a count in front no second time', () => {
    const profile = { slices: [4], terms: ['TS2322', 'quay.ts', 'pytest'], at: [1, 1, 1], worth: [30, 20, 10] };
    const part = { topics: ['5 commands (pytest)', '2 errors (TS2322)'], profile, eventCount: 4, level: 0 };
    const { topics } = mergeParts([part, part], () => 0);
    expect(topics).toEqual(['10 commands (pytest)', '4 errors (TS2322)', 'quay.ts']);
  });

  it('have one error without a code behind the terms, and several in front', () => {
    const part = (topics: string[]) => ({
      topics,
      profile: { slices: [4], terms: ['quay'], at: [1], worth: [30] },
      eventCount: 4,
      level: 0,
    });
    expect(mergeParts([part(['1 error']), part([])], () => 0).topics).toEqual(['quay', '1 error']);
    expect(mergeParts([part(['1 error']), part(['1 error'])], () => 0).topics).toEqual(['2 errors', 'quay']);
    expect(mergeParts([part(['1 error']), part(['2 errors'])], () => 0).topics).toEqual(['3 errors', 'quay']);
  });

  it('take a marker of before anything was kept by its text', () => {
    const old = { topics: ['"mend the crane"', '3 edits', 'crane.ts'], eventCount: 5, level: 0 };
    expect(mergeParts([old, { ...old, topics: ['winch.ts'] }], () => 0).topics).toEqual([
      '"mend the crane"',
      '3 edits',
      'crane.ts',
      'winch.ts',
    ]);
  });
});
