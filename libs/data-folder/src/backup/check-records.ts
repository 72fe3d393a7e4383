import type { LogFile } from '@total-recall/adapter-sqlite';
import type { Sealer } from '@total-recall/ports';
import type { References } from './find-references.ts';
import { lacksKey, type KeysOfRecords } from '../keys/lacks-key.ts';
import type { CheckedRecords } from './backup-manifest.ts';

const BATCH = 500;
const NAMED = 10;

type CheckedLog = Omit<LogFile, 'firmEnds'>;

export interface CheckRecordsOptions {
  readonly sealer: Pick<Sealer, 'openAll'>;
  readonly keys: KeysOfRecords;
  /** Records that could not be read at all, reported while the log was opened. */
  readonly damaged: ReadonlyMap<string, { readonly partition: number; readonly offset: number }>;
  /** Takes each record that was opened, with what it refers to. */
  readonly references?: References;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Reads and opens every record of a log. Unreadable ones are counted and named; none makes it throw. */
export async function checkRecords(log: CheckedLog, options: CheckRecordsOptions): Promise<CheckedRecords> {
  const { sealer, keys, damaged, references, onProgress } = options;
  const ends = await Promise.all(Array.from({ length: log.partitions }, (_, partition) => log.end(partition)));
  const total = ends.reduce((sum, end) => sum + end + 1, 0);
  const unreadable: { partition: number; offset: number }[] = [];
  let [records, erased, keyless] = [0, 0, 0];
  for (let partition = 0; partition < log.partitions; partition += 1) {
    for (let from = 0; ;) {
      const batch = await log.read(partition, from, BATCH);
      if (batch.length === 0) break;
      for (const [at, opened] of (await sealer.openAll(batch)).entries()) {
        const { offset, body } = opened;
        if (body === 'erased') erased += 1;
        else if (typeof body === 'string') unreadable.push({ partition, offset });
        if (body === 'unreadable' && (await lacksKey(batch[at]!, keys)) === 'lacks') keyless += 1;
        await references?.take(batch[at]!, opened);
      }
      records += batch.length;
      from = batch.at(-1)!.position.offset + 1;
      onProgress?.(records, total);
    }
  }
  const all = [...damaged.values(), ...unreadable].sort((a, b) => a.partition - b.partition || a.offset - b.offset);
  return {
    records: records + damaged.size,
    erased,
    unreadable: all.length,
    ...(keyless > 0 && { keyless }),
    unreadableAt: all.slice(0, NAMED),
  };
}
