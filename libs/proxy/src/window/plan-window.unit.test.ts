import { anthropicProblems, openAiProblems } from '@total-recall/domain/testing';
import { createSystemClock, createSystemScheduler } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import { readMessages } from '../conversation/read-conversation.ts';
import { CHAT_DIALECT } from '../dialects/chat-dialect.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { messageText, parseMessage } from '../dialects/message-text.ts';
import { MESSAGES_DIALECT } from '../dialects/messages-dialect.ts';
import { groupItems, RESPONSES_DIALECT } from '../dialects/responses-dialect.ts';
import { chatRun, line, messagesRun, responsesProblems, responsesRun } from '../../testing/agent-runs.ts';
import { callPolicy } from './call-policy.ts';
import { createPartCounter } from './count-parts.ts';
import { createWindowPlanner } from './plan-window.ts';

const count = async (_family: string, texts: readonly string[]) => texts.map((text) => Math.ceil(text.length / 4));
const timing = { clock: createSystemClock(), scheduler: createSystemScheduler() };
const POLICY = callPolicy({ model: 'gpt-4o', windowTokens: 12_000 });
/** Leaves thinking out of a message, and the ids by which a vendor would ask for it. */
function withoutThinking({ content, items, ...message }: Record<string, unknown>): Record<string, unknown> {
  const spoken = (parts: unknown) => (parts as { type?: string }[]).filter(({ type }) => type !== 'thinking' && type !== 'reasoning');
  if (items !== undefined) return { ...message, items: spoken(items).map((item) => ({ ...item, id: undefined })) };
  return { ...message, content: Array.isArray(content) ? spoken(content) : content };
}

async function replay(dialect: Dialect, run: readonly string[], problems: (body: Record<string, unknown>) => readonly unknown[]) {
  const plan = createWindowPlanner(createPartCounter({ tokens: { count }, ...timing }, () => undefined));
  const sent: string[][] = [];
  for (let end = 1; end <= run.length; end++) {
    const next = run[end] === undefined ? undefined : parseMessage(dialect, run[end]!);
    if (next && next.role !== 'assistant') continue;
    const raws = run.slice(0, end);
    const window = await plan({ owner: 'ours', dialect, messages: readMessages(dialect, raws, 'seed'), policy: POLICY, headTexts: [] });
    expect(problems({ messages: window.messages.map((raw) => parseMessage(dialect, raw)) })).toEqual([]);
    expect(window.isWithinBudget).toBe(true);
    sent.push([...window.messages]);
  }
  return sent;
}

describe.each([
  ['chat completions', CHAT_DIALECT, chatRun(200), openAiProblems],
  ['messages', MESSAGES_DIALECT, messagesRun(200), anthropicProblems],
  ['responses', RESPONSES_DIALECT, responsesRun(100), responsesProblems],
] as const)('planWindow for %s', (_name, dialect, run, problems) => {
  it('gives windows that fit and that the vendor takes, at each turn of a long run, and keeps the prefix between compactions', async () => {
    const sent = await replay(dialect, run, problems);
    expect(sent.at(-1)!.length).toBeLessThan(run.length / 2);
    const grown = sent.filter((messages, at) => at > 0 && sent[at - 1]!.every((raw, place) => messages[place] === raw));
    expect(grown.length).toBeGreaterThan(sent.length * 0.8);
  });

  it('gives a process that never saw the conversation the same bytes', async () => {
    const sent = await replay(dialect, run, problems);
    const plan = createWindowPlanner(createPartCounter({ tokens: { count }, ...timing }, () => undefined));
    const fresh = await plan({ owner: 'ours', dialect, messages: readMessages(dialect, run, 'seed'), policy: POLICY, headTexts: [] });
    expect(fresh.messages).toEqual(sent.at(-1));
  });

  it('sends a request that fits as it was written, and fits one whose tokens nothing can count', async () => {
    const failures: number[] = [];
    const broken = createPartCounter({ tokens: { count: () => Promise.reject(new Error('no counter')) }, ...timing }, () =>
      failures.push(1),
    );
    const plan = createWindowPlanner(broken);
    const small = run.slice(0, 4);
    expect(
      (await plan({ owner: 'ours', dialect, messages: readMessages(dialect, small, 's'), policy: POLICY, headTexts: [] })).messages,
    ).toEqual(small);
    const window = await plan({ owner: 'ours', dialect, messages: readMessages(dialect, run, 's'), policy: POLICY, headTexts: [] });
    expect(window.isWithinBudget).toBe(true);
    expect(failures.length).toBeGreaterThan(0);
    expect(problems({ messages: window.messages.map((raw) => parseMessage(dialect, raw)) })).toEqual([]);
  });

  it('plans for what a request has, where others of the same conversation had their thinking', async () => {
    const plan = createWindowPlanner(createPartCounter({ tokens: { count }, ...timing }, () => undefined));
    const bare = run.map((raw) => messageText(dialect, withoutThinking(parseMessage(dialect, raw))));
    for (const raws of [run, bare, run]) {
      const window = await plan({ owner: 'ours', dialect, messages: readMessages(dialect, raws, 'seed'), policy: POLICY, headTexts: [] });
      expect(window.isWithinBudget).toBe(true);
      const sent = window.messages.map((raw) => parseMessage(dialect, raw));
      expect(problems({ messages: sent })).toEqual([]);
    }
  });
});

it('looks at each part of a history once or twice, however long that is', async () => {
  const looksPerPart = async (turns: number): Promise<number> => {
    let looks = 0;
    const messages = readMessages(CHAT_DIALECT, chatRun(turns), 'seed').map((message) => ({
      ...message,
      parts: message.parts.map((part) => ({
        ...part,
        get isPinned() {
          looks += 1;
          return false;
        },
      })),
    }));
    const plan = createWindowPlanner(createPartCounter({ tokens: { count }, ...timing }, () => undefined));
    await plan({ owner: 'ours', dialect: CHAT_DIALECT, messages, policy: POLICY, headTexts: [] });
    return looks / messages.flatMap(({ parts }) => parts).length;
  };
  expect(await looksPerPart(80)).toBeLessThan(2);
});

it('lets other work run between the parts of one message, of which it copies none for each', async () => {
  const calls = Array.from({ length: 6_000 }, (_, at) => ({ id: `c${at}`, type: 'function', function: { name: 'f', arguments: '{}' } }));
  const raws = [
    { role: 'user', content: 'Go.' },
    { role: 'assistant', content: null, tool_calls: calls },
  ];
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  const counted = async (family: string, texts: readonly string[]) => {
    if (turns === 0) turn();
    return count(family, texts);
  };
  const messages = readMessages(
    CHAT_DIALECT,
    raws.map((message) => JSON.stringify(message)),
    'seed',
  );
  const plan = createWindowPlanner(createPartCounter({ tokens: { count: counted }, ...timing }, () => undefined));
  await plan({ owner: 'ours', dialect: CHAT_DIALECT, messages, policy: callPolicy({ model: 'gpt-4.1' }), headTexts: ['head'] });
  isOver = true;
  expect(turns).toBeGreaterThan(1_000);
});

it('takes no decision for one caller by what the vendor reported to another', async () => {
  const messages = readMessages(CHAT_DIALECT, chatRun(40), 'seed');
  const policyOf = (factor: number) => callPolicy({ model: 'gpt-4o', windowTokens: 12_000, factor });
  const ask = (plan: ReturnType<typeof createWindowPlanner>, owner: string, factor: number) =>
    plan({ owner, dialect: CHAT_DIALECT, messages, policy: POLICY, headTexts: [], correction: { factor, policyOf } });
  const plan = createWindowPlanner(createPartCounter({ tokens: { count }, ...timing }, () => undefined));
  const theirs = await ask(plan, 'theirs', 1.5);
  const ours = await ask(plan, 'ours', 1);
  const alone = await ask(createWindowPlanner(createPartCounter({ tokens: { count }, ...timing }, () => undefined)), 'ours', 1);
  expect(ours).toEqual(alone);
  expect(theirs.tokens).toBeLessThan(ours.tokens);
  expect((await ask(plan, 'theirs', 1)).messages).toEqual(theirs.messages);
});

it("never parts a call of the vendor's own tools from its result, which comes behind calls of the caller", async () => {
  const plan = createWindowPlanner(createPartCounter({ tokens: { count }, ...timing }, () => undefined));
  const run: object[] = [{ role: 'user', content: 'Build all modules.' }];
  for (let turn = 1; turn <= 60; turn++) {
    const [ran, used] = [`srvtoolu_${turn}`, `toolu_${turn}`];
    const uses = [
      { type: 'server_tool_use', id: ran, name: 'code_execution', input: { code: line(turn) } },
      { type: 'tool_use', id: used, name: 'build', input: { turn }, caller: { type: 'code_execution_20250825', tool_id: ran } },
    ];
    const stdout = { type: 'code_execution_result', stdout: line(turn), stderr: '', return_code: 0 };
    run.push(
      { role: 'assistant', content: uses },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: used, content: line(turn) }] },
      {
        role: 'assistant',
        content: [
          { type: 'code_execution_tool_result', tool_use_id: ran, content: stdout },
          { type: 'text', text: 'So.' },
        ],
      },
      { role: 'user', content: `Next, ${turn}.` },
    );
    const messages = readMessages(
      MESSAGES_DIALECT,
      run.map((message) => JSON.stringify(message)),
      'seed',
    );
    const window = await plan({ owner: 'ours', dialect: MESSAGES_DIALECT, messages, policy: POLICY, headTexts: [] });
    const blocks = window.messages.flatMap(
      (raw) => (JSON.parse(raw) as { content: { type: string; id?: string; tool_use_id?: string }[] }).content,
    );
    const calls = blocks.flatMap(({ type, id }) => (type === 'server_tool_use' ? [id] : []));
    const results = blocks.flatMap(({ type, tool_use_id: id }) => (type === 'code_execution_tool_result' ? [id] : []));
    expect(results).toEqual(calls);
    if (turn === 60) expect(calls.length).toBeLessThan(60);
  }
});

it.each([
  ['recall', undefined],
  ['memory_recall', { recall: 'memory_recall', open: 'memory_open' }],
])('names no event in its notes, whose place in the log it does not know, and recall as %s, as the call has it', async (named, names) => {
  const run: object[] = [{ role: 'user', content: 'Build all modules.' }];
  for (let turn = 1; turn <= 12; turn++) {
    const [id, result] = [`toolu_${turn}`, Array.from({ length: 60 }, (_, at) => `${at}: ${line(turn)}`).join('\n')];
    const use = { type: 'tool_use', id, name: 'build', input: { turn, plan: line(turn).repeat(8) } };
    run.push({ role: 'assistant', content: [{ type: 'thinking', thinking: `Next is ${turn}.`, signature: `s${turn}` }, use] });
    run.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: result }] });
  }
  const plan = createWindowPlanner(createPartCounter({ tokens: { count }, ...timing }, () => undefined));
  const messages = readMessages(MESSAGES_DIALECT, run.map((message) => JSON.stringify(message)), 'seed'); // oxfmt-ignore
  const window = await plan({ owner: 'ours', dialect: MESSAGES_DIALECT, messages, policy: POLICY, headTexts: [], names });
  const text = window.messages.join('\n');
  expect(text.match(/characters left out; use [^\]]*/g)).toContain(`characters left out; use ${named}(query) for them`);
  expect(text).not.toContain('open(');
  const tools = [...text.matchAll(/[Uu]se (\w+)\(query\)/g)].map(([, tool]) => tool);
  expect(text).toMatch(/\[Events T\d/);
  expect(new Set(tools)).toEqual(new Set([named]));
});

describe.each([
  ['fits beside what stays', 16_000, true],
  ['is larger than the window', 60_000, false],
] as const)('what the model recalled just now and %s', (_name, chars, staysWhole) => {
  const NAMES = { recall: 'recall', open: 'open' };
  const found = `Found: ${'port 8424 of the staging host; '.repeat(chars / 31)}`;
  const calls = (id: string, names: readonly string[]) =>
    names.map((name, at) => ({ id: `${id}${at}`, type: 'function', function: { name, arguments: '{}' } }));

  it('is shown whole at each fill of the window where it can be, and may leave it later', async () => {
    const plan = createWindowPlanner(createPartCounter({ tokens: { count }, ...timing }, () => undefined));
    const windowOf = async (run: readonly string[]) => {
      const messages = readMessages(CHAT_DIALECT, run, 'seed');
      const window = await plan({ owner: 'ours', dialect: CHAT_DIALECT, messages, policy: POLICY, headTexts: [], names: NAMES });
      expect(window.isWithinBudget).toBe(true);
      return window;
    };
    let cycles = 0;
    for (let turns = 20; turns <= 40; turns += 4) {
      const asked = [
        { role: 'user', content: 'Which port?' },
        { role: 'assistant', content: null, tool_calls: calls('call_own', ['recall', 'build']) },
        { role: 'tool', tool_call_id: 'call_own0', content: found },
        { role: 'tool', tool_call_id: 'call_own1', content: line(0) },
      ].map((message) => JSON.stringify(message));
      const run = [...chatRun(turns), ...asked];
      const { messages, isCompacted } = await windowOf(run);
      cycles += isCompacted ? 1 : 0;
      expect(messages.includes(asked[2]!)).toBe(staysWhole);
      const later = [...run, JSON.stringify({ role: 'assistant', content: '8424.' }), ...chatRun(60).slice(1)];
      expect((await windowOf(later)).messages).not.toContain(asked[2]);
    }
    expect(cycles).toBeGreaterThan(0);
  });

  it("is told from results of the caller's own tools", async () => {
    const plan = createWindowPlanner(createPartCounter({ tokens: { count }, ...timing }, () => undefined));
    const asked = [
      { role: 'assistant', content: null, tool_calls: calls('call_own', ['build']) },
      { role: 'tool', tool_call_id: 'call_own0', content: found.repeat(8) },
    ].map((message) => JSON.stringify(message));
    const messages = readMessages(CHAT_DIALECT, [...chatRun(30), ...asked], 'seed');
    const window = await plan({ owner: 'ours', dialect: CHAT_DIALECT, messages, policy: POLICY, headTexts: [], names: NAMES });
    expect(window.messages).not.toContain(asked[1]);
  });
});

it('keeps what came of an approved call with the approval, or neither: the vendor would run the tool once more', async () => {
  const items = Array.from({ length: 60 }, (_, turn): object[] => [
    { role: 'user', content: `Look at repository ${turn}.` },
    { id: `rs_${turn}`, type: 'reasoning', summary: [], encrypted_content: 'c'.repeat(400) },
    { id: `mcpr_${turn}`, type: 'mcp_approval_request', server_label: 'gh', name: 'search', arguments: `{"q":${turn}}` },
    { id: `mcpa_${turn}`, type: 'mcp_approval_response', approval_request_id: `mcpr_${turn}`, approve: true },
    {
      id: `mcp_${turn}`,
      type: 'mcp_call',
      server_label: 'gh',
      name: 'search',
      arguments: `{"q":${turn}}`,
      approval_request_id: `mcpr_${turn}`,
      output: line(turn),
    },
    { id: `msg_${turn}`, type: 'message', role: 'assistant', content: [{ type: 'output_text', text: `Found ${turn}.` }] },
  ]).flat();
  const run = groupItems([...items, { role: 'user', content: 'Which was the last?' }].map((item) => JSON.stringify(item)));
  for (const windowTokens of [8_000, 10_000, 12_000, 16_000]) {
    const plan = createWindowPlanner(createPartCounter({ tokens: { count }, ...timing }, () => undefined));
    const policy = callPolicy({ model: 'gpt-4o', windowTokens });
    const messages = readMessages(RESPONSES_DIALECT, run, 'seed');
    const window = await plan({ owner: 'ours', dialect: RESPONSES_DIALECT, messages, policy, headTexts: [] });
    expect(window.isCompacted).toBe(true);
    const sent = JSON.parse(`[${window.messages.join(',')}]`) as { id?: string; type?: string; approval_request_id?: string }[];
    const named = (type: string) => sent.filter((item) => item.type === type);
    const asked = named('mcp_approval_request').map(({ id }) => id);
    expect(asked.length).toBeGreaterThan(0);
    for (const type of ['mcp_approval_response', 'mcp_call']) expect(named(type).map(({ approval_request_id: id }) => id)).toEqual(asked);
  }
});
