import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RealServer } from '@total-recall/ports/testing';
import type { TestProject } from 'vitest/node';
import { openServers, type Servers } from './open-servers.ts';
import { SERVER_NAMES, type ServerName } from './running-server.ts';
import { MissingTool } from './server-host.ts';

/**
 * Provides servers for tests. They start when the first test file asks, are shared, and stop after the last. Test files
 * run in other threads, so they ask over a loopback port: `GET /kafka` answers `{ url, settings }`, or 503 with the
 * reason why there is none.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { TOTAL_RECALL_TEST_SERVERS: wanted, REQUIRE_REAL_BACKENDS: required } = process.env;
  const mayFetch = wanted === 'fetch' || required === '1';
  let servers: Promise<Servers> | undefined;
  const answer = async (name: string, response: ServerResponse): Promise<void> => {
    const reply = (status: number, body: object): void => void response.writeHead(status).end(JSON.stringify(body));
    if (!SERVER_NAMES.includes(name as ServerName)) return reply(404, { reason: `There is no server ${name}.` });
    try {
      servers ??= openServers({ mayFetch, isShortLived: true, onStep: (text) => process.stderr.write(`- ${text}\n`) });
      const { url, settings } = await (await servers).server(name as ServerName);
      const running: RealServer = { url, settings };
      reply(200, running);
    } catch (error) {
      reply(error instanceof MissingTool ? 503 : 500, { reason: (error as Error).message });
    }
  };
  const door = createServer((request, response) => void answer((request.url ?? '').slice(1), response));
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  door.unref();
  project.provide('testServers', `http://127.0.0.1:${(door.address() as AddressInfo).port}`);
  return async () => {
    door.close();
    door.closeAllConnections();
    await (await servers)?.close();
  };
}
