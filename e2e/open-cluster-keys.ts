import { createKafkaKeyStore } from '@total-recall/adapter-kafka';
import { openMasterKeys } from '@total-recall/adapter-files';
import type { KeyStore } from '@total-recall/ports';
import type { TestCluster } from './open-test-cluster.ts';

/** Opens the key store of a running cluster as its processes do. The caller closes it. */
export async function openClusterKeys({ env, namePrefix }: Pick<TestCluster, 'env' | 'namePrefix'>): Promise<KeyStore> {
  const { TOTAL_RECALL_KAFKA_BROKERS: brokers = '', TOTAL_RECALL_MASTER_KEY_FILE: masterKeyFile = '' } = env;
  const masters = await openMasterKeys({ masterKeyFile });
  return createKafkaKeyStore({ kafka: { brokers: brokers.split(',') }, prefix: namePrefix, replication: 1, masters });
}
