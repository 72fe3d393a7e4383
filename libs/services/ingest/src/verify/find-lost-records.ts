import type { SessionAddress } from '@total-recall/domain';
import type { LogRecord } from '@total-recall/ports';
import type { PartitionLog, OffsetRange } from './read-log.ts';
import type { VerifyDeps } from './verify-deps.ts';

const PAGE = 500;

/**
 * Finds records in the read model that the log lacks, by offset. Only records whose bodies open count, which
 * authenticates them with their envelopes.
 */
export async function findLostRecords(
  { index, sealer }: Pick<VerifyDeps, 'index' | 'sealer'>,
  { partition, sessions, faulty, gaps }: Pick<PartitionLog, 'partition' | 'sessions' | 'faulty' | 'gaps'>,
): Promise<Map<number, LogRecord>> {
  const recovered = new Map<number, LogRecord>();
  if (faulty.size === 0 && gaps.length === 0) return recovered;
  const isLacking = (offset: number): boolean => faulty.has(offset) || isWithin(gaps, offset);
  for (const address of sessions.values()) {
    const lacking = (await acceptedOf(index, address)).filter(
      ({ position }) => position.partition === partition && isLacking(position.offset),
    );
    for (const [at, { body }] of (await sealer.openAll(lacking)).entries())
      if (typeof body !== 'string') recovered.set(lacking[at]!.position.offset, lacking[at]!);
  }
  return recovered;
}

function isWithin(gaps: readonly OffsetRange[], offset: number): boolean {
  let [low, high] = [0, gaps.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (gaps[middle]!.to < offset) low = middle + 1;
    else high = middle;
  }
  return (gaps[low]?.from ?? Infinity) <= offset;
}

/** Reads the accepted events as far as possible. */
async function acceptedOf(index: VerifyDeps['index'], address: SessionAddress): Promise<LogRecord[]> {
  const records: LogRecord[] = [];
  for (let fromOrdinal = 1; ;) {
    const events = await index.sessionEvents({ ...address, fromOrdinal, limit: PAGE }).catch(() => []);
    records.push(...events.map(({ record }) => record));
    if (events.length < PAGE) return records;
    fromOrdinal = events.at(-1)!.accepted.ordinal + 1;
  }
}
