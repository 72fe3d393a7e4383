import { createMetrics, type Metrics } from '@total-recall/observability';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRecordingMemory } from '../../testing/recording-memory.ts';
import { openTestProxy } from '../../testing/open-test-proxy.ts';
import { startVendorEmulator, UPSTREAM_KEY, type VendorEmulator } from '../../testing/vendor-emulator.ts';
import type { ProxyServer } from './serve-proxy.ts';

const WINDOW = 12_000;
const TOOL = { type: 'function', function: { name: 'build', parameters: { type: 'object', properties: {} } } };

let emulator: VendorEmulator;
let metrics: Metrics;
let proxy: ProxyServer;

beforeAll(async () => {
  emulator = await startVendorEmulator(WINDOW);
});
beforeEach(async () => {
  emulator.calls.length = 0;
  metrics = createMetrics();
  proxy = await openTestProxy(emulator.url, { windowTokens: WINDOW, open: () => createRecordingMemory('It was 42.'), metrics });
});
afterEach(() => proxy.close());
afterAll(() => emulator.close());

/** A history that is larger than the window. */
const messages = [
  ...Array.from({ length: 60 }, (_, turn) => [
    { role: 'user', content: `Build module ${turn}.` },
    { role: 'assistant', content: `Module ${turn} wrote ${'some output '.repeat(100)}.` },
  ]).flat(),
  { role: 'user', content: 'And now?' },
];

async function ask(fields: object = {}): Promise<{ status: number; text: string }> {
  const headers = { Authorization: `Bearer ${UPSTREAM_KEY}` };
  const body = JSON.stringify({ model: 'small', messages, ...fields });
  const answer = await fetch(`${proxy.url}/v1/chat/completions`, { method: 'POST', headers, body });
  return { status: answer.status, text: await answer.text() };
}

const hadTools = (): boolean[] => emulator.calls.map(({ body }) => body.tools !== undefined);
const fallbacks = async (): Promise<number> =>
  Number(/total_recall_proxy_fallbacks_total\{part="tools"\} (\d+)/.exec(await metrics.render())?.[1] ?? 0);

describe.each([400, 404, 422])('a model that refuses tools with %s', (status) => {
  beforeEach(() => {
    emulator.script = ({ tools }) => (tools === undefined ? { text: 'Module 60.' } : { status });
  });

  it.each([false, true])('answers without them, and is not given them again, streamed: %s', async (stream) => {
    for (let call = 0; call < 2; call++) {
      const answer = await ask({ stream });
      expect(answer.status).toBe(200);
      expect(answer.text).toMatch(stream ? /Modul|e 60/ : /Module 60/);
    }
    expect(hadTools()).toEqual([true, false, false]);
    for (const { tokens } of emulator.calls) expect(tokens).toBeLessThan(WINDOW);
    expect(await fallbacks()).toBe(1);
  });

  it('says nothing of another model, nor of a request with tools of its own', async () => {
    await ask();
    await ask({ model: 'other' });
    expect(hadTools()).toEqual([true, false, true, false]);
    expect((await ask({ tools: [TOOL] })).status).toBe(status);
    expect(emulator.calls.at(-1)!.body.tools).toHaveLength(3);
    expect(emulator.calls).toHaveLength(5);
  });
});

it('a request that is refused for another reason is refused, and the model keeps its tools', async () => {
  emulator.script = () => ({ status: 400 });
  expect((await ask()).status).toBe(400);
  emulator.script = () => ({ text: 'Done.' });
  expect((await ask()).status).toBe(200);
  expect(hadTools()).toEqual([true, false, true]);
  expect(await fallbacks()).toBe(0);
});

it("a model that takes the vendor's own tools alone is asked without ours, and gets none from then on", async () => {
  const refusal = (tools: unknown) => (JSON.stringify(tools).includes('"function"') ? { status: 400 } : { text: 'Found.' });
  emulator.script = ({ tools }) => refusal(tools);
  const research = async (tools: object[]) => {
    const headers = { Authorization: `Bearer ${UPSTREAM_KEY}` };
    const body = JSON.stringify({ model: 'o3-deep-research', input: 'Look it up.', tools });
    return (await fetch(`${proxy.url}/v1/responses`, { method: 'POST', headers, body })).status;
  };
  expect(await research([{ type: 'web_search' }])).toBe(200);
  expect(await research([{ type: 'web_search' }])).toBe(200);
  expect(emulator.calls.map(({ body }) => (body.tools as object[]).length)).toEqual([3, 1, 1]);
  expect(await fallbacks()).toBe(1);
  expect(await research([{ type: 'web_search' }, { type: 'function', name: 'build', parameters: {} }])).toBe(400);
});
