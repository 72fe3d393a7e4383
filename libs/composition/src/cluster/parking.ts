import type { ParkedWrite, ParkedWrites } from '@total-recall/adapter-kafka';
import type { RefusedRecord } from '@total-recall/adapter-opensearch';
import type { Logger } from '@total-recall/observability';
import { createSystemClock } from '@total-recall/runtime';

type Park = (refused: readonly RefusedRecord[]) => Promise<void>;

/** Parks records that the index refuses for good, so that the records after them go on. Durable when it resolves. */
export function parking(parked: Pick<ParkedWrites, 'park'>, logger: Logger): Park {
  const park = parkingAs(parked, { role: 'index', code: 'invalid_request' });
  return async (refused) => {
    await park(refused);
    for (const { position, reason } of refused)
      logger.error({ partition: position.partition, offset: position.offset, reason }, 'OpenSearch takes a record not whole; it is parked');
  };
}

/** Parks records that a role could not process, under its name and with one error code. */
export function parkingAs(parked: Pick<ParkedWrites, 'park'>, as: Pick<ParkedWrite, 'role' | 'code'>): Park {
  const { now } = createSystemClock();
  return (refused) => parked.park(refused.map((record) => ({ ...record, ...as, parkedAt: now() })));
}
