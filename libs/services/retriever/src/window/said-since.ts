import type { SessionAddress } from '@total-recall/domain';
import type { EventLog } from '@total-recall/ports';
import { logEnds } from '../log-ends.ts';

/** Most records read; a pack is not worth reading more log. */
const LOOKED_THROUGH = 256;

/** Returns true when only the user's messages in this session were added to the space since these log ends. */
export async function onlySaidSince(log: EventLog, { tenant, space, session }: SessionAddress, ends: readonly number[]): Promise<boolean> {
  let left = LOOKED_THROUGH;
  for (const [partition, end] of (await logEnds(log)).entries()) {
    for (let from = (ends[partition] ?? -1) + 1; from <= end;) {
      const records = await log.read(partition, from, left + 1);
      left -= records.length;
      if (records.length === 0) break;
      if (left < 0) return false;
      const changed = records.some(
        ({ envelope }) =>
          envelope.tenant === tenant && envelope.space === space && !(envelope.session === session && envelope.kind === 'user_message'),
      );
      if (changed) return false;
      from = records.at(-1)!.position.offset + 1;
    }
  }
  return true;
}
