import { createKafkaKeyStore } from '@total-recall/adapter-kafka';
import { openMasterKeys } from '@total-recall/adapter-sqlite';
import type { KeyStore } from '@total-recall/ports';
import type { TestCluster } from './open-test-cluster.ts';

/** The key store of a cluster that runs, as one of its processes has it. To be closed by the caller. */
export async function openClusterKeys({ env, namePrefix }: Pick<TestCluster, 'env' | 'namePrefix'>): Promise<KeyStore> {
  const { TOTAL_RECALL_KAFKA_BROKERS: brokers = '', TOTAL_RECALL_MASTER_KEY_FILE: masterKeyFile = '' } = env;
  const masters = await openMasterKeys({ masterKeyFile });
  return createKafkaKeyStore({ kafka: { brokers: brokers.split(',') }, prefix: namePrefix, replication: 1, masters });
}
