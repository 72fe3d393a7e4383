import { expect, it } from 'vitest';
import { makeRecords, type Said } from '../../../testing/make-session.ts';
import { deriveFacts, type FactEvent } from './derive-facts.ts';
import { NO_FACTS } from './derived-task-state.ts';

const user = (text: string): Said => ({ kind: 'user_message', text });

function rulesAfter(said: readonly Said[]): string[] {
  const events = makeRecords(said).map(({ envelope, body }, at): FactEvent => {
    return { id: envelope.id, ordinal: at + 1, kind: envelope.kind, body: body as FactEvent['body'] };
  });
  return deriveFacts(NO_FACTS, events).constraints.map(({ text }) => text);
}

it('rules that were said by themselves stay beside a list that was pasted', () => {
  const own = ['Never write to audit_log.', 'Do not use floats for money.', 'Always run the linter before you commit.'];
  const fields = (count: number): string[] => Array.from({ length: count }, (_, at) => `The field f${at} must be a string.`);
  const rulesOf = (count: number): string[] =>
    rulesAfter([...own.map(user), { kind: 'agent_message', text: 'ok' }, user(`The customer wrote:\n${fields(count).join('\n')}`)]);
  expect(rulesOf(60)).toEqual([...own, ...fields(3)]);
  expect(rulesOf(9)).toEqual([...own, ...fields(9)]);
  expect(rulesAfter([user(fields(20).join('\n'))])).toEqual(fields(16));
});
