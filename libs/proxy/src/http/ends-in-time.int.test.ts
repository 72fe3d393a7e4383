import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestProxy } from '../../testing/open-test-proxy.ts';

let vendor: Server;
let url: string;
let rest: PromiseWithResolvers<void>;

beforeAll(async () => {
  vendor = createServer((_, answer) => {
    answer.write('half ');
    void rest.promise.then(() => answer.end('and half'));
  });
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`;
});
beforeEach(() => {
  rest = Promise.withResolvers();
});
afterAll(() => void vendor.close().closeAllConnections());

/** Opens a proxy and an answer through it of which half is there. */
async function halfWay() {
  const proxy = await openTestProxy(url);
  const { body } = await fetch(`${proxy.url}/v1/models`, { headers: { Authorization: 'Bearer sk-1' } });
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader.read()).value).toBe('half ');
  return { proxy, reader };
}

it('finishes an answer that is under way, takes no other call meanwhile, and ends', async () => {
  const { proxy, reader } = await halfWay();
  const closing = proxy.close(60_000);
  await expect(fetch(`${proxy.url}/v1/models`)).rejects.toThrow();
  rest.resolve();
  expect((await reader.read()).value).toBe('and half');
  expect((await reader.read()).done).toBe(true);
  await closing;
});

it('cuts an answer that does not end before the deadline', async () => {
  const { proxy, reader } = await halfWay();
  await proxy.close(100);
  await expect(reader.read()).rejects.toThrow();
  rest.resolve();
});
