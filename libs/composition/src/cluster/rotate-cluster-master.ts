import { createKafkaKeyStore } from '@total-recall/adapter-kafka';
import { openMasterKeys } from '@total-recall/adapter-files';
import type { Logger } from '@total-recall/observability';
import type { MasterKeys, MasterKeyState } from '@total-recall/ports';
import { rotateMasterKey, type TopicsConfig } from '@total-recall/runtime';
import { kafkaSettings } from './connections.ts';

export interface RotateClusterOptions {
  readonly onlyLook?: boolean;
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Wraps the keys of a cluster again under the first of this process's master keys, while the services run. All services
 * must hold that key already, so this neither creates nor removes a master key.
 */
export async function rotateClusterMaster(
  config: TopicsConfig,
  logger: Logger,
  { onlyLook = false, onProgress }: RotateClusterOptions = {},
): Promise<MasterKeyState> {
  const { source, versions, wrap, unwrap } = await openMasterKeys(config);
  const masters: MasterKeys = { source, versions, wrap, unwrap };
  const keys = await createKafkaKeyStore({ ...kafkaSettings(config, logger), masters });
  try {
    return onlyLook ? await keys.masterState() : await rotateMasterKey({ keys, masters, ...(onProgress && { onProgress }) });
  } finally {
    await keys.close();
  }
}
