import type { NewEvent } from '@total-recall/domain';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, describe, expect, it } from 'vitest';
import { createMemoryService, createServiceStores } from '../../testing/memory-service.ts';

const PLACE = { tenant: 'acme', space: 'main', session: 's1' };
const STEPS = 8;
/** Framing is an estimate, of each message and of the parts that stand in one. */
const ERROR_TOKENS_A_STEP = 24;

const tokens = createTokenCounter();
afterAll(() => tokens.close());

const thought = (at: number): string =>
  `Table ${at} is read next, since its neighbour had no index and the join was slow. `.repeat(20).trim();

function steps(thinking: NewEvent['thinking']): NewEvent[] {
  return Array.from({ length: STEPS }, (_, at): NewEvent[] => {
    const call = { id: `c${at}`, name: 'inspect' };
    return [
      { kind: 'user_message', text: `Which index does table ${at} have?` },
      { kind: 'thinking', text: thought(at), messageId: `m${at}`, thinking },
      { kind: 'tool_call', messageId: `m${at}`, call: { ...call, arguments: `{"table":"table_${at}"}` } },
      { kind: 'tool_result', call, text: `table_${at} has an index of ${at * 37} rows` },
      { kind: 'agent_message', messageId: `n${at}`, text: `It has one over ${at * 37} rows.` },
    ];
  }).flat();
}

type Stores = ReturnType<typeof createServiceStores>;

/** Returns the windows of a session in both formats, each with a count of the messages as they are sent. */
async function windowsOf(family: string, stores: Stores, events: readonly NewEvent[]) {
  const service = createMemoryService(stores, { policy: { family, windowTokens: 32_768 }, tokens });
  await service.ingest.start();
  await service.ingest.append({ ...PLACE, events, wait: 'searchable' });
  await service.ingest.settle(30_000);
  const shown = async (format: 'openai' | 'anthropic') => {
    const window = await service.retriever.assembleWindow({ ...PLACE, format, withoutRecallTool: true });
    const sent = textsIn(window[format]!.messages);
    const counts = await tokens.count(family, sent);
    const thinking = window.blocks.filter(({ eventKind }) => eventKind === 'thinking').map((block) => block.tokens);
    return {
      total: window.tokens.total,
      sent: counts.reduce((sum, count) => sum + count, 0),
      thinking,
      hasThought: sent.some((text) => text.includes(thought(2))),
      isShown: window.blocks.some(({ text }) => text.includes(thought(2))),
    };
  };
  const windows = { openai: await shown('openai'), anthropic: await shown('anthropic') };
  await service.ingest.stop();
  expect([service.failures, service.violations]).toEqual([[], []]);
  return windows;
}

/** Returns every text in messages that a model reads: contents, thoughts, names and arguments, and no ids or signatures. */
function textsIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return ['type', 'role', 'id', 'tool_call_id', 'tool_use_id', 'signature'].includes(key) ? [] : [value];
  if (Array.isArray(value)) return value.flatMap((each) => textsIn(each, key));
  if (typeof value !== 'object' || value === null) return [];
  if (key === 'input') return [JSON.stringify(value)];
  return Object.entries(value).flatMap(([name, each]) => textsIn(each, name));
}

describe('thinking that Anthropic signed', () => {
  it('counts in the format that sends it, and nothing in the one that does not', async () => {
    const { openai, anthropic } = await windowsOf('o200k', createServiceStores(), steps({ signature: 'c2lnbmVk' }));
    expect([openai.hasThought, openai.isShown, anthropic.hasThought]).toEqual([false, false, true]);
    for (const { total, sent } of [openai, anthropic]) {
      expect(total).toBeGreaterThanOrEqual(sent);
      expect(total - sent).toBeLessThan(STEPS * ERROR_TOKENS_A_STEP + 64);
    }
    expect(anthropic.total - openai.total).toBe(anthropic.thinking.reduce((sum, count) => sum + count, 0));
    expect(openai.thinking).toEqual(Array.from({ length: STEPS }, () => 0));
  });

  it('leaves the counts of a session that moves to models of another vendor, and comes back with its own', async () => {
    const stores = createServiceStores();
    await windowsOf('claude', stores, steps({ signature: 'c2lnbmVk' }));
    const thoughtTokens = async () =>
      (await stores.sessions.load(PLACE))!.entries.flatMap((entry) => (entry.kind === 'thinking' ? [entry.tokens.whole] : []));
    const before = await thoughtTokens();
    const { openai, anthropic } = await windowsOf('o200k', stores, [{ kind: 'user_message', text: 'Go on with table 9.' }]);
    expect(await thoughtTokens()).toEqual(before.map(() => 0));
    expect(openai.total - openai.sent).toBeLessThan(STEPS * ERROR_TOKENS_A_STEP + 64);
    expect([anthropic.hasThought, Math.min(...anthropic.thinking) > 80]).toEqual([true, true]);
    await windowsOf('claude', stores, [{ kind: 'user_message', text: 'And with table 10.' }]);
    expect(await thoughtTokens()).toEqual(before);
  });

  it('takes no room of a smaller window that does not send it', async () => {
    const service = createMemoryService(createServiceStores(), { policy: { windowTokens: 32_768 }, tokens });
    await service.ingest.start();
    // One tool loop, whose thinking stays while anything else can give way.
    const loop = steps({ signature: 'c2lnbmVk' }).filter(
      ({ kind }, at) => at === 0 || (kind !== 'user_message' && kind !== 'agent_message'),
    );
    await service.ingest.append({ ...PLACE, events: loop, wait: 'searchable' });
    const small = async (format: 'openai' | 'anthropic') => {
      const call = { ...PLACE, format, windowTokens: 2_048, withoutRecallTool: true };
      const { blocks } = await service.retriever.assembleWindow(call);
      return blocks.filter(({ kind, eventKind }) => kind === 'event' && eventKind !== 'thinking').length;
    };
    expect([await small('openai'), (await small('anthropic')) < loop.length - STEPS]).toEqual([loop.length - STEPS, true]);
    await service.ingest.stop();
  });
});

describe('thinking with the seal of another vendor', () => {
  it('leaves the counts of a session that moves to Claude, but for windows of the form of OpenAI', async () => {
    const stores = createServiceStores();
    const before = await windowsOf('o200k', stores, steps({ vendor: 'openai', redacted: 'x'.repeat(600) }));
    expect(Math.min(...before.openai.thinking)).toBeGreaterThan(80);
    const { anthropic, openai } = await windowsOf('claude', stores, [{ kind: 'user_message', text: 'Go on with table 9.' }]);
    expect(Math.min(...openai.thinking)).toBeGreaterThan(80);
    expect(anthropic.thinking).toEqual(Array.from({ length: STEPS }, () => 0));
    expect(anthropic.total - anthropic.sent).toBeLessThan(STEPS * ERROR_TOKENS_A_STEP + 64);
  });
});
