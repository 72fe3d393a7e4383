import { createKafkaKeyStore } from '@total-recall/adapter-kafka';
import { openMasterKeys } from '@total-recall/adapter-sqlite';
import type { Logger } from '@total-recall/observability';
import type { MasterKeys, MasterKeyState } from '@total-recall/ports';
import { rotateMasterKey, type AppConfig } from '@total-recall/runtime';
import { kafkaOf } from './connections.ts';

export interface RotateClusterOptions {
  readonly onlyLook?: boolean;
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Wraps the keys of a cluster anew on their topic, beside its services, under the first master key that this process is given. Every service has to hold it by then, so
 * none is made or taken away here.
 */
export async function rotateClusterMaster(
  config: AppConfig,
  logger: Logger,
  { onlyLook = false, onProgress }: RotateClusterOptions = {},
): Promise<MasterKeyState> {
  const { source, versions, wrap, unwrap } = await openMasterKeys(config);
  const masters: MasterKeys = { source, versions, wrap, unwrap };
  const keys = await createKafkaKeyStore({ ...kafkaOf(config, logger), masters });
  try {
    return onlyLook ? await keys.masterState() : await rotateMasterKey({ keys, masters, ...(onProgress && { onProgress }) });
  } finally {
    await keys.close();
  }
}
