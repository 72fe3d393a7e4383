import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startCli } from '../testing/run-cli.ts';

let vendor: Server;
/** Answers of the vendor that have begun. */
let begun: ServerResponse[];
beforeEach(async () => {
  begun = [];
  vendor = createServer((_, answer) => {
    answer.write('begun');
    begun.push(answer);
  });
  await once(vendor.listen(0, '127.0.0.1'), 'listening');
});
afterEach(async () => {
  vendor.closeAllConnections();
  await once(vendor.close(), 'close');
});

/** Starts a proxy with a call under way, and asks it to stop. */
async function stopped() {
  const upstream = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}/v1`;
  const env = { TOTAL_RECALL_SHUTDOWN_DEADLINE_MS: '120000', TOTAL_RECALL_API_KEY: 'tr_none' };
  const started = startCli(['proxy', '--port', '0', '--json', '--url', 'http://127.0.0.1:1', '--openai-url', upstream], env);
  const [line] = /^\{.*\}$/m.exec(await started.printed(/^\{.*\}$/m))!;
  const { url } = JSON.parse(line) as { url: string };
  const answer = await fetch(`${url}/v1/models`);
  started.child.kill('SIGTERM');
  await expect.poll(() => isListening(Number(new URL(url).port)), { timeout: 30_000 }).toBe(false);
  return { ...started, answer };
}

/** Tells whether a port takes connections, without a call. */
async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const is = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return is;
}

it('a call that is under way when the proxy is stopped may finish', async () => {
  const { answer, finished } = await stopped();
  begun[0]!.end(' and ended');
  expect(await answer.text()).toBe('begun and ended');
  expect((await finished).code).toBe(0);
});

it('a second signal cuts it', async () => {
  const { answer, finished, child } = await stopped();
  const cut = expect(answer.text()).rejects.toThrow();
  // Signals that follow one another at once count as one.
  await new Promise((resolve) => setTimeout(resolve, 700));
  child.kill('SIGTERM');
  await cut;
  expect((await finished).code).toBe(130);
});
