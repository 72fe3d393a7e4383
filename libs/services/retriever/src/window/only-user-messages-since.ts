import type { SessionAddress } from '@total-recall/domain';
import type { EventLog } from '@total-recall/ports';
import { logEnds } from '../log-ends.ts';

/** Most records of the space that are read, and most that are passed over; a pack is not worth reading more log. */
const LOOKED_THROUGH = 256;
const PASSED_OVER = 4_096;

/** Returns true when only the user's messages in this session were added to the space since these log ends. */
export async function onlyUserMessagesSince(
  log: EventLog,
  { tenant, space, session }: SessionAddress,
  ends: readonly number[],
): Promise<boolean> {
  let left = LOOKED_THROUGH;
  for (const [partition, end] of (await logEnds(log)).entries()) {
    for (let from = (ends[partition] ?? -1) + 1; from <= end;) {
      if (end - from >= PASSED_OVER) return false;
      const { records, next } = await log.readSpace({ partition, tenant, space, fromOffset: from, toOffset: end, limit: left + 1 });
      left -= records.length;
      if (left < 0 || records.some(({ envelope }) => envelope.session !== session || envelope.kind !== 'user_message')) return false;
      from = next;
    }
  }
  return true;
}
