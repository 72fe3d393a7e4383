import { TotalRecallError } from '@total-recall/runtime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

let server: TestServer;
let apiKey: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ apiKey } = await server.key(['write']));
});
afterAll(() => server.stop());

/** Sends an append to a path and returns the log line that ends it. */
async function lineOf(id: string, path = '/v1/spaces/demo/sessions/s1/events'): Promise<Record<string, unknown>> {
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json', 'X-Request-Id': id };
  await fetch(server.url + path, { method: 'POST', headers, body: '{"events":[{"kind":"user_message","text":"hi"}]}' });
  const find = () => server.log.map((line) => JSON.parse(line)).find((line) => line.message === 'request' && line.requestId === id);
  await expect.poll(find).toBeDefined();
  return find();
}

it('the line of a request has the code of its refusal, and the reason where the service is at fault', async () => {
  const refused = await lineOf('line-refused', '/v1/nowhere');
  expect(refused).toMatchObject({ status: 404, code: 'not_found' });
  expect(refused).not.toHaveProperty('reason');
  const fault = Promise.reject(new TotalRecallError('damaged', 'A body of the log cannot be read.'));
  fault.catch(() => undefined);
  server.services.gate = fault;
  expect(await lineOf('line-damaged')).toMatchObject({ status: 500, code: 'damaged', reason: 'A body of the log cannot be read.' });
  server.services.gate = undefined;
  expect(await lineOf('line-answered')).not.toHaveProperty('code');
});
