import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createClient } from '@total-recall/client';
import { startVendorEmulator, UPSTREAM_KEY, type VendorEmulator } from '@total-recall/proxy/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli, startCli, temporaryFolder } from '../testing/run-cli.ts';

const ENV = { TOTAL_RECALL_PORT: '0', TOTAL_RECALL_OPS_PORT: '0', TOTAL_RECALL_LOG_LEVEL: 'warn' };

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let emulator: VendorEmulator;

beforeAll(async () => {
  folder = await temporaryFolder();
  emulator = await startVendorEmulator(12_000);
});

afterAll(async () => {
  await emulator.close();
  await folder.remove();
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts a proxy with its own service, sends one call through it, and returns where the call was kept and with what. */
async function callThrough(args: readonly string[], env: Readonly<Record<string, string>>) {
  const started = startCli(['proxy', '--json', '--data-dir', join(folder.path, `memory-${args.length}`), ...args], { ...ENV, ...env });
  const printed = await started.printed(/^\{.*\}$/m);
  const told = JSON.parse(/^\{.*\}$/m.exec(printed)![0]) as { url: string; serviceUrl: string; apiKey: string };
  const tools = [{ type: 'function', function: { name: 'build', parameters: { type: 'object' } } }];
  const answer = await fetch(`${told.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${UPSTREAM_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello.' }], tools }),
  });
  expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
  const client = createClient({ url: told.serviceUrl, apiKey: told.apiKey });
  const spaces = async () => (await client.call('listSpaces', {})).spaces.map(({ space }) => space);
  await expect.poll(spaces).not.toEqual([]);
  const kept = await spaces();
  started.child.kill('SIGTERM');
  await started.finished;
  const { tools: sent } = emulator.calls.at(-1)!.body as { tools: readonly { function: { name: string } }[] };
  return { port: Number(new URL(told.url).port), spaces: kept, tools: sent.map((tool) => tool.function.name) };
}

it('the variables of the proxy count where no flag is given', async () => {
  emulator.script = () => ({ text: 'Hello.' });
  const port = await freePort();
  const env = {
    TOTAL_RECALL_PROXY_PORT: String(port),
    TOTAL_RECALL_PROXY_OPENAI_URL: emulator.url,
    TOTAL_RECALL_PROXY_SPACE: 'shop',
    TOTAL_RECALL_PROXY_TOOLS: 'off',
  };
  expect(await callThrough([], env)).toEqual({ port, spaces: ['shop'], tools: ['build'] });
});

it('a flag overrides its variable', async () => {
  emulator.script = () => ({ text: 'Hello.' });
  const port = await freePort();
  const flags = ['--port', String(port), '--openai-url', emulator.url, '--space', 'work'];
  const env = {
    TOTAL_RECALL_PROXY_PORT: 'off',
    TOTAL_RECALL_PROXY_OPENAI_URL: 'http://127.0.0.1:1',
    TOTAL_RECALL_PROXY_SPACE: 'shop',
  };
  expect(await callThrough(flags, env)).toMatchObject({ port, spaces: ['work'], tools: expect.arrayContaining(['build', 'recall']) });
});

it.each([
  ['TOTAL_RECALL_PROXY_OPENAI_URL', 'ftp://vendor'],
  ['TOTAL_RECALL_PROXY_WINDOW_TOKENS', '100'],
  ['TOTAL_RECALL_PROXY_MODEL_WINDOWS', 'gpt-4o'],
  ['TOTAL_RECALL_PROXY_ANSWER_MB', '0'],
  ['TOTAL_RECALL_PROXY_ORIGINS', 'http://page'],
])('a bad %s is refused by its name', async (name, value) => {
  const { code, stderr } = await runCli(['proxy', '--data-dir', join(folder.path, 'none')], { ...ENV, [name]: value });
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(`${name} must be`) as string });
});

it('a bad flag is refused by its name', async () => {
  const { code, stderr } = await runCli(['proxy', '--anthropic-url', 'ftp://vendor', '--data-dir', join(folder.path, 'none')], ENV);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining('--anthropic-url must be an http or https address') as string,
  });
});
