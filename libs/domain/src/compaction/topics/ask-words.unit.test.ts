import { describe, expect, it, vi } from 'vitest';
import { makeEntry } from '../../../testing/index.ts';
import { sketchEvent } from '../sketches/event-sketch.ts';
import { startOfAsk } from './ask-words.ts';
import { askedBefore, requestTopics } from './request-topics.ts';
import { wordWeights } from './word-weights.ts';

const plain = wordWeights(undefined);

const asked = (ordinal: number, request: number, text: string) => ({
  entry: makeEntry(ordinal, 'user_message', 10, { request }),
  sketch: sketchEvent('user_message', { text, meta: {} }),
});

it.each([
  ['Fix the login loop in auth.ts. I need to leave at five, be quick.', '"Fix the login loop in auth.ts"'],
  ['Do not restart the harbour broker. I would like to leave early', '"not restart the harbour broker"'],
  ['Yes, now fix the login loop of the harbour. I want to catch the train', '"fix the login loop of the harbour"'],
  ['Behebe die Anmeldeschleife im Hafenportal. Ich möchte pünktlich gehen', '"Behebe die Anmeldeschleife im Hafenportal"'],
  ['Rotate the signing keys of the harbour portal. I need to leave at five, be quick.', '"Rotate the signing keys of the harbour portal"'],
  [
    'The migration of the billing tables to Postgres fails with deadlocks. I need to leave early',
    '"migration of the billing tables to Postgres"',
  ],
])('a wish does not hide the task: %j is quoted as %s', (text, quoted) => {
  expect(requestTopics([asked(1, 1, text)], plain)).toEqual([quoted]);
});

it('telling requests are quoted beside one that asks in such words', () => {
  const span = [
    asked(1, 1, 'Migrate the billing tables to Postgres 16'),
    asked(2, 2, 'The seawall of the northern quay crumbles'),
    asked(3, 3, 'Let me know, I need to catch the train'),
  ];
  expect(requestTopics(span.slice(0, 1).concat(span.slice(2)), plain)).toEqual([
    '"Migrate the billing tables to Postgres"',
    '"catch the train"',
  ]);
  expect(requestTopics(span.slice(1), plain)).toEqual(['"seawall of the northern quay crumbles"', '"catch the train"']);
});

it('words that ask are read in one pass, however often the words that ask follow each other', () => {
  const looks = vi.spyOn(Array.prototype, 'every');
  const looksOf = (times: number) => {
    looks.mockClear();
    startOfAsk(Array.from({ length: times }, () => ['i', 'want']).flat());
    return looks.mock.calls.length;
  };
  const [few, many] = [looksOf(50), looksOf(500)];
  looks.mockRestore();
  expect(few).toBeGreaterThan(50);
  expect(many).toBeLessThan(12 * few);
});

describe('the request that a span was done for', () => {
  const work = (ordinal: number, request: number) => ({ entry: makeEntry(ordinal, 'tool_result', 10, { request }) });
  const live = [
    asked(1, 1, 'The winter was hard. I would like to extend the mooring of the Swan until June, please'),
    asked(9, 4, 'The winter was hard in the old harbour'),
  ];

  it('is the one that all of it belongs to, in few words', () => {
    expect(askedBefore(live, [work(2, 1), work(3, 1)], plain)).toEqual(['"extend the mooring of the Swan"']);
  });

  it('is none where that one left the window, came behind it or asks for nothing', () => {
    expect(askedBefore(live, [work(5, 2)], plain)).toEqual([]);
    expect(askedBefore(live, [work(3, 1), work(5, 2)], plain)).toEqual([]);
    expect(askedBefore(live, [work(10, 4)], plain)).toEqual([]);
    expect(askedBefore([asked(7, 1, 'Fix the lantern of the old harbour')], [work(5, 1)], plain)).toEqual([]);
    expect(askedBefore(live, [], plain)).toEqual([]);
  });
});
