import { join } from 'node:path';
import { createKafkaLedger } from '@total-recall/adapter-kafka';
import type { Logger } from '@total-recall/observability';
import { createSystemClock, createSystemRandom, reopenErasures, TotalRecallError, type TopicsConfig } from '@total-recall/runtime';
import { kafkaSettings } from './connections.ts';
import { hashOf, type BackupIn, type TopicBackup } from './topic-backup-files.ts';

/** Clocks of two machines may differ, and a backup takes a while to come to the keys. */
const MARGIN_MS = 3_600_000;

/**
 * Sees that a later ledger goes on from that of a backup: topics only grow, so each file of the backup is how the later
 * one begins. Errors: `invalid_request` where it is older, or of another cluster.
 */
export async function checkLaterLedger(backup: BackupIn, later: BackupIn): Promise<void> {
  for (const topic of ['identity', 'ledger'] as const)
    for (const { partition, bytes, sha256 } of backup.backup.files.filter((file) => file.topic === topic)) {
      const found = later.backup.files.find((file) => file.topic === topic && file.partition === partition);
      if (found && found.bytes >= bytes && (await hashOf(join(later.folder, found.file), bytes)) === sha256) continue;
      throw new TotalRecallError(
        'invalid_request',
        `The ledger in ${later.folder} is older than the backup's, or of another cluster. Name a later one, or leave it out.`,
      );
    }
}

/**
 * Opens the erasures again that a restored backup may not have seen: those of after it, and those that were done while
 * it was copied, as keys are copied before the ledger. The consolidator does them, and gateways let nobody in until
 * then. Answers how many.
 */
export async function reopenRestored(config: TopicsConfig, logger: Logger, { startedAt }: Pick<TopicBackup, 'startedAt'>): Promise<number> {
  const ledger = await createKafkaLedger({ ...kafkaSettings(config, logger), partitions: config.partitions });
  try {
    const [clock, random] = [createSystemClock(), createSystemRandom()];
    return await reopenErasures(ledger, { clock, random, doneBefore: Date.parse(startedAt) - MARGIN_MS });
  } finally {
    await ledger.close();
  }
}
