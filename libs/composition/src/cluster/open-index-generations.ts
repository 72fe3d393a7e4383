import { createKafkaEventLog } from '@total-recall/adapter-kafka';
import { openIndexGenerations, type IndexGenerations } from '@total-recall/adapter-opensearch';
import { FOLD_VERSION } from '@total-recall/domain';
import { createMetrics, type Logger } from '@total-recall/observability';
import type { EventLog } from '@total-recall/ports';
import type { AppConfig } from '@total-recall/runtime';
import { required } from './cluster-settings.ts';
import { kafkaOf, opensearchOf } from './connections.ts';
import { keepOpen } from '../keep-open.ts';

/** The index generations of a cluster, and the log that they are filled from. */
export interface ClusterGenerations {
  readonly log: EventLog;
  readonly generations: IndexGenerations;
  /** The first of the line that this program reads. */
  readonly first: string;
  close(): Promise<void>;
}

/** The first index generation of a program over a log: another log is other data, and another fold folds it otherwise. */
export function firstGeneration(log: Pick<EventLog, 'generation'>): string {
  return `${log.generation}-v${FOLD_VERSION}`;
}

/** Whether a generation was filled from this log, by whichever version. */
export function isOfLog(generation: string, log: Pick<EventLog, 'generation'>): boolean {
  return generation.startsWith(`${log.generation}-v`);
}

export async function openClusterGenerations(config: AppConfig, logger: Logger): Promise<ClusterGenerations> {
  required(config, ['kafkaBrokers', 'opensearchUrl']);
  const { keep, close } = keepOpen();
  try {
    const log = await keep(createKafkaEventLog({ ...kafkaOf(config, logger), partitions: config.partitions, metrics: createMetrics() }));
    const generations = await keep(openIndexGenerations({ opensearch: opensearchOf(config, logger), prefix: config.namePrefix }));
    return { log, generations, first: firstGeneration(log), close };
  } catch (error) {
    await close();
    throw error;
  }
}
