import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestProxy } from '../../testing/open-test-proxy.ts';

const vendor = createServer((incoming, outgoing) => outgoing.end(incoming.url));
let url: string;

beforeAll(async () => {
  vendor.listen(0, '127.0.0.1');
  await once(vendor, 'listening');
  url = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`;
});
afterAll(() => void vendor.close());

async function askedFor(base: string, path: string, headers: Record<string, string> = {}): Promise<string> {
  const proxy = await openTestProxy(url, { upstreams: { openai: `${url}${base}`, anthropic: `${url}${base}` } });
  try {
    return await (await fetch(`${proxy.url}${path}`, { headers })).text();
  } finally {
    await proxy.close();
  }
}

it.each([
  ['', '/v1/models'],
  ['/v1', '/v1/models'],
  ['/api/v1/', '/api/v1/models'],
  ['/v1beta/openai/', '/v1beta/openai/models'],
  ['/api/paas/v4', '/api/paas/v4/models'],
  ['/v1/projects/p/endpoints/openapi', '/v1/projects/p/endpoints/openapi/models'],
  ['/client/v4/accounts/a/ai/v1', '/client/v4/accounts/a/ai/v1/models'],
  ['/verses', '/verses/v1/models'],
])('a base of the OpenAI SDK (%s) is followed by the route, its version once', async (base, asked) => {
  expect(await askedFor(base, '/v1/models')).toBe(asked);
});

it('a base of the Anthropic SDK is followed by the version of the route', async () => {
  const headers = { 'anthropic-version': '2023-06-01' };
  expect(await askedFor('/v1/account/gateway', '/v1/models', headers)).toBe('/v1/account/gateway/v1/models');
});

it.each(['/v1/messages', '/@work/v1/messages', `/tr_${'0'.repeat(16)}_${'x'.repeat(43)}/@work/v1/messages`])(
  "a version in the agent's own base is taken once, as in %s",
  async (path) => {
    expect(await askedFor('', path.replace('/v1', '/v1/v1'))).toBe('/v1/messages');
    expect(await askedFor('', path.replace('/v1/messages', '/v1/v12'))).toBe('/v1/v12');
  },
);
