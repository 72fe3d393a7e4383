import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { createTestAuthority } from '@total-recall/ports/testing';
import { afterEach, expect, it } from 'vitest';
import { createSystemScheduler } from '../system/system-scheduler.ts';
import { createDrain } from './create-drain.ts';

const authority = createTestAuthority('Ours');
const { certificate: cert, key } = authority.issue();
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

const LONG_MS = 3_600_000;

async function listening(server: Server) {
  const drain = createDrain(server, createSystemScheduler());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  /** Connects, and resolves once the server has the connection; over TLS once both sides have shaken hands. */
  const open = async (secure: boolean, rawOnly = false): Promise<Socket> => {
    const accepted = once(server, 'connection');
    const socket =
      secure && !rawOnly ? connectSecurely({ port, ca: authority.certificate, host: 'localhost' }) : connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    sockets.push(socket);
    await Promise.all([accepted, once(socket, secure && !rawOnly ? 'secureConnect' : 'connect')]);
    return socket;
  };
  return { drain, open };
}

const servers = [
  ['HTTP', false, (listener: RequestListener) => createServer(listener)],
  ['HTTPS', true, (listener: RequestListener) => createSecureServer({ cert, key }, listener)],
] as const;

it.each(servers)(
  'over %s a connection that has said nothing is not waited for, and an answer under way is',
  async (_name, secure, create) => {
    const [asked, rest] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { drain, open } = await listening(
      create((_, answer) => {
        asked.resolve();
        void rest.promise.then(() => answer.end('whole'));
      }),
    );
    const [silent, busy] = [await open(secure), await open(secure)];
    const ended = once(silent, 'close');
    busy.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n');
    await asked.promise;
    const drained = drain(LONG_MS);
    await ended;
    const answered = once(busy, 'data');
    rest.resolve();
    expect(String((await answered)[0])).toContain('whole');
    expect(await drained).toEqual({ cut: false });
  },
);

it.each(servers)(
  'over %s the deadline cuts a request that comes in part, and a handshake that does not end',
  async (_name, secure, create) => {
    const { drain, open } = await listening(create((_, answer) => answer.end()));
    const [half, shaking] = [await open(secure), await open(secure, true)];
    half.write('GET / HTTP/1.1\r\nHo');
    // The first bytes of a record of a handshake, or of a request.
    shaking.write(secure ? Buffer.from([22, 3, 1, 2, 0, 1]) : 'GET /');
    const ends = [once(half, 'close'), once(shaking, 'close')];
    expect(await drain(200)).toEqual({ cut: true });
    await Promise.all(ends);
  },
);

it('a server that does not listen is closed already', async () => {
  const drain = createDrain(createServer(), createSystemScheduler());
  expect(await drain(LONG_MS)).toEqual({ cut: false });
});
