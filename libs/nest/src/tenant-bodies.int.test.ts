import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createSystemScheduler } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createRequestBudget } from './request-budget.ts';

const PATH = '/v1/spaces/a/sessions/b/events';
const BODY = JSON.stringify({ events: [{ kind: 'user_message', text: 'x'.repeat(150_000) }] });
const ROOM_BYTES = 600_000;

/** Announces a body and sends nothing of it. */
async function announce(server: TestServer, apiKey: string, bytes: number, type?: string): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(headOf(apiKey, bytes, type));
  return socket;
}

function headOf(apiKey: string, bytes: number, type = 'application/json'): string {
  return `POST ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\nContent-Type: ${type}\r\nContent-Length: ${bytes}\r\n\r\n`;
}

/** Reads what the server sends until it closes the connection. */
async function answerOn(socket: Socket): Promise<string> {
  let text = '';
  for await (const part of socket) text += String(part);
  return text;
}

async function append(server: TestServer, apiKey: string): Promise<number> {
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  return (await fetch(server.url + PATH, { method: 'POST', headers, body: BODY })).status;
}

function createRoom(deadlineMs: number) {
  return createRequestBudget(createSystemScheduler(), { bytes: ROOM_BYTES, deadlineMs });
}

it('leaves others their room where a tenant announces bodies and sends nothing of them', async () => {
  const room = createRoom(3_000);
  const server = await startTestServer({ room, limits: { bodyIdleMs: 60_000, bodyIdleWaitedForMs: 60_000 } });
  const [ours, theirs] = [await server.key(['write']), await server.key(['write'], { tenant: 'other' })];
  const sockets: Socket[] = [];
  try {
    for (const bytes of [500_000, 500_000, 30_000_000]) sockets.push(await announce(server, ours.apiKey, bytes));
    await expect.poll(() => room.held, { timeout: 30_000 }).toBeGreaterThan(100_000);
    expect(await append(server, theirs.apiKey)).toBe(200);
    expect(await append(server, ours.apiKey)).toBe(503);
  } finally {
    for (const socket of sockets) socket.destroy();
    await server.stop();
  }
});

it('refuses a length above the limit before it waits for room', async () => {
  const room = createRoom(60_000);
  const server = await startTestServer({ room, limits: { bodyBytes: ROOM_BYTES, bodyIdleMs: 60_000 } });
  const [ours, theirs] = [await server.key(['write']), await server.key(['write'], { tenant: 'other' })];
  const sockets = [await announce(server, theirs.apiKey, 100_000)];
  try {
    await expect.poll(() => room.held, { timeout: 30_000 }).toBe(100_000);
    const socket = await announce(server, ours.apiKey, 9_999_999_999);
    sockets.push(socket);
    expect(await answerOn(socket)).toMatch(/^HTTP\/1\.1 413 [^]*"code":"payload_too_large"/);
    expect([await append(server, ours.apiKey), room.held]).toEqual([200, 100_000]);
  } finally {
    for (const socket of sockets) socket.destroy();
    await server.stop();
  }
});

it('refuses a type that is not read before it waits for room', async () => {
  const room = createRoom(1_000);
  const server = await startTestServer({ room, limits: { bodyIdleMs: 60_000 } });
  const { apiKey } = await server.key(['write']);
  const sockets = [await announce(server, apiKey, 500_000)];
  try {
    await expect.poll(() => room.held, { timeout: 30_000 }).toBeGreaterThan(100_000);
    const socket = await announce(server, apiKey, 500_000, 'text/plain');
    sockets.push(socket);
    expect(await answerOn(socket)).toMatch(/^HTTP\/1\.1 415 [^]*"code":"unsupported_media_type"/);
  } finally {
    for (const socket of sockets) socket.destroy();
    await server.stop();
  }
});

it('counts announced bytes to those of their tenant', async () => {
  const server = await startTestServer({
    room: createRoom(60_000),
    limits: { bodyBytes: 200_000, tenantBytes: 200_000, bodyIdleMs: 60_000 },
  });
  const [ours, theirs] = [await server.key(['write']), await server.key(['write'], { tenant: 'other' })];
  const socket = await announce(server, ours.apiKey, 100_000);
  try {
    await expect.poll(() => append(server, ours.apiKey), { timeout: 30_000 }).toBe(429);
    expect(await append(server, theirs.apiKey)).toBe(200);
    socket.destroy();
    await expect.poll(() => append(server, ours.apiKey), { timeout: 30_000 }).toBe(200);
  } finally {
    socket.destroy();
    await server.stop();
  }
});

it('gives the room of a large body that sends nothing to others', async () => {
  const room = createRoom(60_000);
  const server = await startTestServer({ room, limits: { bodyIdleMs: 2_000 } });
  const { apiKey } = await server.key(['write']);
  const socket = await announce(server, apiKey, ROOM_BYTES);
  try {
    expect(await answerOn(socket)).toMatch(/^HTTP\/1\.1 503 [^]*"code":"overloaded"/);
    expect([await append(server, apiKey), room.held]).toEqual([200, 0]);
  } finally {
    socket.destroy();
    await server.stop();
  }
});

it('has patience with a large body that pauses, and less while others wait for its room', async () => {
  const room = createRoom(20_000);
  const server = await startTestServer({ room, limits: { bodyIdleMs: 60_000, bodyIdleWaitedForMs: 100 } });
  const [ours, theirs] = [await server.key(['write']), await server.key(['write'], { tenant: 'other' })];
  const [slow, silent] = [await announce(server, ours.apiKey, BODY.length), await announce(server, theirs.apiKey, 500_000)];
  try {
    await expect.poll(() => room.held, { timeout: 30_000 }).toBeGreaterThan(400_000);
    await createSystemScheduler().delay(500);
    let text = '';
    slow.on('data', (part) => (text += String(part)));
    slow.write(BODY);
    await expect.poll(() => text, { timeout: 30_000 }).toMatch(/^HTTP\/1\.1 200 /);
    expect(await append(server, theirs.apiKey)).toBe(200);
    expect(await answerOn(silent)).toMatch(/^HTTP\/1\.1 503 /);
  } finally {
    slow.destroy();
    silent.destroy();
    await server.stop();
  }
});

it('takes the next request on the connection of a body that paused for too long', async () => {
  const server = await startTestServer({ limits: { bodyIdleMs: 2_000 } });
  const { apiKey } = await server.key(['write']);
  try {
    for (const sent of [0, 30_000]) {
      const socket = await announce(server, apiKey, BODY.length);
      let text = '';
      socket.on('data', (part) => (text += String(part)));
      socket.write(BODY.slice(0, sent));
      await expect.poll(() => text, { timeout: 30_000 }).toMatch(/^HTTP\/1\.1 503 [^]*"code":"overloaded"/);
      socket.write(`${BODY.slice(sent)}${headOf(apiKey, BODY.length)}${BODY}`);
      await expect.poll(() => text, { timeout: 30_000 }).toMatch(/HTTP\/1\.1 200 /);
      socket.destroy();
    }
  } finally {
    await server.stop();
  }
});
