import { createKafkaEventLog } from '@total-recall/adapter-kafka';
import { openIndexGenerations } from '@total-recall/adapter-opensearch';
import type { EventLog } from '@total-recall/ports';
import { openTestCluster, type TestCluster } from '../open-test-cluster.ts';
import { UNLIMITED } from '../unlimited.ts';
import type { ClusterOptions, ClusterServers } from '../../tools/cluster/open-cluster.ts';
import { catchUp } from './catch-up.ts';
import { startLoad, type RunningLoad } from './event-load.ts';
import { findLosses } from './find-losses.ts';
import { readMarks, watchReadModel, type ReadModelWatch } from './read-model-watch.ts';
import { readAgainAndAgain } from './read-load.ts';
import { runProgram } from './run-program.ts';
import { savedStates, stateDifferences } from './saved-states.ts';

export interface RebuildScene {
  readonly servers: ClusterServers;
  readonly partitions: number;
  readonly replicas?: ClusterOptions['replicas'];
  /** Number of events before the rebuild, in sessions that are then idle, and during it. */
  readonly before: number;
  readonly beside: number;
  readonly writers: number;
  /** Number of each writer's events that recall must find by their unique word. */
  readonly searched: number;
  /** True when a reader may be told to wait, for machines on which a process may get no CPU for seconds. */
  readonly mayTellToWait?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly onStep?: (text: string) => void;
}

export interface RebuildOutcome {
  readonly figures: Readonly<Record<string, number>>;
  readonly wrong: readonly string[];
}

const [RESTING, BUSY] = ['resting', 'busy'];
const PATIENCE_MS = 240_000;

/**
 * Loads a cluster and fills the next index generation while recalls and appends go on. Kills the rebuild once, runs it
 * again, and drops the replaced generation. The idle sessions must have the same states, every acknowledged event of
 * the others must be found, and every recall must be answered.
 */
export async function rebuildWhileReading(scene: RebuildScene): Promise<RebuildOutcome> {
  const { servers, partitions, writers, onStep = () => undefined } = scene;
  const more = scene.replicas ? { replicas: scene.replicas } : {};
  const cluster = await openTestCluster(servers, { ...UNLIMITED, TOTAL_RECALL_PARTITIONS: String(partitions), ...scene.env }, more);
  const place = { opensearchUrl: servers.opensearch.url, namePrefix: cluster.namePrefix, partitions };
  const target = { url: () => cluster.url, apiKey: cluster.apiKey };
  const resting = startLoad({ target, space: RESTING, writers, batch: 10 });
  let log: EventLog | undefined;
  let busy: RunningLoad | undefined;
  let reads: ReturnType<typeof readAgainAndAgain> | undefined;
  let watch: ReadModelWatch | undefined;
  try {
    const topics = { kafka: { brokers: servers.kafka.url.split(',') }, prefix: cluster.namePrefix, replication: 1 };
    log = await createKafkaEventLog({ ...topics, partitions });
    await resting.reached(scene.before);
    const loaded = await resting.stop();
    const slow = await catchUp(log, place);
    const states = await savedStates(cluster, place, RESTING);
    onStep(`${loaded.acknowledged} events, ${states.size} sessions at rest; rebuilding beside others`);
    busy = startLoad({ target, space: BUSY, writers, batch: 3, pauseMs: 50 });
    watch = watchReadModel(place, log, busy.writers);
    const sessions = resting.writers.map(({ name }) => name);
    reads = readAgainAndAgain(target, RESTING, sessions);
    const rebuilt = await rebuildKilledOnce(cluster, place, onStep);
    await busy.reached(scene.beside);
    const dropped = await runProgram(['index', 'drop'], cluster.env).ended;
    onStep(dropped.out.trim() || dropped.notes.trim());
    const answers = await reads.stop();
    const appended = await busy.stop();
    const behind = await catchUp(log, place);
    const promises = await watch.stop();
    const found = { target, searched: scene.searched };
    const left = await generationsOf(cluster, servers);
    return {
      figures: {
        ...rebuilt.figures,
        sessions: states.size,
        besideEvents: appended.acknowledged,
        besideSlowestAppendMs: Math.round(appended.slowestMs),
        besideAppendsRepeated: appended.repeated,
        recalls: answers.recalls,
        windowsRead: answers.windows,
        readersToldToWait: answers.told,
        slowestReadMs: Math.round(answers.slowestMs),
        looksAtMarks: watch.looks(),
      },
      wrong: [
        ...loaded.wrong,
        ...slow,
        ...appended.wrong,
        ...rebuilt.wrong,
        ...answers.wrong,
        ...(answers.told > 0 && !scene.mayTellToWait ? [`${answers.told} reads were told to wait`] : []),
        ...(dropped.code === 0 && left.length === 1 ? [] : [`dropping ended with ${dropped.code} and left ${left.join(', ')}`]),
        ...behind,
        ...promises,
        ...stateDifferences(states, await savedStates(cluster, place, RESTING)),
        ...(await findLosses({ ...found, space: RESTING, writers: resting.writers })),
        ...(await findLosses({ ...found, space: BUSY, writers: busy.writers })),
      ],
    };
  } finally {
    resting.abandon();
    busy?.abandon();
    await Promise.all([reads?.stop(), watch?.stop().catch(() => undefined)]);
    await cluster.stop();
    await log?.close();
  }
}

type Place = Parameters<typeof readMarks>[0];

/** The names of the generations are read here, and none of their line is opened. */
const ANY_LINE = 'any';

async function rebuildKilledOnce({ env }: TestCluster, place: Place, onStep: (text: string) => void): Promise<RebuildOutcome> {
  const generations = openIndexGenerations({ opensearch: { urls: [place.opensearchUrl] }, prefix: place.namePrefix, generation: ANY_LINE });
  try {
    const { current: before } = await generations.standing();
    const records = recordsOf(await readMarks(place));
    const filled = async (): Promise<number> => {
      const next = (await generations.list()).find((name) => name !== before);
      if (next === undefined) return 0;
      const partitions = Array.from({ length: place.partitions }, (_, partition) => generations.marks(next, partition));
      return recordsOf(await Promise.all(partitions));
    };
    const first = runProgram(['index', 'rebuild', '--json'], env);
    const fromMs = performance.now();
    let atKill = 0;
    while (atKill < records / 4 && performance.now() - fromMs < PATIENCE_MS) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      // An index that is being created does not answer yet.
      atKill = await filled().catch(() => 0);
    }
    await first.kill();
    atKill = await filled();
    onStep(`killed with ${atKill} of ${records} records filled`);
    const { code, out, notes } = await runProgram(['index', 'rebuild', '--json'], env).ended;
    if (code !== 0) return { figures: {}, wrong: [`the rebuild ended with ${code}: ${notes}`] };
    // A rebuild that was killed late had already switched.
    const { filled: rest = { records: 0, seconds: 0 } } = JSON.parse(out) as { filled?: { records: number; seconds: number } };
    const { current } = await generations.standing();
    onStep(`${rest.records} more in ${rest.seconds.toFixed(1)} s; ${current} is read`);
    return {
      figures: {
        records,
        filledAtKill: atKill,
        filledAfterwards: rest.records,
        afterwardsS: Math.round(rest.seconds * 10) / 10,
        ...(rest.seconds > 0 && { eventsPerSecond: Math.round(rest.records / rest.seconds) }),
      },
      wrong: [
        ...(current === before ? ['the aliases name what they named before'] : []),
        ...(atKill + rest.records > recordsOf(await readMarks(place)) ? ['what was filled before the kill was filled again'] : []),
      ],
    };
  } finally {
    await generations.close();
  }
}

const recordsOf = (marks: readonly { readonly searchable: number }[]): number =>
  marks.reduce((sum, { searchable }) => sum + searchable + 1, 0);

async function generationsOf({ namePrefix }: TestCluster, { opensearch }: ClusterServers): Promise<string[]> {
  const generations = openIndexGenerations({ opensearch: { urls: [opensearch.url] }, prefix: namePrefix, generation: ANY_LINE });
  try {
    return await generations.list();
  } finally {
    await generations.close();
  }
}
