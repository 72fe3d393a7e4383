import type { NewEvent } from '@total-recall/domain';
import { setTimeout as delay } from 'node:timers/promises';
import { latency, value, type Figure } from '../measure/figures.ts';
import type { StoreSuite } from '../measure/suite.ts';
import { timed, timeRuns } from '../measure/timing.ts';
import { TENANT, type OpenService } from '../service/open-service.ts';
import { createQueries, createTraffic } from '../service/traffic.ts';

const APPENDS_A_SECOND = 5;

/**
 * Measures recall over text: alone, within one session, and while requests of some 30 events are appended to the same
 * spaces.
 */
export const recallSuite: StoreSuite = async (store, { quick, seed }) => {
  const service = await store.open();
  const repeats = quick ? { runs: 2, calls: 25, warmUp: 10 } : { runs: 5, calls: 100, warmUp: 50 };
  const queries = new Map<string, () => string>();
  const spaces = [...new Set(store.filled.sample.map(({ space }) => space))];
  for (const space of spaces)
    queries.set(
      space,
      createQueries(
        seed,
        store.filled.sample.filter((text) => text.space === space).map(({ text }) => text),
      ),
    );
  const recall = (number: number, session?: string) => {
    const space = spaces[number % spaces.length]!;
    return service.cores.retriever.recall({
      tenant: TENANT,
      space,
      queries: [queries.get(space)!()],
      ...(session === undefined ? {} : { session, scope: { sessions: [session] } }),
    });
  };
  const longest = store.filled.longest;
  const inOne = (session: string) => () =>
    service.cores.retriever.recall({
      tenant: TENANT,
      space: longest.space,
      session,
      queries: [queries.get(longest.space)!()],
      scope: { sessions: [session] },
    });
  const figures: Figure[] = [latency('quiet', await timeRuns(repeats, (number) => recall(number)))];
  if (queries.has(longest.space)) figures.push(latency('quiet, one session of the space', await timeRuns(repeats, inOne(longest.session))));
  const stop = { now: false };
  const writing = keepAppending(service, spaces, seed, stop);
  figures.push(latency(`while ${APPENDS_A_SECOND} requests a second are appended`, await timeRuns(repeats, (number) => recall(number))));
  stop.now = true;
  const { appended, seconds } = await writing;
  figures.push(value('appended meanwhile', 'events/s', [appended / seconds]));
  await service.cores.ingest.settle(120_000);
  return { title: `Recall over text, ${store.title}`, figures };
};

async function keepAppending(
  { cores }: OpenService,
  spaces: readonly string[],
  seed: number,
  stop: { now: boolean },
): Promise<{ appended: number; seconds: number }> {
  const traffic = createTraffic(seed, 99);
  let appended = 0;
  const start = performance.now();
  for (let number = 0; !stop.now; number += 1) {
    const events: readonly NewEvent[] = traffic.next().events;
    const ms = await timed(() =>
      cores.ingest.append({ tenant: TENANT, space: spaces[number % spaces.length]!, session: `beside-${number >> 4}`, events }),
    );
    appended += events.length;
    await delay(Math.max(0, 1_000 / APPENDS_A_SECOND - ms));
  }
  return { appended, seconds: (performance.now() - start) / 1_000 };
}
