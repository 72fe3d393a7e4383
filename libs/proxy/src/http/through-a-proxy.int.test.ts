import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { openTlsFront, type TlsFront } from '@total-recall/ports/testing';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openTestProxy } from '../../testing/open-test-proxy.ts';
import { startVendorEmulator, UPSTREAM_KEY, type VendorEmulator } from '../../testing/vendor-emulator.ts';
import type { ProxyServer } from './serve-proxy.ts';

/** Requests that the way out got: tunnels by their address, plain requests by their URL. */
const asked: string[] = [];
const sockets = new Set<Socket>();
const known = getCACertificates('default');
let emulator: VendorEmulator;
let vendor: TlsFront;
let wayOut: ReturnType<typeof createHttpServer>;
let wayOutUrl: string;
let proxy: ProxyServer | undefined;

beforeAll(async () => {
  emulator = await startVendorEmulator(1_000_000);
  vendor = await openTlsFront({ target: emulator.url });
  setDefaultCACertificates([...known, await readFile(vendor.caFile, 'utf8')]);
  wayOut = createHttpServer((incoming, outgoing) => {
    asked.push(incoming.url ?? '');
    outgoing.writeHead(203).end('by the way out');
  });
  wayOut.on('connect', ({ url = '' }: IncomingMessage, socket: Socket) => {
    asked.push(url);
    const onward = connect(Number(url.split(':').at(-1)), '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    for (const one of [socket, onward]) {
      sockets.add(one);
      one.on('error', () => undefined);
    }
    socket.pipe(onward).pipe(socket);
  });
  wayOut.listen(0, '127.0.0.1');
  await once(wayOut, 'listening');
  wayOutUrl = `http://127.0.0.1:${(wayOut.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await proxy?.close();
  asked.length = 0;
});
afterAll(async () => {
  setDefaultCACertificates(known);
  for (const socket of sockets) socket.destroy();
  wayOut.close();
  await vendor.close();
  await emulator.close();
});

async function ask(vendorUrl: string, proxies: Record<string, string>): Promise<{ status: number; text: string }> {
  proxy = await openTestProxy(vendorUrl, { proxies });
  const body = JSON.stringify({ model: 'gpt-4.1', messages: [{ role: 'user', content: 'Go on.' }] });
  const headers = { Authorization: `Bearer ${UPSTREAM_KEY}` };
  const answer = await fetch(`${proxy.url}/v1/chat/completions`, { method: 'POST', headers, body });
  return { status: answer.status, text: await answer.text() };
}

it.each(['HTTPS_PROXY', 'https_proxy'])('a vendor is reached through the tunnel that %s names', async (name) => {
  const { status, text } = await ask(vendor.url, { [name]: wayOutUrl });
  expect([status, text]).toEqual([200, expect.stringContaining('Done.')]);
  expect(asked).toEqual([new URL(vendor.url).host]);
});

it('a vendor that NO_PROXY names is reached without', async () => {
  expect(await ask(vendor.url, { HTTPS_PROXY: wayOutUrl, NO_PROXY: 'localhost' })).toMatchObject({ status: 200 });
  expect(asked).toEqual([]);
});

it('a vendor over plain HTTP is asked for by its URL', async () => {
  expect(await ask(emulator.url, { HTTP_PROXY: wayOutUrl })).toEqual({ status: 203, text: 'by the way out' });
  expect(asked).toEqual([`${emulator.url}/v1/chat/completions`]);
});

it('without a proxy in the environment the vendor is reached directly', async () => {
  expect(await ask(vendor.url, {})).toMatchObject({ status: 200 });
  expect(asked).toEqual([]);
});
