import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { createMetrics, type Metrics } from '@total-recall/observability';
import type { Scheduler } from '@total-recall/ports';
import { createSystemScheduler } from '@total-recall/runtime';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openTestProxy } from '../../testing/open-test-proxy.ts';
import { createRecordingMemory, type RecordingMemory } from '../../testing/recording-memory.ts';
import { startVendorEmulator, UPSTREAM_KEY, type VendorEmulator } from '../../testing/vendor-emulator.ts';
import { PROXY_LIMITS } from '../limits.ts';
import type { ProxyOptions, ProxyServer } from './serve-proxy.ts';

const HELD = 400_000;
const LARGE = 'Line after line. '.repeat(9_000);

let emulator: VendorEmulator;
let proxy: ProxyServer;
let memory: RecordingMemory;
let metrics: Metrics;
let open: (options?: Partial<ProxyOptions>) => Promise<ProxyServer>;

beforeEach(async () => {
  emulator = await startVendorEmulator(1_000_000);
  memory = createRecordingMemory('Nothing.');
  metrics = createMetrics();
  const system = createSystemScheduler();
  const scheduler: Scheduler = { ...system, delay: (ms, signal) => system.delay(ms === PROXY_LIMITS.bodyWaitMs ? 100 : ms, signal) };
  open = (options) => openTestProxy(emulator.url, { open: () => memory, metrics, scheduler, heldBodyBytes: HELD, ...options });
  proxy = await open();
});
afterEach(async () => {
  await proxy.close();
  await emulator.close();
});

const bodyOf = (content: string) => JSON.stringify({ model: 'gpt-4.1', messages: [{ role: 'user', content }] });

function send(headers: Readonly<Record<string, string>>) {
  const sent = request(`${proxy.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${UPSTREAM_KEY}`, ...headers },
  });
  const answer = new Promise<IncomingMessage>((resolve, reject) => sent.on('response', resolve).on('error', reject));
  return { sent, answer };
}

async function ask(content: string, chunked = false) {
  const body = bodyOf(content);
  const { sent, answer } = send(chunked ? {} : { 'Content-Length': String(Buffer.byteLength(body)) });
  if (chunked) for (let at = 0; at < body.length; at += 20_000) sent.write(body.slice(at, at + 20_000));
  sent.end(chunked ? undefined : body);
  const came = await answer;
  await text(came);
  return {
    status: came.statusCode,
    window: came.headers['x-total-recall-window'],
    sent: emulator.calls.at(-1)!.bytes.toString('utf8') === body,
  };
}

async function counted(name: string): Promise<number> {
  const line = (await metrics.render()).split('\n').find((one) => one.startsWith(name));
  return Number(line?.split(' ').at(-1) ?? 0);
}

/** Announces a large body and sends none of it. */
async function stall() {
  const { sent, answer } = send({ 'Content-Length': String(HELD / 2) });
  answer.catch(() => undefined);
  sent.flushHeaders();
  await vi.waitFor(async () => expect((await ask(LARGE)).window).toBe('unread'), 30_000);
  return sent;
}

it.each([false, true])('a request that does not fit beside others goes on as it came, and is counted (chunked: %s)', async (chunked) => {
  await stall();
  const before = await counted('total_recall_limits_hit_total{limit="proxy_requests"}');
  expect(await ask(LARGE, chunked)).toEqual({ status: 200, window: 'unread', sent: true });
  expect(await counted('total_recall_limits_hit_total{limit="proxy_requests"}')).toBe(before + 1);
  expect(await counted('total_recall_proxy_fallbacks_total{part="request"}')).toBe(before + 1);
  expect((await ask('small')).window).not.toBe('unread');
});

it('has its room once the others are gone', async () => {
  const other = await stall();
  other.destroy();
  await vi.waitFor(async () => expect((await ask(LARGE)).window).not.toBe('unread'), 30_000);
  for (let at = 0; at < 5; at++) expect((await ask(LARGE, at % 2 === 0)).window).not.toBe('unread');
});

it('a request that announces too much is refused before any of it has come, and is counted', async () => {
  const refused = () => counted('total_recall_proxy_calls_total{route="chat",outcome="too_large"}');
  const before = await refused();
  const { sent, answer } = send({ 'Content-Length': String(PROXY_LIMITS.bodyBytes + 1) });
  sent.flushHeaders();
  const came = await answer;
  expect([came.statusCode, JSON.parse(await text(came))]).toMatchObject([413, { error: { code: 'request_too_large' } }]);
  expect(await refused()).toBe(before + 1);
  sent.destroy();
});

it('the keys of one tenant share its half, however many they are', async () => {
  await proxy.close();
  proxy = await open({ authenticate: () => Promise.resolve('acme') });
  const { sent, answer } = send({ 'Content-Length': String(HELD / 2), 'X-Total-Recall-Key': 'tr_other' });
  answer.catch(() => undefined);
  sent.flushHeaders();
  await vi.waitFor(async () => expect((await ask(LARGE)).window).toBe('unread'), 30_000);
  sent.destroy();
});
