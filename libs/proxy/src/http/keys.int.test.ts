import { TotalRecallError } from '@total-recall/runtime';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openTestProxy } from '../../testing/open-test-proxy.ts';
import { startVendorEmulator, UPSTREAM_KEY, type VendorEmulator } from '../../testing/vendor-emulator.ts';
import type { ProxyServer } from './serve-proxy.ts';

let emulator: VendorEmulator;
let proxy: ProxyServer;

beforeAll(async () => {
  emulator = await startVendorEmulator(10_000);
});
afterEach(() => proxy.close());
afterAll(() => emulator.close());

it.each([
  ['unauthenticated', 401],
  ['key_expired', 401],
  ['key_revoked', 401],
  ['forbidden', 403],
  ['rate_limited', 429],
  ['unavailable', 200],
] as const)('a caller of whose key the memory says %s is answered with %i', async (code, status) => {
  const before = emulator.calls.length;
  proxy = await openTestProxy(emulator.url, { authenticate: () => Promise.reject(new TotalRecallError(code, 'No.')) });
  const answer = await fetch(`${proxy.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${UPSTREAM_KEY}` },
    body: JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello.' }] }),
  });
  expect(answer.status).toBe(status);
  expect(emulator.calls.length - before).toBe(status === 200 ? 1 : 0);
  // A key of the memory in the header of the vendor's would be given away.
  if (status === 401)
    expect(await answer.text()).toMatch(/the key that this proxy was started with .* x-total-recall-key.*is the vendor's/);
});

it('a caller over its rate is told when to come again', async () => {
  const error = new TotalRecallError('rate_limited', 'Too many.', { retryAfterMs: 2_100 });
  proxy = await openTestProxy(emulator.url, { authenticate: () => Promise.reject(error) });
  const answer = await fetch(`${proxy.url}/v1/models`);
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '3']);
});

it('a caller is known by the address that it is told, and a connection may be refused', async () => {
  const seen: (string | undefined)[] = [];
  let connections = 0;
  proxy = await openTestProxy(emulator.url, {
    authenticate: async (_place, address) => void seen.push(address),
    addressOf: ({ headers }) => String(headers['x-forwarded-for']),
    onConnection: (socket) => {
      connections += 1;
      if (connections > 1) socket.destroy();
    },
  });
  const ask = (from: string) =>
    fetch(`${proxy.url}/v1/models`, { headers: { Authorization: `Bearer ${UPSTREAM_KEY}`, 'X-Forwarded-For': from, Connection: 'close' } });
  await (await ask('8.8.8.8')).arrayBuffer();
  expect(seen).toEqual(['8.8.8.8']);
  await expect(ask('8.8.4.4')).rejects.toThrow();
  expect(connections).toBeGreaterThan(1);
  expect(seen).toEqual(['8.8.8.8']);
});

it.each([
  ['/@team:lab', 'team:lab'],
  ['/@team%3Alab', 'team:lab'],
  ['/%40team%3alab', 'team:lab'],
  ['/@a%40b', 'a@b'],
  ['/%40lab?x=/@other', 'lab'],
  ['/@a%2Fb', undefined],
  ['/@a%zz', undefined],
  ['/@%20', undefined],
])('the space of %s is %s, and the vendor gets the path behind it', async (path, named) => {
  const spaces: string[] = [];
  proxy = await openTestProxy(emulator.url, { authenticate: async ({ space }) => void spaces.push(space) });
  const answer = await fetch(`${proxy.url}${path.replace(/(?=\?|$)/, '/v1/models')}`);
  const told = await answer.text();
  expect(spaces).toEqual(named === undefined ? [] : [named]);
  if (named === undefined) expect(answer.status).toBe(400);
  else expect(told).not.toContain(path.split('?')[0]);
});
