import { createKafkaEventLog } from '@total-recall/adapter-kafka';
import { openIndexGenerations } from '@total-recall/adapter-opensearch';
import { FOLD_VERSION } from '@total-recall/domain';
import { createMetrics, type Logger } from '@total-recall/observability';
import type { EventLog, ReadModelGenerations } from '@total-recall/ports';
import type { IndexConfig } from '@total-recall/runtime';
import { kafkaSettings, opensearchSettings } from './connections.ts';
import { keepOpen } from '../keep-open.ts';

/** The index generations of a cluster, and the log that they are filled from. */
export interface ClusterGenerations {
  readonly log: EventLog;
  readonly generations: ReadModelGenerations;
  /** Name of the first generation that this program can read. */
  readonly first: string;
  close(): Promise<void>;
}

/**
 * Names the first index generation of this program over a log. Another log holds other data, and another version of the
 * fold gives other results, so both are part of the name.
 */
export function firstGeneration(log: Pick<EventLog, 'generation'>): string {
  return `${log.generation}-v${FOLD_VERSION}`;
}

/** Returns true when a generation was filled from this log, by any version of the fold. */
export function isOfLog(generation: string, log: Pick<EventLog, 'generation'>): boolean {
  return generation.startsWith(`${log.generation}-v`);
}

/** Returns true when a generation was filled from this log by an earlier version of the fold. */
export function isOfEarlierFold(generation: string, log: Pick<EventLog, 'generation'>): boolean {
  const version = foldOf(generation, log);
  return version !== undefined && version < FOLD_VERSION;
}

/** Returns true when a generation was filled from this log by the version of the fold that this program has. */
export function isOfThisFold(generation: string, log: Pick<EventLog, 'generation'>): boolean {
  return foldOf(generation, log) === FOLD_VERSION;
}

function foldOf(generation: string, log: Pick<EventLog, 'generation'>): number | undefined {
  const [, version] = isOfLog(generation, log)
    ? (/^(\d{1,9})(?:-\d{1,9})?$/.exec(generation.slice(`${log.generation}-v`.length)) ?? [])
    : [];
  return version === undefined ? undefined : Number(version);
}

export async function openClusterGenerations(config: IndexConfig, logger: Logger): Promise<ClusterGenerations> {
  const { keep, close, closeAfter } = keepOpen();
  try {
    const log = await keep(
      createKafkaEventLog({ ...kafkaSettings(config, logger), partitions: config.partitions, metrics: createMetrics() }),
    );
    const first = firstGeneration(log);
    const opensearch = opensearchSettings(config, logger);
    const generations = await keep(openIndexGenerations({ opensearch, prefix: config.namePrefix, generation: first }));
    return { log, generations, first, close };
  } catch (error) {
    return closeAfter(error);
  }
}
