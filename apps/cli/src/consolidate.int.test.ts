import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.ts';
import { startMemory } from '../testing/start-memory.ts';

let memory: Awaited<ReturnType<typeof startMemory>>;
beforeAll(async () => {
  memory = await startMemory();
});
afterAll(() => memory.stop());

/** Stands before the service as if its log went on, and lets so many sweeps through before the log is behind. */
async function standBefore(sweeps: number, answers: object = { hasMore: true }) {
  let left = sweeps;
  const front = createServer(async ({ url, method, headers }, response) => {
    const isSweep = method === 'POST';
    if (isSweep) left -= 1;
    response.setHeader('content-type', 'application/json');
    if (isSweep && left < 0) {
      const problem = { status: 503, code: 'not_caught_up', detail: 'Not everything in the log can be read yet.', retryable: true };
      return void response.writeHead(503).end(JSON.stringify(problem));
    }
    const answer = await fetch(memory.url + url, { method: method!, headers: { authorization: headers.authorization! } });
    response.end(JSON.stringify({ ...((await answer.json()) as object), ...(isSweep && answers) }));
  }).listen(0, '127.0.0.1');
  await once(front, 'listening');
  const run = async (...args: string[]) =>
    runCli(['consolidate', 'work', ...args], {
      TOTAL_RECALL_URL: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
      TOTAL_RECALL_API_KEY: await readFile(memory.keyFile, 'utf8'),
    });
  return { run, close: () => front.close() };
}

it('what was read is told where the rest of the log cannot be read yet; where nothing was, the command fails', async () => {
  const none = await standBefore(0);
  expect(await none.run()).toMatchObject({ code: 1, stdout: '', stderr: 'Error: Not everything in the log can be read yet.\n' });
  none.close();
  const one = await standBefore(1);
  const { code, stdout, stderr } = await one.run();
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^2 events read: \d+ facts? added, /) });
  expect(stderr).toContain('Some new events of work are not indexed yet. Run this again for the rest.');
  one.close();
});

it('a sweep that made episodes alone is told as one, where the rest of the log cannot be read yet', async () => {
  const front = await standBefore(1, { events: 0, added: 0, confirmed: 0, superseded: 0, hasMore: true });
  const { code, stdout, stderr } = await front.run();
  expect({ code, stdout }).toEqual({ code: 0, stdout: '0 events read: 0 facts added, 0 confirmed, 0 replaced by later ones.\n' });
  expect(stderr).toContain('Some new events of work are not indexed yet. Run this again for the rest.');
  front.close();
});

it('says that the model was asked in vain, and counts what it added where no event is new', async () => {
  const refused = await standBefore(9, { modelFailure: 'not_accepted' });
  const told = await refused.run();
  expect(told.code).toBe(0);
  expect(told.stderr).toContain('The language model was asked and gave no usable answer: not_accepted.');
  expect(JSON.parse((await refused.run('--json')).stdout)).toMatchObject({ modelFailure: 'not_accepted' });
  refused.close();
  const added = await standBefore(9, { events: 0, added: 1 });
  expect((await added.run()).stdout).toContain('0 events read: 1 fact added');
  added.close();
});
