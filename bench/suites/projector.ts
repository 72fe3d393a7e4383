import { decodePosition } from '@total-recall/domain';
import { setTimeout as delay } from 'node:timers/promises';
import { latency, median, value, type Figure } from '../measure/figures.ts';
import type { StoreSuite } from '../measure/suite.ts';
import { TENANT } from '../service/open-service.ts';
import { createTraffic } from '../service/traffic.ts';

const EVERY_MS = 100;

/**
 * Measures the way from append to searchable: the rate in events per second without limit, and the delay at a steady 10
 * requests per second.
 */
export const projectorSuite: StoreSuite = async (store, { quick, seed }) => {
  const { chunkRates } = store.filled;
  const quarter = Math.max(1, Math.floor(chunkRates.length / 4));
  const { cores } = await store.open();
  const traffic = createTraffic(seed, 77);
  const lags: number[][] = [];
  let events = 0;
  const started = performance.now();
  for (let run = 0; run < (quick ? 2 : 3); run += 1) {
    const own: number[] = [];
    const waiting: Promise<void>[] = [];
    for (let at = 0; at < (quick ? 20 : 100); at += 1) {
      const next = performance.now() + EVERY_MS;
      const batch = traffic.next().events;
      events += batch.length;
      const result = await cores.ingest.append({
        tenant: TENANT,
        space: store.filled.longest.space,
        session: `lag-${run}-${at % 8}`,
        events: batch,
      });
      const acknowledged = performance.now();
      const position = decodePosition(result.position!)!;
      waiting.push(
        cores.marks
          .waitFor(position.partition, position.offset, 'searchable', 60_000)
          .then(() => void own.push(performance.now() - acknowledged)),
      );
      await delay(Math.max(0, next - performance.now()));
    }
    await Promise.all(waiting);
    lags.push(own);
  }
  const figures = [
    value('append to searchable, unpaced: chunks of 2,500 events', 'events/s', chunkRates),
    ...(quarter > 1 ? comparison(chunkRates, quarter) : []),
    value('paced load', 'events/s', [(1_000 * events) / (performance.now() - started)]),
    latency('from the answer to an append until it is searchable, paced', lags),
  ];
  await cores.ingest.settle(120_000);
  return { title: `Projector, ${store.title}`, figures };
};

/**
 * Compares the rates of the first and last chunks to show whether filling slows down as the store grows. The first
 * chunk also warms up the process.
 */
function comparison(rates: readonly number[], quarter: number): Figure[] {
  const [first, last] = [rates.slice(0, quarter), rates.slice(-quarter)];
  return [
    value('the first quarter of the chunks', 'events/s', first),
    value('the last quarter of the chunks', 'events/s', last),
    value('last quarter over first quarter', 'ratio', [median(last) / median(first)]),
  ];
}
