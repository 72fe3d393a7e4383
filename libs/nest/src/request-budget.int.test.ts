import { request } from 'node:http';
import { createSystemScheduler } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { startTestServer } from '../testing/start-test-server.ts';
import { createRequestBudget } from './request-budget.ts';

const PATH = '/v1/spaces/a/sessions/b/events';
const BODY = JSON.stringify({ events: [{ kind: 'user_message', text: 'x'.repeat(700) }] });

it('refuses with 503 and Retry-After what finds no room, has kept nothing of it, and takes the same request later', async () => {
  let refused = 0;
  const room = createRequestBudget(createSystemScheduler(), {
    bytes: 2_000,
    smallBytes: 0,
    deadlineMs: 100,
    onRefused: () => (refused += 1),
  });
  const server = await startTestServer({ room });
  const { apiKey } = await server.key(['write']);
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  const append = () => fetch(`${server.url}${PATH}`, { method: 'POST', headers, body: BODY });
  const { hostname, port } = new URL(server.url);
  const slow = request({ hostname, port, path: PATH, method: 'POST', headers: { ...headers, 'Content-Length': Buffer.byteLength(BODY) } });
  try {
    const answered = new Promise<number>((resolve, reject) => {
      slow.once('response', (response) => resolve(response.resume().statusCode!)).once('error', reject);
    });
    slow.write(BODY.slice(0, 100));
    await expect.poll(() => room.held, { timeout: 30_000 }).toBe(Buffer.byteLength(BODY));
    const answer = await append();
    expect([answer.status, answer.headers.get('retry-after'), ((await answer.json()) as { code: string }).code]).toEqual([
      503,
      '1',
      'overloaded',
    ]);
    expect([refused, server.services.appended.length]).toEqual([1, 0]);
    slow.end(BODY.slice(100));
    expect(await answered).toBe(200);
    expect((await append()).status).toBe(200);
    expect([room.held, server.services.appended.length]).toEqual([0, 2]);
  } finally {
    slow.destroy();
    await server.stop();
  }
});

it('takes a body of unknown length into the same room', async () => {
  const room = createRequestBudget(createSystemScheduler(), { bytes: 1_000, smallBytes: 0, deadlineMs: 100 });
  const server = await startTestServer({ room });
  const { apiKey } = await server.key(['write']);
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  const { hostname, port } = new URL(server.url);
  const slow = request({ hostname, port, path: PATH, method: 'POST', headers: { ...headers, 'Transfer-Encoding': 'chunked' } });
  try {
    const answered = new Promise<number>((resolve, reject) => {
      slow.once('response', (response) => resolve(response.resume().statusCode!)).once('error', reject);
    });
    slow.write(BODY.slice(0, 400));
    await expect.poll(() => room.held, { timeout: 30_000 }).toBe(400);
    expect((await fetch(`${server.url}${PATH}`, { method: 'POST', headers, body: BODY })).status).toBe(503);
    slow.end(BODY.slice(400));
    expect(await answered).toBe(200);
    expect(room.held).toBe(0);
  } finally {
    slow.destroy();
    await server.stop();
  }
});
