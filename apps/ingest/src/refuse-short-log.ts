import type { EventLog, MemoryIndex, Scheduler } from '@total-recall/ports';
import { TotalRecallError, type Component } from '@total-recall/runtime';

const LOOKS = 10;
const PAUSE_MS = 500;

/**
 * Refuses to start over a log that ends before what was folded of it, as one whose brokers have lost their newest records
 * or were put back from an older copy. What it took now would get offsets that count as folded, and be seen by nobody. A
 * broker that has just become the leader may show less than there is, so it looks again for some seconds.
 */
export function refuseShortLog(
  { log, index }: { readonly log: Pick<EventLog, 'partitions' | 'end'>; readonly index: Pick<MemoryIndex, 'marks'> },
  { scheduler }: { readonly scheduler: Pick<Scheduler, 'delay'> },
): Component {
  async function look(partition: number): Promise<{ readonly folded: number; readonly end: number }> {
    // The marks are read first: others go on meanwhile, and what is folded by then has been appended before.
    const { folded } = await index.marks(partition);
    return { folded, end: await log.end(partition) };
  }

  async function check(partition: number): Promise<void> {
    let seen = await look(partition);
    for (let left = LOOKS; seen.folded > seen.end && left > 0; left -= 1) {
      await scheduler.delay(PAUSE_MS);
      seen = await look(partition);
    }
    if (seen.folded <= seen.end) return;
    throw new TotalRecallError(
      'unavailable',
      `The log ends at record ${seen.end} of partition ${partition}, and the index holds records up to ${seen.folded}: the brokers have lost records, or were put back from an older copy. ` +
        'Put back the newest copy of the topics; or remove the indices of the prefix, to go on with what the log has: they are filled from it again.',
    );
  }

  return {
    name: 'log-end',
    async start() {
      for (let partition = 0; partition < log.partitions; partition += 1) await check(partition);
    },
  };
}
