import { anthropicProblems, openAiProblems } from '@total-recall/domain/testing';
import { createSystemClock, createSystemScheduler, createTokenCounter } from '@total-recall/runtime';
import { afterAll, describe, expect, it } from 'vitest';
import { chatRun, line, messagesRun, responsesProblems, responsesRun } from '../../testing/agent-runs.ts';
import { readMessages } from '../conversation/read-conversation.ts';
import { CHAT_DIALECT } from '../dialects/chat-dialect.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { parseMessage } from '../dialects/message-text.ts';
import { MESSAGES_DIALECT } from '../dialects/messages-dialect.ts';
import { RESPONSES_DIALECT } from '../dialects/responses-dialect.ts';
import { callPolicy } from './call-policy.ts';
import type { CallTokens } from './count-in-time.ts';
import { createPartCounter } from './count-parts.ts';
import { createWindowPlanner } from './plan-window.ts';

const counter = createTokenCounter();
afterAll(() => counter.close());
const timing = { clock: createSystemClock(), scheduler: createSystemScheduler() };
const count = async (_family: string, texts: readonly string[]) => texts.map((text) => Math.ceil(text.length / 4));
const POLICY = callPolicy({ model: 'gpt-4o', windowTokens: 12_000 });
const newPlanner = (tokens: CallTokens = { count }) => createWindowPlanner(createPartCounter({ tokens, ...timing }, () => undefined));
const json = (messages: readonly object[]) => messages.map((message) => JSON.stringify(message));
const windowOf = (raws: readonly string[], { plan = newPlanner(), dialect = CHAT_DIALECT, policy = POLICY, owner = 'ours' } = {}) =>
  plan({ owner, dialect: dialect as Dialect, messages: readMessages(dialect, raws, 'seed'), policy, headTexts: [] });

const RULE = 'Never push to the branch release-7.';
/** Wishes that are answered, a rule in the third of them, and a long task behind. */
const ruled = (dialect: Dialect, run: readonly string[]): string[] => {
  const head = run.slice(
    0,
    run.findIndex((raw) => parseMessage(dialect, raw).role === 'user'),
  );
  const talk = Array.from({ length: 40 }, (_, at) => [
    { role: 'user', content: `Look at quay ${at * 31}. ${'Its plan names cranes and tides. '.repeat(20)}${at === 2 ? RULE : ''}` },
    { role: 'assistant', content: `Quay ${at * 31} has ${at * 7919} cranes. ${'The tide is high there. '.repeat(20)}` },
  ]).flat();
  return [...head, ...json(talk), ...run.slice(head.length)];
};

describe.each([
  ['chat completions', CHAT_DIALECT, chatRun(30), openAiProblems],
  ['messages', MESSAGES_DIALECT, messagesRun(30), anthropicProblems],
  ['responses', RESPONSES_DIALECT, responsesRun(30), responsesProblems],
] as const)('a window of %s', (_name, dialect, plainRun, problems) => {
  const run = ruled(dialect, plainRun);
  const cardIn = (messages: readonly string[]) => messages.filter((raw) => raw.includes('[Task state, derived from the log by rule'));

  it('is told what it leaves out: a rule that the user set is restated where its message has gone', async () => {
    const { messages, isWithinBudget } = await windowOf(run, { dialect });
    expect(isWithinBudget).toBe(true);
    const cards = cardIn(messages);
    expect(cards).toHaveLength(1);
    expect(cards[0]).toContain(RULE);
    expect(messages.join('\n').split(RULE)).toHaveLength(2);
    // Places of the request are not those of the log.
    expect(cards[0]).not.toMatch(/- e\d/);
    expect(problems({ messages: messages.map((raw) => parseMessage(dialect, raw)) })).toEqual([]);
  });

  it('keeps the task state, and all before it, between compactions, and gives it alike in any process', async () => {
    const plan = newPlanner();
    let before: readonly string[] = [];
    let changes = 0;
    let calls = 0;
    for (let end = run.length - 90; end <= run.length; end++) {
      const next = run[end] === undefined ? undefined : parseMessage(dialect, run[end]!);
      if (next && next.role !== 'assistant') continue;
      const { messages } = await windowOf(run.slice(0, end), { plan, dialect });
      calls += 1;
      changes += before.every((raw, at) => messages[at] === raw) ? 0 : 1;
      before = messages;
    }
    expect(calls).toBeGreaterThan(20);
    expect(changes).toBeLessThan(calls / 5);
    expect((await windowOf(run, { dialect })).messages).toEqual(before);
  });

  it('has none where it is off', async () => {
    const { messages, isCompacted } = await windowOf(run, { dialect, policy: { ...POLICY, derivedTaskState: false } });
    expect(isCompacted).toBe(true);
    expect(cardIn(messages)).toEqual([]);
  });
});

it('quotes the one task in markers of the work for it, which stays in the window', async () => {
  const said = [{ role: 'user', content: 'Please migrate the billing service to the new ledger.' }];
  const steps = Array.from({ length: 200 }, (_, at) => [
    { role: 'assistant', content: null, tool_calls: [{ id: `c${at}`, type: 'function', function: { name: 'build', arguments: '{}' } }] },
    { role: 'tool', tool_call_id: `c${at}`, content: line(at) },
  ]).flat();
  const { messages } = await windowOf(json([...said, ...steps]));
  const markers = messages.filter((raw) => /\[Events T\d/.test(raw));
  expect(markers.length).toBeGreaterThan(0);
  expect(markers.some((raw) => /migrate the billing service/i.test(raw))).toBe(true);
});

describe.each([
  ['Chinese', ['请先检查港口的起重机维护记录和潮汐时间表', '然后更新码头的货物清单并通知领航员']],
  ['Japanese', ['港のクレーンの保守記録と潮汐表を確認してください', '次に埠頭の貨物一覧を更新して水先人に知らせる']],
  ['Thai', ['กรุณาตรวจสอบบันทึกการบำรุงรักษาเครนของท่าเรือและตารางน้ำขึ้นน้ำลง', 'จากนั้นอัปเดตรายการสินค้าของท่าเรือและแจ้งนำร่อง']],
] as const)('markers in %s', (_name, wishes) => {
  const talk = json(
    Array.from({ length: 60 }, (_, at) => [
      { role: 'user', content: `${wishes[at % 2]!} ${at}。${wishes[(at + 1) % 2]!.repeat(6)}` },
      { role: 'assistant', content: `${wishes[at % 2]!.repeat(8)} ${at * 7919}` },
    ]).flat(),
  );

  it.each([
    ['counted at once', { count: counter.count, countNow: counter.countNow }],
    ['estimated, where nothing counts at once', { count: counter.count }],
  ] as const)('take at most 60 tokens, %s', async (_how, tokens) => {
    for (const model of ['gpt-4o', 'gpt-4', 'claude-opus-4-1']) {
      const policy = callPolicy({ model, windowTokens: 8_000 });
      const { messages } = await windowOf(talk, { plan: newPlanner(tokens), policy });
      const markers = messages.flatMap((raw) => /\[Events T[^\]]*\]/.exec(String((JSON.parse(raw) as { content: unknown }).content)) ?? []);
      expect(markers.length).toBeGreaterThan(0);
      for (const marker of markers) expect(counter.countNow(policy.family, marker)).toBeLessThanOrEqual(60);
    }
  });
});
