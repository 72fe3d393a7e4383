import { join } from 'node:path';
import { decodePosition } from '@total-recall/domain';
import { setTimeout as delay } from 'node:timers/promises';
import { latency, value, type Figure, type FigureTable } from '../measure/figures.ts';
import type { BenchOptions } from '../measure/suite.ts';
import { openService, TENANT, withFolder, type OpenService } from '../service/open-service.ts';
import { createTraffic } from '../service/traffic.ts';
import { openEmbedderForBench } from '../service/vector-bank.ts';

const THREADS = [1, 2] as const;
const EVENTS_AN_APPEND = 8;
const LOOK_MS = 5;
const MOST_MS = 600_000;

/**
 * Measures the embed role alone, with the real model on generated work: its rate in events per second, and its delay at
 * half that rate.
 */
export async function embeddingSuite(options: BenchOptions): Promise<FigureTable[]> {
  const model = await openEmbedderForBench(1);
  if (model === undefined) {
    options.note('embedding: no model here, so nothing is measured');
    return [];
  }
  await model.close();
  const tables: FigureTable[] = [];
  for (const threads of THREADS) {
    options.note(`embedding: ${threads} ${threads === 1 ? 'thread' : 'threads'}`);
    const figures = await withFolder((folder) => measure(join(folder, 'data'), threads, options));
    tables.push({ title: `Embedding, MiniLM in ${threads} ${threads === 1 ? 'thread' : 'threads'}`, figures });
  }
  return tables;
}

async function measure(dataDir: string, threads: number, { quick, seed }: BenchOptions): Promise<Figure[]> {
  const service = await openService(dataDir, 'minilm', threads);
  try {
    const traffic = createTraffic(seed, 55);
    await append(service, traffic, 'warm', quick ? 8 : 40);
    await embedded(service, await endOf(service));
    const rates: number[] = [];
    for (let run = 0; run < (quick ? 1 : 3); run += 1) {
      const start = performance.now();
      const events = await append(service, traffic, `burst-${run}`, quick ? 24 : 600);
      await embedded(service, await endOf(service));
      rates.push((1_000 * events) / (performance.now() - start));
    }
    const half = Math.min(...rates) / 2;
    const lags = await paced(service, traffic, half, quick ? 5_000 : 60_000);
    return [
      value('a burst until its mark, all threads at work', 'events/s', rates),
      value('appended at half of the lowest of these', 'events/s', [half]),
      latency('from the answer to an append until it is embedded, at that rate', [lags]),
      value('memory of this process', 'MiB', [process.memoryUsage.rss() / 2 ** 20]),
    ];
  } finally {
    await service.close();
  }
}

type Traffic = ReturnType<typeof createTraffic>;

async function append({ cores }: OpenService, traffic: Traffic, session: string, most: number): Promise<number> {
  let events = 0;
  while (events < most) {
    const batch = traffic.next().events;
    await cores.ingest.append({ tenant: TENANT, space: 'all', session, events: batch });
    events += batch.length;
  }
  return events;
}

async function endOf({ cores: { stores } }: OpenService): Promise<number[]> {
  return Promise.all(Array.from({ length: stores.log.partitions }, (_, partition) => stores.log.end(partition)));
}

async function embedded({ cores: { stores } }: OpenService, ends: readonly number[]): Promise<void> {
  const until = performance.now() + MOST_MS;
  for (const [partition, end] of ends.entries()) {
    while (((await stores.index.marks(partition)).embedded ?? -1) < end) {
      if (performance.now() > until) throw new Error('the vectors did not come in time');
      await delay(LOOK_MS);
    }
  }
}

/** Appends small batches at a steady rate. Returns the time from each answer until the batch was embedded. */
async function paced(service: OpenService, traffic: Traffic, eventsASecond: number, forMs: number): Promise<number[]> {
  const { ingest, stores } = service.cores;
  const lags: number[] = [];
  const waiting: Promise<void>[] = [];
  const queue = [];
  const start = performance.now();
  for (let appended = 0; performance.now() - start < forMs;) {
    while (queue.length < EVENTS_AN_APPEND) queue.push(...traffic.next().events);
    const events = queue.splice(0, EVENTS_AN_APPEND);
    const { position } = await ingest.append({ tenant: TENANT, space: 'all', session: `paced-${appended >> 8}`, events });
    const answered = performance.now();
    const { partition, offset } = decodePosition(position!)!;
    const ends = Array.from({ length: stores.log.partitions }, (_, at) => (at === partition ? offset : -1));
    waiting.push(embedded(service, ends).then(() => void lags.push(performance.now() - answered)));
    appended += events.length;
    await delay(Math.max(0, start + (1_000 * appended) / eventsASecond - performance.now()));
  }
  await Promise.all(waiting);
  return lags;
}
