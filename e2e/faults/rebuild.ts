import { createClient } from '@total-recall/client';
import type { SessionState } from '@total-recall/domain';
import { startLoad } from '../load/event-load.ts';
import { findLosses } from '../load/find-losses.ts';
import { readMarks } from '../load/read-model-watch.ts';
import { openTestCluster } from '../open-test-cluster.ts';
import type { Soak, SoakResult } from './soak.ts';

const PARTITIONS = 4;
const WRITERS = 6;
const EVENTS = 1_500;
const SPACE = 'load';
const REBUILT_MS = 300_000;
const UNLIMITED = { TOTAL_RECALL_RATE_LIMIT_PER_SECOND: '100000', TOTAL_RECALL_RATE_LIMIT_BURST: '100000' };

/** I-07 over the whole cluster: every index is dropped, and ingest fills them from the log while recall goes on being asked. */
export const rebuildSoak: Soak = {
  name: 'rebuild',
  what: 'all indices dropped and filled again from the log, while recall is asked; the same session states (I-07)',
  run: async ({ servers, onStep }): Promise<SoakResult> => {
    const [kafka, opensearch, clickhouse, s3] = await Promise.all([
      servers.kafka(1),
      servers.opensearch(),
      servers.clickhouse(),
      servers.s3(),
    ]);
    const cluster = await openTestCluster(
      { kafka, opensearch, clickhouse, s3 },
      { ...UNLIMITED, TOTAL_RECALL_PARTITIONS: String(PARTITIONS) },
    );
    const place = { opensearchUrl: opensearch.url, namePrefix: cluster.namePrefix, partitions: PARTITIONS };
    const target = { url: () => cluster.url, apiKey: cluster.apiKey };
    const load = startLoad({ target, space: SPACE, writers: WRITERS, batch: 10 });
    try {
      await load.reached(EVENTS);
      const report = await load.stop();
      await findLosses({ target, space: SPACE, writers: load.writers, searched: 1 });
      const before = await savedStates(place);
      const whole = (await readMarks(place)).map(({ searchable }) => searchable);
      onStep(`${report.acknowledged} events, ${before.size} sessions; dropping every index`);
      await cluster.services.ingest.stop();
      const reads = readOn(cluster.url, cluster.apiKey);
      await dropIndices(place);
      const from = performance.now();
      await cluster.services.ingest.start();
      const startedAt = performance.now();
      const wrong: string[] = [];
      for (;;) {
        const marks = await readMarks(place).catch(() => []);
        if (marks.length > 0 && marks.every(({ searchable }, at) => searchable >= whole[at]!)) break;
        if (performance.now() - from > REBUILT_MS) return { figures: {}, wrong: [`not rebuilt after ${REBUILT_MS / 1_000} s`] };
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      const filledS = (performance.now() - startedAt) / 1_000;
      const { answered, refused, broken } = await reads.stop();
      wrong.push(...broken, ...differences(before, await savedStates(place)));
      wrong.push(...(await findLosses({ target, space: SPACE, writers: load.writers, searched: 20 })));
      const records = whole.reduce((sum, offset) => sum + offset + 1, 0);
      return {
        figures: {
          records,
          sessions: before.size,
          fromDropToFullS: round((performance.now() - from) / 1_000),
          filledS: round(filledS),
          eventsPerSecond: Math.round(records / filledS),
          recallsAnswered: answered,
          recallsToldToWait: refused,
        },
        wrong: [...report.wrong, ...wrong],
      };
    } finally {
      load.abandon();
      await cluster.stop();
    }
  },
};

const round = (value: number): number => Math.round(value * 10) / 10;

type Place = Parameters<typeof readMarks>[0];

/** All session states as they are saved. */
async function savedStates({ opensearchUrl, namePrefix }: Place): Promise<Map<string, string>> {
  await fetch(`${opensearchUrl}/${namePrefix}-sessions/_refresh`, { method: 'POST' });
  const response = await fetch(`${opensearchUrl}/${namePrefix}-sessions/_search?size=1000`);
  const { hits } = (await response.json()) as { hits: { hits: { _source: { state: SessionState } }[] } };
  return new Map(hits.hits.map(({ _source: { state } }) => [`${state.space}/${state.session}`, JSON.stringify(state)]));
}

function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const different = [...before].filter(([key, state]) => after.get(key) !== state).map(([key]) => `the state of ${key} is another`);
  return after.size === before.size ? different : [...different, `${before.size} sessions became ${after.size}`];
}

async function dropIndices({ opensearchUrl, namePrefix }: Place): Promise<void> {
  const indices = (await (await fetch(`${opensearchUrl}/_cat/indices/${namePrefix}-*?format=json`)).json()) as { index: string }[];
  for (const { index } of indices) await fetch(`${opensearchUrl}/${index}`, { method: 'DELETE' });
}

/** Asks recall again and again: an answer or a plea for patience, never another error. */
function readOn(url: string, apiKey: string) {
  const client = createClient({ url, apiKey, retry: { attempts: 1 } });
  const broken = new Set<string>();
  let [answered, refused, stopped] = [0, 0, false];
  const reading = (async () => {
    while (!stopped) {
      try {
        await client.space(SPACE).recall('more words to fill the window');
        answered += 1;
      } catch (error) {
        const { status, code } = error as { status?: number; code?: string };
        if (status === 503) refused += 1;
        else broken.add(`recall was answered ${status} ${code}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  return {
    stop: async () => {
      stopped = true;
      await reading;
      return { answered, refused, broken: [...broken] };
    },
  };
}
