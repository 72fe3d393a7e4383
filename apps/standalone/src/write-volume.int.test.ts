import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SILENT_LOGGER } from '@total-recall/observability';
import { parseConfig } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import { createStandalone, type Standalone } from './create-standalone.ts';

const BATCH = 250;
const SEES = { name: 'looker', word: 'pomegranate' };
const WRITES = { name: 'writer', word: 'quicksilver' };
const SESSION = '/v1/spaces/home/sessions/s1';
/** A fixed time, because answers contain the minute. */
const occurredAt = '2031-01-31T12:00:00Z';
const DEADLINE_MS = 60_000;

type Send = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<any>;

async function tenantOf({ url, gateway, cores }: Standalone, id: string): Promise<Send> {
  await cores.stores.control.putTenant({ id, name: id, createdAt: Date.now() });
  const { apiKey } = await gateway.issueKey(id, { name: 'test', scopes: ['read', 'write', 'admin'] });
  return async (method, path, body) => {
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.json() };
  };
}

/**
 * Collects everything that a caller receives while somebody else writes `others` events between each two of its
 * appends, and a tenth of that before its other calls.
 */
async function answersBeside(others: number): Promise<{ answers: any[]; ends: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'total-recall-volume-'));
  const service = await createStandalone(
    parseConfig('standalone', {
      HOME: folder,
      TOTAL_RECALL_DATA_DIR: join(folder, 'data'),
      TOTAL_RECALL_EMBEDDER: 'off',
      TOTAL_RECALL_PORT: '0',
      TOTAL_RECALL_OPS_PORT: '0',
      TOTAL_RECALL_PARTITIONS: '1',
      TOTAL_RECALL_WINDOW_TOKENS: '2048',
    }),
    SILENT_LOGGER,
    '0.0.0',
  );
  try {
    const [send, write] = [await tenantOf(service, SEES.name), await tenantOf(service, WRITES.name)];
    const answers: any[] = [];
    const say = async (...asked: Parameters<Send>): Promise<any> => {
      const [method, path] = asked;
      const isAppend = method === 'POST' && path.endsWith('/events');
      for (let left = isAppend ? others : others / 10; left > 0; left -= BATCH) {
        const events = Array.from({ length: Math.min(left, BATCH) }, (_, at) => ({ kind: 'user_message', text: `${WRITES.word} ${at}` }));
        const { status } = await write('POST', '/v1/spaces/busy/sessions/s9/events', { events });
        expect(status).toBe(200);
      }
      await service.cores.ingest.settle(DEADLINE_MS);
      const answer = await send(...asked);
      answers.push({ asked: { method, path }, ...answer });
      return answer.body;
    };
    await callEverything(say, service.cores.stores.log.generation);
    return { answers, ends: await service.cores.stores.log.end(0) };
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Calls every route that returns or accepts a position, and the related routes that read stored data. */
async function callEverything(say: Send, generation: string): Promise<void> {
  const talk = (at: number) => ({
    kind: at % 2 ? 'agent_message' : 'user_message',
    text: `${SEES.word} ${at} ${'words of a harbour '.repeat(40)}`,
    occurredAt,
  });
  const append = { source: 'desk', events: [1, 2].map((at) => ({ ...talk(at), sequence: at })) };
  const { position } = await say('POST', `${SESSION}/events`, append);
  await say('POST', `${SESSION}/events`, append);
  for (const at of [3, 4, 5, 6]) await say('POST', `${SESSION}/events`, { source: 'desk', events: [{ ...talk(at), sequence: at }] });
  await say('POST', `${SESSION}/events`, { events: [{ kind: 'user_message', text: 'The lighthouse has berth 7.', occurredAt }] });
  await say('PUT', `${SESSION}/task-state`, { expectedVersion: 0, fields: { goals: [`Sell the ${SEES.word}`] }, occurredAt });
  await say('POST', `${SESSION}/compact`, {});
  await say('GET', SESSION);
  const { events } = await say('GET', `${SESSION}/events`);
  await say('GET', `/v1/spaces/home/events/${events[0].id}`);
  await say('GET', `${SESSION}/markers/m1/expand`);
  await say('POST', `${SESSION}/window`, {});
  await say('POST', `${SESSION}/window`, { after: position });
  // Only the short event is recalled: the number of others that fit depends on the tokens of random ids.
  const recall = { query: 'lighthouse berth', limit: 1 };
  const { coveredTo } = await say('POST', '/v1/spaces/home/recall', recall);
  for (const after of [position, coveredTo]) await say('POST', '/v1/spaces/home/recall', { ...recall, after });
  await say('POST', `${SESSION}/window`, { after: coveredTo });
  // Positions inside and beyond the log must get the same answer.
  for (const offset of [0, 5, 500, 100_000]) await say('POST', `${SESSION}/window`, { after: `${generation}.0.${offset}` });
  for (const path of [`${SESSION}/anatomy`, '/v1/spaces/home/retrievals', '/v1/spaces/home/demand', '/v1/spaces', '/v1/audit'])
    await say('GET', path);
}

const FORMS: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>'],
  [/[0-7][0-9A-HJKMNP-TV-Z]{25}(?:\.[0-9a-f]{16})?/g, 'id'],
  [/^[0-9a-f]{64}$/g, 'hash'],
  [/^p[\w-]{22}$/g, 'position'],
  [/^c[\w-]{59,}$/g, 'ends'],
  [/req_\w+|\b[0-9a-z]{16}\b|until="\w+"|<\/recalled \w+>/g, 'random'],
];
const CHANGING = new Set(['tookMs', 'date', 'x-request-id', 'requestId', 'instance', 'content-length', 'tokensPerRetrieval']);

/** Replaces values that differ from run to run by names; equal values stay equal, and different ones stay different. */
function plain(answers: readonly any[]): unknown[] {
  const names = new Map<string, string>();
  const nameOf = (kind: string, text: string): string => {
    if (!names.has(text)) names.set(text, `<${kind} ${names.size}>`);
    return names.get(text)!;
  };
  const bare = (text: string): string =>
    FORMS.reduce((rest, [form, kind]) => rest.replace(form, (found) => (kind.startsWith('<') ? kind : nameOf(kind, found))), text);
  const shown = (key: string, value: any): unknown => {
    if (CHANGING.has(key)) return null;
    // A rendered answer contains random ids, so its number of tokens varies.
    if (value?.retrievalId !== undefined || typeof value?.retrievals === 'number') return { ...value, tokens: null };
    return typeof value === 'string' ? bare(value) : value;
  };
  return answers.map((answer) => JSON.parse(JSON.stringify(answer, shown)));
}

describe('what one tenant gets', () => {
  it('is the same however much another writes into the same partition', async () => {
    const [alone, beside] = [await answersBeside(0), await answersBeside(1_000)];
    expect(beside.ends - alone.ends).toBeGreaterThan(8_000);
    const refused = alone.answers.filter(({ status }) => status >= 300);
    expect(refused.map(({ body }) => body.code)).toEqual(Array.from({ length: 4 }, () => 'invalid_position'));
    expect(plain(beside.answers)).toEqual(plain(alone.answers));
  });
});
