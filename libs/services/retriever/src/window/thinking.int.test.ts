import type { NewEvent } from '@total-recall/domain';
import { anthropicProblems } from '@total-recall/domain/testing';
import { describe, expect, it } from 'vitest';
import { createMemoryService, createServiceStores } from '../../testing/memory-service.ts';

const PLACE = { tenant: 'acme', space: 'main', session: 's1' };
const THOUGHT = 'The port is in the config, so it has to be read first. '.repeat(8).trim();

const response = (thinking: Partial<NewEvent>): NewEvent[] => [
  { kind: 'user_message', text: 'Which port is it?' },
  { kind: 'thinking', text: THOUGHT, messageId: 'm1', ...thinking },
  { kind: 'tool_call', messageId: 'm1', call: { id: 'c1', name: 'read', arguments: '{"path":"app.conf"}' } },
  { kind: 'tool_result', text: 'port = 8420', call: { id: 'c1', name: 'read' } },
];

async function windowOf(thinking: Partial<NewEvent>, redaction: 'off' | 'mask' = 'off') {
  const { ingest, retriever } = createMemoryService(createServiceStores(), { policy: { windowTokens: 8_192, redaction } });
  await ingest.start();
  await ingest.append({ ...PLACE, events: response(thinking), wait: 'searchable' });
  const { blocks, anthropic, tokens } = await retriever.assembleWindow({ ...PLACE, format: 'anthropic', withoutRecallTool: true });
  const found = await retriever.recall({ ...PLACE, queries: ['port has to be read first'] });
  await ingest.stop();
  const messages = anthropic!.messages as { role: string; content: Record<string, unknown>[] }[];
  return {
    block: blocks.find(({ eventKind }) => eventKind === 'thinking')!,
    sent: messages.find(({ role }) => role === 'assistant')!.content,
    total: tokens.total,
    found,
  };
}

describe('thinking', () => {
  it('goes back with its signature before the call that it led to, and is counted', async () => {
    const { block, sent } = await windowOf({ thinking: { signature: 'c2lnbmVk' } });
    expect(sent.map(({ type }) => type)).toEqual(['thinking', 'tool_use']);
    expect(sent[0]).toEqual({ type: 'thinking', thinking: THOUGHT, signature: 'c2lnbmVk' });
    expect(block.tokens).toBeGreaterThan(80);
  });

  it('that was withheld goes back as it came', async () => {
    const { block, sent } = await windowOf({ text: undefined, thinking: { redacted: 'x'.repeat(400) } });
    expect(sent[0]).toEqual({ type: 'redacted_thinking', data: 'x'.repeat(400) });
    expect(block.tokens).toBeGreaterThanOrEqual(100);
  });

  it('without a signature is kept and found, but neither sent nor counted', async () => {
    const signed = await windowOf({ thinking: { signature: 'c2lnbmVk' } });
    const { block, sent, total, found } = await windowOf({});
    expect(sent.map(({ type }) => type)).toEqual(['tool_use']);
    expect([block.text, block.tokens]).toEqual(['', 0]);
    expect(signed.total - total).toBe(signed.block.tokens);
    expect(found.rendered).toContain('has to be read first');
  });

  it('that its vendor wants back without a seal is shown and counted, and goes to no other', async () => {
    const { block, sent } = await windowOf({ thinking: { vendor: 'deepseek' } });
    expect(block).toMatchObject({ text: THOUGHT, thinking: { vendor: 'deepseek' } });
    expect(block.tokens).toBeGreaterThan(80);
    expect(sent.map(({ type }) => type)).toEqual(['tool_use']);
  });

  it('that was masked is no longer what was signed, and is not sent', async () => {
    const secret = ['ghp_', 'a1'.repeat(18)].join('');
    const { sent } = await windowOf({ text: `${THOUGHT} ${secret}`, thinking: { signature: 'c2lnbmVk' } }, 'mask');
    expect(sent.map(({ type }) => type)).toEqual(['tool_use']);
  });

  it('of a tool loop that runs through compactions keeps every window valid', async () => {
    const { windows, cycles } = await runLoop(Array.from({ length: 14 }, (_, at) => ({ thinking: 700 + 100 * (at % 3), result: 400 })));
    expect(cycles).toBeGreaterThan(1);
    for (const { problems, thought } of windows) expect([problems, thought]).toEqual([[], true]);
  });

  it('that fills the window by itself leaves it, and the window is valid with thinking off', async () => {
    const { windows } = await runLoop([{ thinking: 9_000, result: 100 }]);
    expect(windows).toMatchObject([{ problems: [{ rule: 'last use without its thinking' }], thought: false, total: expect.any(Number) }]);
    expect(windows[0]!.total).toBeLessThan(8_192);
  });
});

/** Appends the responses of one tool loop and looks at the window behind each result, as a model with thinking on gets it. */
async function runLoop(steps: readonly { thinking: number; result: number }[]) {
  const { ingest, retriever } = createMemoryService(createServiceStores(), { policy: { windowTokens: 8_192 } });
  await ingest.start();
  await ingest.append({ ...PLACE, events: [{ kind: 'user_message', text: 'Which port is it?' }] });
  const windows = [];
  let cycles = 0;
  for (const [at, { thinking, result }] of steps.entries()) {
    const call = { id: `c${at}`, name: 'read' };
    const thought = `step ${at} `.repeat(thinking / 2).trim();
    const events: NewEvent[] = [
      { kind: 'thinking', text: thought, messageId: `m${at}`, thinking: { signature: 'c2lnbmVk' } },
      { kind: 'tool_call', messageId: `m${at}`, call: { ...call, arguments: `{"path":"app-${at}.conf"}` } },
    ];
    await ingest.append({ ...PLACE, events, wait: 'searchable' });
    await ingest.append({ ...PLACE, events: [{ kind: 'tool_result', call, text: 'port '.repeat(result) }], wait: 'searchable' });
    const { anthropic, tokens, cycle } = await retriever.assembleWindow({ ...PLACE, format: 'anthropic', withoutRecallTool: true });
    const problems = anthropicProblems({ ...anthropic, thinking: { type: 'enabled', budget_tokens: 1_024 } });
    windows.push({ problems, thought: JSON.stringify(anthropic).includes(thought), total: tokens.total });
    cycles = cycle;
  }
  await ingest.stop();
  return { windows, cycles };
}
