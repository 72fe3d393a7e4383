import { createKafkaControlStore } from '@total-recall/adapter-kafka';
import type { Logger } from '@total-recall/observability';
import type { ControlStore } from '@total-recall/ports';
import type { TopicsConfig } from '@total-recall/runtime';
import { kafkaSettings } from './connections.ts';

/**
 * Opens the tenants, keys and policies of a cluster. Errors: `invalid_request` for a missing setting, `unavailable`.
 */
export function openClusterControl(config: TopicsConfig, logger: Logger): Promise<ControlStore> {
  return createKafkaControlStore(kafkaSettings(config, logger));
}
