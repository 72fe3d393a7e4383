import { createKafkaControlStore } from '@total-recall/adapter-kafka';
import type { Logger } from '@total-recall/observability';
import type { ControlStore } from '@total-recall/ports';
import type { AppConfig } from '@total-recall/runtime';
import { kafkaOf } from './connections.ts';

/** Tenants, keys and policy of a cluster, by the settings of a service. Errors: `invalid_request` for a setting that is missing, `unavailable`. */
export function openClusterControl(config: AppConfig, logger: Logger): Promise<ControlStore> {
  return createKafkaControlStore(kafkaOf(config, logger));
}
