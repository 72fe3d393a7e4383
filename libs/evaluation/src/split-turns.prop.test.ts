import { EVENT_KINDS, type NewEvent } from '@total-recall/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitTurns } from './split-turns.ts';

const events: fc.Arbitrary<NewEvent[]> = fc.array(
  fc.record({ kind: fc.constantFrom(...EVENT_KINDS), messageId: fc.option(fc.constantFrom('m1', 'm2'), { nil: undefined }) }),
);

it('cuts a session into steps that lose and reorder nothing', () => {
  fc.assert(
    fc.property(events, (session) => {
      const turns = splitTurns(session);
      expect(turns.flat()).toEqual(session);
      for (const turn of turns) {
        expect(turn.length).toBeGreaterThan(0);
        expect(turn.slice(1).some((event) => event.kind === 'user_message')).toBe(false);
      }
    }),
  );
});

it('keeps parallel calls and their results with their message', () => {
  const call = (id: string): NewEvent => ({ kind: 'tool_call', call: { id, name: 'dig', arguments: '{}' }, messageId: 'm1' });
  const result = (id: string): NewEvent => ({ kind: 'tool_result', call: { id, name: 'dig' }, text: id });
  const session: NewEvent[] = [
    { kind: 'user_message', text: 'dig' },
    { kind: 'agent_message', text: 'digging', messageId: 'm1' },
    call('a'),
    result('a'),
    call('b'),
    result('b'),
    { kind: 'agent_message', text: 'done', messageId: 'm2' },
    { kind: 'user_message', text: 'more' },
  ];
  expect(splitTurns(session).map((turn) => turn.length)).toEqual([1, 5, 1, 1]);
});
