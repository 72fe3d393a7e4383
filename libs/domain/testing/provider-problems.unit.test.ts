import { describe, expect, it } from 'vitest';
import { anthropicProblems } from './anthropic-problems.ts';
import { openAiProblems } from './openai-problems.ts';

const user = { role: 'user', content: 'go' };
const call = (id: string, name = 'f', args = '{}') => ({ id, type: 'function', function: { name, arguments: args } });
const calls = (...made: object[]) => ({ role: 'assistant', content: null, tool_calls: made });
const result = (id: string, content = 'ok') => ({ role: 'tool', tool_call_id: id, content });
const many = Array.from({ length: 129 }, (_, at) => `c${at}`);
const tool = { type: 'function', function: { name: 'f' } };

const uses = (...content: object[]) => ({ role: 'assistant', content });
const use = (id: string, more: object = {}) => ({ type: 'tool_use', id, name: 'f', input: {}, ...more });
const says = (...content: object[]) => ({ role: 'user', content });
const answer = (id: string, more: object = {}) => ({ type: 'tool_result', tool_use_id: id, content: 'ok', ...more });
const text = (said: string) => ({ type: 'text', text: said });
const thought = { type: 'thinking', thinking: '', signature: 'y' };

type Refused = readonly [rule: string, messages: object[], more?: object];

const REFUSED_BY_OPENAI: readonly Refused[] = [
  ['no messages', []],
  ['nothing but a system message', [{ role: 'system', content: 'x' }]],
  ['system message that is not the first', [user, { role: 'system', content: 'x' }]],
  ['unknown field', [{ ...user, turn: 1 }]],
  ['text is not well-formed', [{ role: 'user', content: 'a\ud800' }]],
  ['blank message', [{ role: 'user', content: ' ' }]],
  ['blank message', [user, { role: 'assistant', content: [{ type: 'text', text: ' ' }] }]],
  ['blank message', [user, { role: 'assistant', content: '' }]],
  ['system message that is not the first', [user, { role: 'developer', content: 'x' }]],
  ['result without its call before', [user, result('c')]],
  ['call without a result', [user, calls(call('c')), user]],
  ['call without a result', [user, calls(call('c'))]],
  ['1 to 128 calls', [user, calls(...many.map((id) => call(id))), ...many.map((id) => result(id))]],
  ['call id', [user, calls(call('i'.repeat(41))), result('i'.repeat(41))]],
  ['call id twice', [user, calls(call('c')), result('c'), calls(call('c')), result('c')]],
  ['tool name', [user, calls(call('c', 'a.b')), result('c')]],
  ['arguments are no JSON object', [user, calls(call('c', 'f', '[]')), result('c')]],
  ['blank result', [user, calls(call('c')), result('c', '')]],
  ['last text ends in white space', [user, { role: 'assistant', content: 'x ' }]],
  ['1 to 128 tools', [user], { tools: [] }],
  ['tool twice', [user], { tools: [tool, tool] }],
];

const REFUSED_BY_ANTHROPIC: readonly Refused[] = [
  ['no messages', []],
  ['blank system prompt', [user], { system: '' }],
  ['roles do not take turns from the user on', [uses(text('x')), user]],
  ['blank text', [says(text(' '))]],
  ['no content', [says()]],
  ['unknown block', [says({ type: 'thinking', thinking: 'x', signature: 'y' })]],
  ['unsigned thinking', [user, uses({ type: 'thinking', thinking: 'x' }), user]],
  ['thinking ends a message', [user, uses(text('x'), { type: 'redacted_thinking', data: 'x' }), user]],
  ['thinking behind other content', [user, uses(text('x'), thought, text('y')), user]],
  ['use without a result', [user, uses(use('a'), use('b')), says(answer('a'))]],
  ['result without its use before', [user, uses(text('x')), says(answer('a'))]],
  ['result behind other content', [user, uses(use('a')), says(text('x'), answer('a'))]],
  ['blank text', [user, uses(use('a')), says(answer('a', { is_error: true, content: '' }))]],
  ['unknown block', [user, uses(use('a')), says(answer('a', { is_error: true, content: [{ type: 'image' }] }))]],
  ['use id', [user, uses(use('a:b')), says(answer('a:b'))]],
  ['use id twice', [user, uses(use('a')), says(answer('a')), uses(use('a')), says(answer('a'))]],
  ['tool name', [user, uses(use('a', { name: 'a.b' })), says(answer('a'))]],
  ['input is no object', [user, uses(use('a', { input: [] })), says(answer('a'))]],
  ['image', [says({ type: 'image', source: { type: 'base64', media_type: 'image/svg+xml', data: 'x' } })]],
  ['the agent has the last word', [user, uses(text('x'))]],
  ['last use without its thinking', [user, uses(use('a')), says(answer('a'))], { thinking: { type: 'enabled', budget_tokens: 1_024 } }],
  ['tool twice', [user], { tools: [1, 2].map(() => ({ name: 'f', input_schema: {} })) }],
];

describe('what the vendors refuse', () => {
  it.for(REFUSED_BY_OPENAI)('OpenAI: %s', ([rule, messages, more = {}]) => {
    expect(openAiProblems({ messages, ...more }).map((problem) => problem.rule)).toContain(rule);
  });

  it.for(REFUSED_BY_ANTHROPIC)('Anthropic: %s', ([rule, messages, more = {}]) => {
    expect(anthropicProblems({ messages, ...more }).map((problem) => problem.rule)).toContain(rule);
  });

  it.for<Refused>([
    ['roles do not take turns', [user, user]],
    ['roles do not take turns', [user, calls(call('abcdefgh1')), result('abcdefgh1'), user]],
    ['user after a result', [user, calls(call('abcdefgh1')), result('abcdefgh1'), user]],
    ['call id of nine characters', [user, calls(call('c')), result('c')]],
    ['the agent has the last word', [user, { role: 'assistant', content: 'x' }]],
  ])('a strict template: %s', ([rule, messages]) => {
    expect(openAiProblems({ messages }, 'strict').map((problem) => problem.rule)).toContain(rule);
  });

  it('and what they take', () => {
    const messages = [user, calls(call('abcdefgh1')), result('abcdefgh1'), { role: 'assistant', content: 'x' }, user];
    expect(openAiProblems({ messages, tools: [tool] }, 'strict')).toEqual([]);
    const bare = { role: 'assistant', content: '', tool_calls: [call('c')] };
    expect(openAiProblems({ messages: [{ role: 'developer', content: 'x' }, user, bare, result('c')] })).toEqual([]);
    const turns = [says(text('go')), uses(text('x'), use('a')), says(answer('a'), text('y'))];
    expect(anthropicProblems({ system: 'x', messages: turns, tools: [{ name: 'f', input_schema: {} }] })).toEqual([]);
    const loop = [user, uses(use('a')), says(answer('a')), uses(thought, use('b')), says(answer('b'))];
    expect(anthropicProblems({ messages: loop, thinking: { type: 'enabled', budget_tokens: 1_024 } })).toEqual([]);
  });
});
