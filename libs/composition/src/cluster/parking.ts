import type { ParkedWrites } from '@total-recall/adapter-kafka';
import type { RefusedRecord } from '@total-recall/adapter-opensearch';
import type { Logger } from '@total-recall/observability';
import { createSystemClock } from '@total-recall/runtime';

/** Sets aside what the index will never take, so that the records after it go on; durable when it resolves. */
export function parking(parked: Pick<ParkedWrites, 'park'>, logger: Logger): (refused: readonly RefusedRecord[]) => Promise<void> {
  const { now } = createSystemClock();
  return async (refused) => {
    await parked.park(refused.map((record) => ({ ...record, role: 'index', code: 'invalid_request', parkedAt: now() })));
    for (const { position, reason } of refused)
      logger.error({ partition: position.partition, offset: position.offset, reason }, 'OpenSearch takes a record not whole; it is parked');
  };
}
