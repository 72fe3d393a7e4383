import { expect, it } from 'vitest';
import { MESSAGES_DIALECT } from './messages-dialect.ts';

const said = (...content: object[]) => ({ role: 'assistant', content });
const text = { type: 'text', text: 'All is well.' };
const thinking = { type: 'thinking', thinking: 'Build it.', signature: 's' };
const call = { type: 'tool_use', id: 'call_1', name: 'build', input: {} };

it('answers that become one begin with the thinking of either', () => {
  const join = (first: object, second: object) => MESSAGES_DIALECT.joinMessages({ ...first }, { ...second });
  expect(join(said(text), said(thinking, call))).toEqual(said(thinking, text, call));
  expect(join(said(thinking, text), said({ type: 'redacted_thinking', data: 'd' }, call))).toEqual(
    said(thinking, text, { type: 'redacted_thinking', data: 'd' }, call),
  );
  expect(join(said(text), said(call))).toEqual(said(text, call));
  expect(join(said(text), { role: 'user', content: 'Go on.' })).toBeUndefined();
});
