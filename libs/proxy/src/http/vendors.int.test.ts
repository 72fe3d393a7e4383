import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestProxy } from '../../testing/open-test-proxy.ts';
import { startVendorEmulator, type VendorEmulator } from '../../testing/vendor-emulator.ts';
import type { ProxyServer } from './serve-proxy.ts';

let openai: VendorEmulator;
let anthropic: VendorEmulator;
let proxy: ProxyServer;

beforeAll(async () => {
  [openai, anthropic] = await Promise.all([startVendorEmulator(1_000), startVendorEmulator(1_000)]);
  proxy = await openTestProxy(openai.url, { upstreams: { openai: openai.url, anthropic: anthropic.url } });
});
afterAll(async () => {
  await proxy.close();
  await Promise.all([openai.close(), anthropic.close()]);
});

/** Tells which vendor a request reached: each echoes the host that it was asked for. */
async function reached(path: string, headers: Record<string, string>): Promise<string> {
  const answer = await fetch(`${proxy.url}${path}`, { headers });
  const { headers: sent } = JSON.parse(answer.headers.get('X-Echo')!) as { headers: { host: string } };
  return sent.host === new URL(openai.url).host ? 'openai' : sent.host === new URL(anthropic.url).host ? 'anthropic' : sent.host;
}

it.each([
  ['/api/event_logging/batch', { 'X-Api-Key': 'sk-ant-api03-secret' }, 'anthropic'],
  ['/api/oauth/profile', { Authorization: 'Bearer sk-ant-oat01-secret' }, 'anthropic'],
  ['/v1/files', { 'Anthropic-Beta': 'files-api-2025-04-14', Authorization: 'Bearer other' }, 'anthropic'],
  ['/v1/messages/batches', { Authorization: 'Bearer other' }, 'anthropic'],
  ['/v1/models', { Authorization: 'Bearer sk-proj-secret' }, 'openai'],
  ['/v1/models', { 'X-Api-Key': 'of-a-gateway' }, 'anthropic'],
  ['/v1/responses/resp_1?stream=true', { 'X-Api-Key': 'of-a-gateway' }, 'openai'],
  ['/openai/v1/chat/completions/chatcmpl-1/messages', { 'X-Api-Key': 'of-a-gateway' }, 'openai'],
  ['/v1/conversations/conv_1/items', { 'X-Api-Key': 'of-a-gateway' }, 'openai'],
  ['/v1/embeddings', { 'X-Api-Key': 'of-a-gateway' }, 'openai'],
  ['/v1/responses/resp_1', { 'X-Api-Key': 'sk-ant-api03-secret' }, 'anthropic'],
  ['/v1/files', { 'X-Api-Key': 'of-a-gateway' }, 'anthropic'],
  ['/v1/embeddings', { 'X-Api-Key': 'of-a-gateway', Authorization: 'Bearer sk-proj-secret' }, 'openai'],
  ['/v1/embeddings', { 'X-Api-Key': 'sk-ant-api03-secret', Authorization: 'Bearer other' }, 'anthropic'],
] as const)('%s with the headers %o goes to %s, whose key it has', async (path, headers, vendor) => {
  expect(await reached(path, headers)).toBe(vendor);
});

it.each([
  ['/v1/chat/completions', { Authorization: 'Bearer sk-ant-api03-secret' }, 'anthropic'],
  ['/v1/chat/completions', { 'X-Api-Key': 'sk-ant-api03-secret', Authorization: 'Bearer other' }, 'anthropic'],
  ['/v1/chat/completions', { 'X-Api-Key': 'of-a-gateway' }, 'openai'],
  ['/v1/responses', { Authorization: 'Bearer sk-ant-api03-secret' }, 'anthropic'],
  ['/v1/responses', { Authorization: 'Bearer sk-proj-secret' }, 'openai'],
] as const)('a call of a model at %s with the headers %o goes to %s, read all the same', async (path, headers, vendor) => {
  const before = { openai: openai.calls.length, anthropic: anthropic.calls.length };
  const said = [{ role: 'user', content: 'Hello.' }];
  const body = JSON.stringify({ model: 'gpt-4.1', [path === '/v1/responses' ? 'input' : 'messages']: said });
  const answer = await fetch(`${proxy.url}${path}`, { method: 'POST', headers, body });
  expect({ openai: openai.calls.length, anthropic: anthropic.calls.length }).toEqual({ ...before, [vendor]: before[vendor] + 1 });
  expect(answer.headers.get('X-Total-Recall-Window')).toBe('whole');
});
