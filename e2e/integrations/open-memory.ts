import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Client, type EventWire, type SessionClient } from '@total-recall/client';
import { SILENT_LOGGER } from '@total-recall/observability';
import { parseConfig } from '@total-recall/runtime';
import { createStandalone } from '@total-recall/standalone';

export interface Memory {
  readonly url: string;
  readonly apiKey: string;
  readonly client: Client;
  close(): Promise<void>;
}

/** Opens the service of one process on a folder of its own, with a client. */
export async function openMemory(): Promise<Memory> {
  const dataDir = await mkdtemp(join(tmpdir(), 'total-recall-memory-'));
  const settings = { TOTAL_RECALL_DATA_DIR: dataDir, TOTAL_RECALL_PORT: '0', TOTAL_RECALL_OPS_PORT: '0', TOTAL_RECALL_EMBEDDER: 'off' };
  const { url, bootstrap, stop } = await createStandalone(parseConfig('standalone', settings), SILENT_LOGGER, '0.0.0-test');
  if (bootstrap.kind !== 'created') throw new Error('the first start made no key');
  const { apiKey } = bootstrap;
  return {
    url,
    apiKey,
    client: createClient({ url, apiKey }),
    async close() {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export async function eventsOf(session: SessionClient): Promise<EventWire[]> {
  const events: EventWire[] = [];
  for await (const event of session.allEvents()) events.push(event);
  return events;
}

/** Returns what a session holds in short: kind, then text or the name of what was called. */
export async function storyOf(session: SessionClient): Promise<string[]> {
  return (await eventsOf(session)).map(({ kind, body }) => `${kind}: ${body?.text || body?.call?.name || ''}`);
}

/** Returns the files that a session has: the kind of their event, and their type. */
export async function filesOf(session: SessionClient): Promise<string[]> {
  return (await eventsOf(session)).flatMap(({ kind, body }) =>
    (body?.artifacts ?? []).flatMap(({ role, mime }) => (role === 'attachment' ? [`${kind}: ${mime}`] : [])),
  );
}

export const PDF = Buffer.from('%PDF-1.4 hello').toString('base64');
export const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** Counts how often a text stands in each request. */
export function countIn(requests: readonly unknown[], text: string): number[] {
  return requests.map((request) => JSON.stringify(request).split(text).length - 1);
}
