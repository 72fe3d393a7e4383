import type { NewEvent, SessionAddress } from '@total-recall/domain';
import { createClient, type SessionClient } from '@total-recall/client';
import { latency, value, type Figure } from '../measure/figures.ts';
import type { StoreSuite } from '../measure/suite.ts';
import { timed, timeRuns } from '../measure/timing.ts';
import { TENANT } from '../service/open-service.ts';
import { createTraffic } from '../service/traffic.ts';
import { toWire } from '../service/wire-event.ts';

const CONCURRENT = 32;

/**
 * Measures appends that are answered when durable: in this process, and over HTTP against the built service in its own
 * process.
 */
export const appendSuite: StoreSuite = async (store, { quick, seed }) => {
  const one = quick ? { runs: 2, calls: 50, warmUp: 10 } : { runs: 5, calls: 200, warmUp: 50 };
  const batched = quick ? { runs: 2, calls: 5, warmUp: 1 } : { runs: 5, calls: 20, warmUp: 5 };
  const singles = createSingles(seed);
  const hundreds = createHundreds(seed);
  const figures: Figure[] = [];
  const { cores } = await store.open();
  const place = (number: number): SessionAddress => ({
    tenant: TENANT,
    space: store.filled.longest.space,
    session: `append-${number >> 8}`,
  });
  figures.push(latency('one event', await timeRuns(one, (number) => cores.ingest.append({ ...place(number), events: [singles()] }))));
  await cores.ingest.settle(60_000);
  figures.push(
    latency(
      '100 events',
      await timeRuns(batched, (number) => cores.ingest.append({ ...place(number), session: `hundred-${number}`, events: hundreds() })),
    ),
  );
  await cores.ingest.settle(60_000);
  figures.push(
    value(
      `one event each, ${CONCURRENT} callers at a time`,
      'events/s',
      await rates(one.runs, one.calls * 2, (at) =>
        cores.ingest.append({ ...place(at), session: `caller-${at % CONCURRENT}`, events: [singles()] }),
      ),
    ),
  );
  await cores.ingest.settle(60_000);
  const server = await store.serve();
  try {
    const client = createClient({ url: server.url, apiKey: server.apiKey });
    const session = (name: string): SessionClient => client.space(store.filled.longest.space).session(name);
    figures.push(latency('one event over HTTP', await timeRuns(one, (number) => session(`http-${number >> 8}`).append(toWire(singles())))));
    figures.push(
      latency(
        '100 events over HTTP',
        await timeRuns(batched, (number) => session(`http-hundred-${number}`).append(hundreds().map(toWire))),
      ),
    );
    figures.push(
      value(
        `one event each over HTTP, ${CONCURRENT} callers at a time`,
        'events/s',
        await rates(one.runs, one.calls * 2, (at) => session(`http-caller-${at % CONCURRENT}`).append(toWire(singles()))),
      ),
    );
  } finally {
    await server.stop();
  }
  return { title: `Append, ${store.title}`, figures };
};

/** Creates generated events one at a time, without attachments and references. */
function createSingles(seed: number): () => NewEvent {
  const traffic = createTraffic(seed, 50);
  let waiting: NewEvent[] = [];
  return () => {
    while (waiting.length === 0) waiting = traffic.next().events.filter((event) => event.attachments === undefined);
    return waiting.shift()!;
  };
}

function createHundreds(seed: number): () => NewEvent[] {
  const single = createSingles(seed + 1);
  return () => Array.from({ length: 100 }, single);
}

/** Returns the calls per second of `callers` that each call again as soon as they are answered. */
async function rates(runs: number, calls: number, call: (number: number) => unknown): Promise<number[]> {
  const out: number[] = [];
  let number = 0;
  for (let run = 0; run < runs; run += 1) {
    const end = number + calls;
    const ms = await timed(() =>
      Promise.all(
        Array.from({ length: CONCURRENT }, async () => {
          while (number < end) await call((number += 1));
        }),
      ),
    );
    out.push((1_000 * calls) / ms);
  }
  return out;
}
