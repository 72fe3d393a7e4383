import { describe, expect, it } from 'vitest';
import { predictTopics, pushQueries } from './push-queries.ts';

const task = {
  version: 1,
  premiseVersion: 1,
  goals: ['repair the crane'],
  openLoops: [{ text: 'which fuse blew?' }],
  nextActions: ['ask the depot'],
};

describe('the queries of a push pack', () => {
  it('are what the user said and the task at hand', () => {
    expect(pushQueries({ userText: ' And the fuse? ', task, topics: ['rain'] })).toEqual([
      'And the fuse?',
      'repair the crane\nwhich fuse blew?\nask the depot',
    ]);
    expect(pushQueries({ userText: 'x'.repeat(9_000), topics: [] })[0]!.length).toBeLessThanOrEqual(2_001);
  });

  it('are the topic and what followed it before, where nobody spoke', () => {
    const topics = ['crane', 'fuse', 'crane', 'rain', 'crane', 'fuse', 'crane', 'crane'];
    expect(predictTopics(topics)).toEqual(['crane', 'fuse', 'rain']);
    expect(pushQueries({ topics })).toEqual(['crane fuse rain']);
    expect(pushQueries({ topics: [] })).toEqual([]);
  });
});
