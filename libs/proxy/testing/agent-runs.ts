import { groupItems } from '../src/dialects/responses-dialect.ts';
import { createResponsesStore } from './responses-store.ts';

/** Result of a call of a turn. */
export const line = (turn: number) => `turn ${turn}: the build of module-${turn} wrote ${'output '.repeat(60)}code E${turn * 7919}`;

/** Makes a run of an agent in OpenAI's form: two calls at once in each turn. */
export function chatRun(turns: number): string[] {
  const messages: unknown[] = [
    { role: 'system', content: 'You are an agent.' },
    { role: 'user', content: 'Build all modules.' },
  ];
  for (let turn = 1; turn <= turns; turn++) {
    const ids = [`call_${turn}_a`, `call_${turn}_b`];
    const calls = ids.map((id) => ({ id, type: 'function', function: { name: 'build', arguments: JSON.stringify({ turn }) } }));
    messages.push({ role: 'assistant', content: turn % 3 === 0 ? `Now ${turn}.` : null, tool_calls: calls });
    for (const id of ids) messages.push({ role: 'tool', tool_call_id: id, content: line(turn) });
  }
  return messages.map((message) => JSON.stringify(message));
}

/** Makes the same in Anthropic's form, with thinking. */
export function messagesRun(turns: number): string[] {
  const messages: unknown[] = [{ role: 'user', content: 'Build all modules.' }];
  for (let turn = 1; turn <= turns; turn++) {
    const ids = [`toolu_${turn}_a`, `toolu_${turn}_b`];
    const uses = ids.map((id) => ({ type: 'tool_use', id, name: 'build', input: { turn } }));
    messages.push({ role: 'assistant', content: [{ type: 'thinking', thinking: `Next is ${turn}.`, signature: `s${turn}` }, ...uses] });
    messages.push({ role: 'user', content: ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: line(turn) })) });
  }
  return messages.map((message) => JSON.stringify(message));
}

/** Makes the same in the items of the Responses API; the vendor knows which thought led to which call. */
export function responsesRun(turns: number): string[] {
  const raws = [JSON.stringify({ role: 'user', content: 'Build all modules.' })];
  for (let turn = 1; turn <= turns; turn++) {
    const items = responseItems(turn);
    raws.push(...groupItems(items.map((item) => JSON.stringify(item))));
    for (const { call_id: call } of items.slice(-2))
      raws.push(JSON.stringify({ type: 'function_call_output', call_id: call, output: line(turn) }));
  }
  return raws;
}

function responseItems(turn: number) {
  const calls = ['a', 'b'].map((part) => ({
    id: `fc_${turn}_${part}`,
    type: 'function_call',
    call_id: `call_${turn}_${part}`,
    name: 'build',
    arguments: `{"turn":${turn}}`,
  }));
  const message = { id: `msg_${turn}`, type: 'message', role: 'assistant', content: [{ type: 'output_text', text: `Now ${turn}.` }] };
  const thought = { id: `rs_${turn}`, type: 'reasoning', summary: [], encrypted_content: 'c'.repeat(400) };
  return [thought, ...(turn % 3 === 0 ? [message] : []), ...calls] as { call_id?: string }[];
}

/** Returns what the vendor of the Responses API refuses of messages of such a run. */
export function responsesProblems({ messages }: Record<string, unknown>): readonly unknown[] {
  const store = createResponsesStore();
  for (let turn = 1; turn <= 200; turn++) store.keep([], { id: `resp_${turn}`, store: true, output: responseItems(turn) });
  const input = (messages as { items: unknown[] }[]).flatMap(({ items }) => items);
  const problems: string[] = [];
  store.read({ input }, { authorization: 'Bearer k' }, 'k', problems);
  return problems;
}
