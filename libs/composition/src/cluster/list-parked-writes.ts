import { openParkedWrites, type ParkedWrite } from '@total-recall/adapter-kafka';
import type { Logger } from '@total-recall/observability';
import type { TopicsConfig } from '@total-recall/runtime';
import { kafkaSettings } from './connections.ts';

/**
 * Lists writes that the read models of a cluster refused for good in the last 30 days: the
 * newest `limit`, oldest first.
 */
export async function listParkedWrites(config: TopicsConfig, logger: Logger, limit: number): Promise<ParkedWrite[]> {
  const parked = await openParkedWrites(kafkaSettings(config, logger));
  try {
    return await parked.newest(limit);
  } finally {
    await parked.close();
  }
}
