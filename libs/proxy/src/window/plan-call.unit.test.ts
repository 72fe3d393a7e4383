import { anthropicProblems, openAiProblems } from '@total-recall/domain/testing';
import { describe, expect, it } from 'vitest';
import { chatRun, line, messagesRun, responsesProblems, responsesRun } from '../../testing/agent-runs.ts';
import { createKnownMessages, readMessages } from '../conversation/read-conversation.ts';
import { CHAT_DIALECT } from '../dialects/chat-dialect.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { messageTexts, parseMessage } from '../dialects/message-text.ts';
import { MESSAGES_DIALECT } from '../dialects/messages-dialect.ts';
import { RESPONSES_DIALECT } from '../dialects/responses-dialect.ts';
import type { JsonRecord } from '../text/json-values.ts';
import { callPolicy } from './call-policy.ts';
import { createCallPlanner, readCall } from './plan-call.ts';

const countTexts = async (_family: string, texts: readonly string[]) => texts.map((text) => Math.ceil(text.length / 4));
const WINDOW = 12_000;

/** Plans a call where no window can be planned. */
async function planWithout(dialect: Dialect, raws: readonly string[], rest: object = {}) {
  const failures: unknown[] = [];
  const settings = { addsTools: true, modelWindows: [{ name: 'small', tokens: WINDOW }] };
  const planWindow = () => Promise.reject(new Error('No window can be planned.'));
  const plan = createCallPlanner(planWindow, { countTexts }, settings, createKnownMessages(), (error) => failures.push(error));
  const field = dialect.field ?? 'messages';
  const text = `{"model":"small",${JSON.stringify(rest).slice(1, -1)}${Object.keys(rest).length > 0 ? ',' : ''}"${field}":[${raws.join(',')}]}`;
  const owned = { owner: 'ours', holder: 'ours' };
  const call = readCall(owned, dialect, Buffer.from(text), createKnownMessages(), () => undefined)!;
  const whole = call.messages.map(({ raw }) => raw);
  const planned = await plan(call, whole);
  expect(failures).toHaveLength(1);
  const list = JSON.stringify((JSON.parse(planned.text) as JsonRecord)[field]);
  return { ...planned, given: text, whole, sent: messageTexts(dialect, list) };
}

const tokensOf = (raws: readonly string[]): number => raws.reduce((sum, raw) => sum + Math.ceil(raw.length / 4), 0);

describe.each([
  ['chat completions', CHAT_DIALECT, chatRun(200), openAiProblems],
  ['messages', MESSAGES_DIALECT, messagesRun(200), anthropicProblems],
  ['responses', RESPONSES_DIALECT, responsesRun(100), responsesProblems],
] as const)('a call of %s whose window cannot be planned', (_name, dialect, run, problems) => {
  const messagesOf = (raws: readonly string[]) => {
    const read = readMessages(dialect, raws, '');
    return { messages: read.map(({ value }) => value) };
  };

  it('goes on as it came where it fits the model', async () => {
    const { outcome, text, given } = await planWithout(dialect, run.slice(0, 9));
    expect(outcome).toBe('untouched');
    expect(text).toBe(given);
  });

  it('may recall as often in one turn as one with a window', async () => {
    const often = callPolicy({ model: 'gpt-4o' }).budgets.pullCalls;
    expect(often).toBeGreaterThan(1);
    expect(await planWithout(dialect, run.slice(0, 9), { model: 'gpt-4o' })).toMatchObject({ outcome: 'untouched', pullCalls: often });
  });

  it('goes on without its oldest rounds where it does not: what was asked and the last rounds stay, as the vendor takes them', async () => {
    const ends = run.flatMap((raw, at) =>
      at > run.length - 40 && parseMessage(dialect, run[at + 1] ?? raw).role === 'assistant' ? [at + 1] : [],
    );
    const cuts = new Set<string>();
    for (const end of ends) {
      const { outcome, sent } = await planWithout(dialect, run.slice(0, end));
      expect(outcome).toBe('cut');
      expect(problems(messagesOf(sent))).toEqual([]);
      expect(tokensOf(sent)).toBeLessThan(WINDOW);
      expect(sent.join('')).toContain('Build all modules.');
      expect(sent.at(-1)).toBe(run[end - 1]);
      cuts.add(/\[\d+ older messages were left out/.exec(sent.join(''))![0]);
    }
    expect(cuts.size).toBeLessThan(ends.length / 2);
  });

  it('begins with a whole turn where a later one fits', async () => {
    const half = run.length >> 1;
    const at = half + run.slice(half).findIndex((raw) => parseMessage(dialect, raw).role === 'assistant');
    const asked = [
      { role: 'assistant', content: 'All are built.' },
      { role: 'user', content: 'Now test them.' },
    ].map((message) => JSON.stringify(message));
    const { outcome, sent } = await planWithout(dialect, [...run.slice(0, at), ...asked, ...run.slice(at, at + 12)]);
    expect(outcome).toBe('cut');
    expect(problems(messagesOf(sent))).toEqual([]);
    expect(sent.join('')).toContain('Now test them.');
  });

  it('goes on as it came where the last round alone does not fit', async () => {
    const last = JSON.stringify({ role: 'user', content: 'word '.repeat(20_000) });
    const { outcome, text, given } = await planWithout(dialect, [...run, last]);
    expect(outcome).toBe('untouched_over_model');
    expect(text).toBe(given);
  });
});

it('parts no approval of a call from what came of it, where a window cannot be planned', async () => {
  const run = Array.from({ length: 200 }, (_, turn): object[] => [
    { role: 'user', content: `Look at repository ${turn}.` },
    { id: `mcpr_${turn}`, type: 'mcp_approval_request', server_label: 'gh', name: 'search', arguments: '{}' },
    { id: `mcpa_${turn}`, type: 'mcp_approval_response', approval_request_id: `mcpr_${turn}`, approve: true },
    { id: `mcp_${turn}`, type: 'mcp_call', name: 'search', arguments: '{}', approval_request_id: `mcpr_${turn}`, output: line(turn) },
  ]).flat();
  for (let end = 500; end <= 800; end += 13) {
    const raws = run.slice(0, end).map((item) => JSON.stringify(item));
    const { outcome, text } = await planWithout(RESPONSES_DIALECT, raws);
    const { input } = JSON.parse(text) as { input: { id?: string; approval_request_id?: string }[] };
    expect(outcome).toBe('cut');
    const ids = new Set(input.map(({ id }) => id));
    expect(input.filter(({ approval_request_id: asked }) => asked !== undefined && !ids.has(asked))).toEqual([]);
  }
});
