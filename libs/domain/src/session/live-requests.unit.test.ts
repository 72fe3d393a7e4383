import { describe, expect, it } from 'vitest';
import { foldAll, makeEntry, makeRecords, type Said } from '../../testing/index.ts';
import { liveRequests, requestFloors } from './live-requests.ts';

const ask = (id: string, size = 100): Said => ({ kind: 'user_message', id, size });
const say = (): Said => ({ kind: 'agent_message' });
const work = (id: string): Said[] => [
  { kind: 'tool_call', call: { id, name: 'f', arguments: '{}' } },
  { kind: 'tool_result', call: { id, name: 'f' } },
];
const live = (...said: Said[]) => liveRequests(foldAll(makeRecords(said))).map(({ id }) => id);

describe('live requests', () => {
  it('are the oldest unanswered, the latest and the first', () => {
    expect(live()).toEqual([]);
    expect(live(ask('A'))).toEqual(['A']);
    // B interrupts the work on A: both wait.
    expect(live(ask('A'), ...work('1'), ask('B'), ...work('2'), ask('C'))).toEqual(['A', 'C']);
    // A message of the model without further output ends the run and answers all open requests.
    expect(live(ask('A'), ...work('1'), ask('B'), ...work('2'), say(), ask('C'), ...work('3'), ask('D'))).toEqual(['C', 'D', 'A']);
  });

  it('are not answered by a message that goes on with a call', () => {
    expect(live(ask('A'), say(), ask('B'), say(), ...work('1'), ask('C'))).toEqual(['B', 'C', 'A']);
    expect(live(ask('A'), say(), ask('B'), say(), { kind: 'thinking' }, ask('C'))).toEqual(['B', 'C', 'A']);
  });

  it('keep what a short one goes on with, however many short ones come', () => {
    expect(live(ask('A'), say(), ask('B'), say(), ask('yes', 8), ...work('1'))).toEqual(['yes', 'B', 'A']);
    expect(live(ask('A'), say(), ask('B'), say(), ask('yes', 8), say(), ask('more', 8), ...work('1'), ask('on', 5))).toEqual([
      'more',
      'B',
      'on',
      'A',
    ]);
    expect(live(ask('A'), say(), ask('B'), say(), ask('yes', 8), say(), ask('C'))).toEqual(['C', 'A']);
  });

  it('share the budget of the user, the first of them first, none below 64 tokens', () => {
    const requests = [300, 40, 500].map((size, at) => makeEntry(at + 1, 'user_message', size));
    expect([...requestFloors(requests, 900)]).toEqual([
      ['E1', 300],
      ['E2', 40],
      ['E3', 500],
    ]);
    expect([...requestFloors(requests, 500)]).toEqual([
      ['E1', 300],
      ['E2', 40],
      ['E3', 160],
    ]);
    expect([...requestFloors(requests, 100)].map(([, tokens]) => tokens)).toEqual([64, 40, 64]);
  });
});
