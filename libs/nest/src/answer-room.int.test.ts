import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { LIMITS } from '@total-recall/contracts';
import { createSystemScheduler } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { ARTIFACT_ID } from '../testing/recording-services.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createAnswerRoom } from './answer-room.ts';

const PATH = `/v1/spaces/demo/artifacts/${ARTIFACT_ID}`;
const LARGE = new Uint8Array(LIMITS.attachmentBytes).fill(0x61);

/** Asks for the artifact and takes nothing of the answer. */
async function askAndWait(server: TestServer, apiKey: string): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname)
    .on('error', () => undefined)
    .pause();
  await once(socket, 'connect');
  socket.write(`GET ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\n\r\n`);
  return socket;
}

it('counts an answer until its reader has it, and refuses a large one beside it', async () => {
  let refused = 0;
  const limits = { bytes: 30 * 1024 * 1024, deadlineMs: 100, onRefused: () => (refused += 1) };
  const answers = createAnswerRoom(createSystemScheduler(), limits);
  const server = await startTestServer({ answers, artifact: LARGE, limits: { answerIdleMs: 60_000 } });
  const { apiKey } = await server.key(['read']);
  const get = (path: string) => fetch(server.url + path, { headers: { Authorization: `Bearer ${apiKey}` } });
  const slow = await askAndWait(server, apiKey);
  try {
    // It counts as the share of its tenant.
    await expect.poll(() => answers.held, { timeout: 30_000 }).toBe(limits.bytes / 2);
    const beside = await get(PATH);
    expect([beside.status, beside.headers.get('retry-after'), ((await beside.json()) as { code: string }).code]).toEqual([
      503,
      '1',
      'overloaded',
    ]);
    expect([beside.headers.get('etag'), refused]).toEqual([null, 1]);
    expect((await get('/v1/spaces/demo/sessions')).status).toBe(200);
    slow.destroy();
    await expect.poll(() => answers.held, { timeout: 30_000 }).toBe(0);
    const whole = await get(PATH);
    expect([whole.status, (await whole.arrayBuffer()).byteLength]).toEqual([200, LARGE.length]);
    expect(answers.held).toBe(0);
  } finally {
    slow.destroy();
    await server.stop();
  }
});

it('cuts who takes nothing of an answer', async () => {
  const answers = createAnswerRoom(createSystemScheduler(), { bytes: 30 * 1024 * 1024, deadlineMs: 100 });
  const server = await startTestServer({ answers, artifact: LARGE, limits: { answerIdleMs: 200 } });
  const slow = await askAndWait(server, (await server.key(['read'])).apiKey);
  try {
    await expect.poll(() => server.services.calls.filter(({ name }) => name === 'artifact'), { timeout: 30_000 }).toHaveLength(1);
    await expect.poll(() => answers.held, { timeout: 30_000 }).toBe(0);
    slow.resume();
    if (!slow.closed) await once(slow, 'close');
  } finally {
    slow.destroy();
    await server.stop();
  }
});

it('counts a request to those of its tenant until its answer has been taken', async () => {
  const server = await startTestServer({ artifact: LARGE, limits: { tenantRequests: 1, answerIdleMs: 60_000 } });
  const { apiKey } = await server.key(['read']);
  const status = async () => (await fetch(`${server.url}/v1/tenant`, { headers: { Authorization: `Bearer ${apiKey}` } })).status;
  const slow = await askAndWait(server, apiKey);
  try {
    await expect.poll(() => server.services.calls.filter(({ name }) => name === 'artifact').length, { timeout: 30_000 }).toBe(1);
    expect(await status()).toBe(429);
    slow.destroy();
    await expect.poll(status, { timeout: 30_000 }).toBe(200);
  } finally {
    slow.destroy();
    await server.stop();
  }
});
