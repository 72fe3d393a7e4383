import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { printedKey, serveProcess, type ServedProcess } from './serve-process.ts';

const KILLS = 30;
const WRITERS = 4;
const BATCH = 3;
const SPACE = 'load';

/** One writer: its own session, its own source, and what was acknowledged so far. */
interface Writer {
  readonly name: string;
  next: number;
  /** Event id by sequence. */
  readonly acknowledged: Map<number, string>;
}

type Call = (method: string, path: string, body?: unknown) => Promise<{ status: number; body: any }>;

function caller(url: string, key: string): Call {
  return async (method, path, body) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
}

/** A word that no other event holds. */
const needle = (writer: string, sequence: number) =>
  `needle${writer}x${sequence.toString(36)}q${((sequence * 2_654_435_761) >>> 0).toString(36)}`;

/** Appends until the service dies; what got no answer is sent again by the next round, under the same sequence. */
async function write(call: Call, writer: Writer): Promise<void> {
  for (;;) {
    const sequences = Array.from({ length: BATCH }, (_, at) => writer.next + at);
    const events = sequences.map((sequence) => ({
      kind: sequence % 2 === 0 ? 'user_message' : 'agent_message',
      sequence,
      text: `${needle(writer.name, sequence)} was noted. ${'More words to fill the window. '.repeat(20)}`,
    }));
    const answer = await call('POST', `/v1/spaces/${SPACE}/sessions/${writer.name}/events`, { source: writer.name, events }).catch(
      () => undefined,
    );
    if (answer === undefined) return;
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    answer.body.events.forEach((event: { id: string }, at: number) => writer.acknowledged.set(sequences[at]!, event.id));
    writer.next += BATCH;
  }
}

/** Every acknowledged event stands in its session once, in the order it was sent. */
async function checkOrder(call: Call, writer: Writer): Promise<void> {
  const found: string[] = [];
  for (let from: number | undefined = 1; from !== undefined;) {
    const page: { status: number; body: any } = await call(
      'GET',
      `/v1/spaces/${SPACE}/sessions/${writer.name}/events?fromOrdinal=${from}&limit=500`,
    );
    if (page.status === 404 && writer.acknowledged.size === 0) return;
    expect(page.status).toBe(200);
    for (const event of page.body.events) if (event.kind !== 'compaction') found.push(event.id);
    from = page.body.nextOrdinal;
  }
  expect(new Set(found).size, 'an event stands twice').toBe(found.length);
  const acknowledged = [...writer.acknowledged].sort(([a], [b]) => a - b).map(([, id]) => id);
  expect(found.slice(0, acknowledged.length)).toEqual(acknowledged);
}

/** Every event acknowledged since the last look is found by its own word. */
async function checkSearchable(call: Call, writer: Writer, since: number): Promise<number> {
  let checked = 0;
  for (const [sequence, id] of writer.acknowledged) {
    if (sequence < since) continue;
    const answer = await call('POST', `/v1/spaces/${SPACE}/recall`, { query: needle(writer.name, sequence), limit: 3 });
    expect(answer.status).toBe(200);
    expect(answer.body.hits[0]?.eventId, `${needle(writer.name, sequence)} is not found`).toBe(id);
    checked += 1;
  }
  return checked;
}

describe('kill -9 under load', () => {
  it(`I-01 keeps every acknowledged event once, in order and searchable, over ${KILLS} kills`, { timeout: 900_000 }, async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'total-recall-kill-'));
    const env = {
      TOTAL_RECALL_WINDOW_TOKENS: '8192',
      TOTAL_RECALL_RATE_LIMIT_PER_SECOND: '100000',
      TOTAL_RECALL_RATE_LIMIT_BURST: '100000',
    };
    const writers = Array.from({ length: WRITERS }, (_, at): Writer => ({ name: `w${at}`, next: 1, acknowledged: new Map() }));
    let service: ServedProcess | undefined;
    let key = '';
    let checked = 0;
    try {
      for (let kill = 0; kill <= KILLS; kill++) {
        service = await serveProcess(dataDir, env);
        key ||= printedKey(service.output());
        const call = caller(service.url, key);
        const since = writers.map((writer) => writer.next);
        if (kill > 0) for (const writer of writers) await checkOrder(call, writer);
        for (const [at, writer] of writers.entries()) checked += await checkSearchable(call, writer, (since[at] ?? 1) - 30);
        if (kill === KILLS) break;
        const writing = Promise.all(writers.map((writer) => write(call, writer)));
        await new Promise((resolve) => setTimeout(resolve, 60 + ((kill * 131) % 400)));
        await service.kill();
        await writing;
      }
      const total = writers.reduce((sum, writer) => sum + writer.acknowledged.size, 0);
      expect(total).toBeGreaterThan(KILLS * WRITERS);
      expect(checked).toBeGreaterThan(KILLS * WRITERS);
      expect(await service!.stop()).toBe(0);
      service = undefined;
    } finally {
      await service?.kill();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
