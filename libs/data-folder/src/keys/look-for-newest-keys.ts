import type { EventLog } from '@total-recall/ports';
import type { LogDamage } from '../damage/log-damage.ts';
import { lacksKey, type KeysOfRecords } from './lacks-key.ts';

/** Newest records of a partition that are looked at. */
const NEWEST = 100;

/**
 * Looks whether keys.db has the keys of the newest records of the log, before anything is appended: keys that were put
 * back from an older copy lack those of the sessions and spaces that began since. The check of all records comes later.
 */
export async function lookForNewestKeys(
  log: Pick<EventLog, 'partitions' | 'end' | 'read'>,
  keys: KeysOfRecords,
  damage: Pick<LogDamage, 'note' | 'noteKeyless'>,
): Promise<void> {
  for (let partition = 0; partition < log.partitions; partition += 1) {
    const from = Math.max(0, (await log.end(partition)) + 1 - NEWEST);
    for (const record of await log.read(partition, from, NEWEST)) {
      const { offset } = record.position;
      const found = await lacksKey(record, keys);
      if (found === 'lacks') damage.noteKeyless({ partition, offset });
      if (found === 'damaged') damage.note({ partition, offset, reason: 'it names a key that its session never had' });
    }
  }
}
