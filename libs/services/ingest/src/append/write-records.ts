import type { Position } from '@total-recall/domain';
import type { NewLogRecord } from '@total-recall/ports';
import { splitRuns } from '@total-recall/runtime';
import type { IngestConfig } from '../ingest-config.ts';
import type { IngestDeps } from '../ingest-deps.ts';

type WriteRecordsDeps = Pick<IngestDeps, 'log' | 'marks' | 'clock'> & Pick<IngestConfig, 'foldTimeoutMs'>;

/** Upper bound of an envelope's size in a batch. */
const ENVELOPE_BYTES = 1_024;
/** Longest time that one append waits for the folding of all its batches, in milliseconds. */
const PACE_MS = 20_000;

/**
 * Writes the records of an append in order, in as few batches as the log takes. A partition is folded in its order, so a
 * paced append waits after each batch until that is folded: windows of other sessions then wait for one batch, not for
 * all. The rest is written at once where one is not folded in `foldTimeoutMs`, or all take too long. Source: ADR 0212.
 */
export async function writeRecords(deps: WriteRecordsDeps, records: readonly NewLogRecord[], paced: boolean): Promise<Position[]> {
  const { log, marks, clock } = deps;
  const positions: Position[] = [];
  const untilMs = clock.monotonicMs() + PACE_MS;
  let isPaced = paced;
  const sizeOf = ({ sealed }: NewLogRecord): number => sealed.byteLength + ENVELOPE_BYTES;
  for (const batch of splitRuns(records, { sizeOf, mostSize: log.maxBatchBytes, mostItems: log.maxBatchRecords })) {
    const last = positions.at(-1);
    if (isPaced && last) {
      const waitMs = Math.min(deps.foldTimeoutMs, untilMs - clock.monotonicMs());
      // The log takes events also where the index, which holds the marks, answers nobody.
      isPaced = await marks.waitFor(last.partition, last.offset, 'folded', waitMs).catch(() => false);
    }
    positions.push(...(await log.append(batch)));
  }
  return positions;
}
