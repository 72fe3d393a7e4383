import type { Logger, Metrics } from '@total-recall/observability';
import type { Health } from '@total-recall/runtime';

/** Records of the log that cannot be read, by partition and offset. The first ones are logged singly, and the service goes on. */
export interface LogDamage {
  note(damaged: { readonly partition: number; readonly offset: number; readonly reason: string }): void;
  /** Notes a record that is whole, and for which keys.db has no key and never destroyed one. */
  noteKeyless(record: { readonly partition: number; readonly offset: number }): void;
  health(): Health;
  /** Notes where the check is, and why it cannot go on there, if it cannot. */
  noteProgress(at: CheckProgress): void;
  /** Notes that every record was read and opened once since the start. */
  noteChecked(): void;
  /** Returns true when damage of before the start would be known. */
  isChecked(): boolean;
}

/** The place of the check in the log: the offset that it reads next. `failure` says why it cannot be read. */
export interface CheckProgress {
  readonly partition: number;
  readonly partitions: number;
  readonly offset: number;
  /** Offset of the last record of the partition, -1 where there is none. */
  readonly end: number;
  readonly failure?: string;
}

/** Most offsets kept per partition; further ones are not counted. */
const KEPT = 10_000;
/** Most records that are logged singly per partition, and most ranges that a line names. */
const NAMED = 10;
/** A session that began meanwhile has a key that the newest copy lacks in turn, so that one is not put in the place of the other. */
const MERGE_KEYS = 'stop the service and run `total-recall keys merge` with the newest copy of keys.db';

export function createLogDamage({ logger, metrics }: { readonly logger: Logger; readonly metrics: Metrics }): LogDamage {
  const found = new Map<number, Set<number>>();
  const keyless = new Map<number, Set<number>>();
  let isChecked = false;
  let progress: CheckProgress | undefined;
  return {
    noteProgress: (at) => void (progress = at),
    noteChecked() {
      isChecked = true;
      progress = undefined;
    },
    isChecked: () => isChecked,
    note({ partition, offset, reason }) {
      const offsets = found.get(partition) ?? new Set();
      found.set(partition, offsets);
      if (offsets.has(offset) || offsets.size >= KEPT) return;
      offsets.add(offset);
      metrics.logDamaged.set({ partition: String(partition) }, offsets.size);
      const { size } = offsets;
      if (size <= NAMED) logger.error({ partition, offset, reason }, 'a record of log.db cannot be read; put the file back from a backup');
      else if (isRound(size))
        logger.error({ partition, records: size, at: rangesOf(offsets) }, 'records of log.db cannot be read; /readyz names all so far');
    },
    noteKeyless({ partition, offset }) {
      const offsets = keyless.get(partition) ?? new Set();
      keyless.set(partition, offsets);
      if (offsets.has(offset) || offsets.size >= KEPT) return;
      if (keyless.size === 1 && offsets.size === 0) logger.error({ partition, offset }, `keys.db has no key of this record; ${MERGE_KEYS}`);
      offsets.add(offset);
    },
    health() {
      const parts = (of: typeof found): string =>
        [...of]
          .map(([partition, at]) => `${at.size} records of partition ${partition} cannot be read, at offsets ${rangesOf(at)}`)
          .join('; ');
      const damaged = [
        ...(found.size > 0 ? [`log.db is damaged; ${parts(found)}; put log.db back from a backup`] : []),
        ...(keyless.size > 0 ? [`keys.db is older than log.db, or lacks keys; ${parts(keyless)}; ${MERGE_KEYS}`] : []),
      ];
      const place = progress && `its check is at ${placeOf(progress)}`;
      const failed = progress?.failure === undefined ? [] : [`log.db cannot be read through; ${place}, tried again: ${progress.failure}`];
      if (damaged.length + failed.length > 0)
        return { ready: true, isDegraded: true, detail: `degraded: ${[...damaged, ...failed].join('; ')}` };
      return { ready: true, ...(!isChecked && place !== undefined && { detail: `ok; ${place}` }) };
    },
  };
}

function placeOf({ partition, partitions, offset, end }: CheckProgress): string {
  return `offset ${offset} of ${Math.max(end + 1, offset)} in partition ${partition}${partitions > 1 ? ` of ${partitions}` : ''}`;
}

/** A damaged page holds many records, so a line for each would fill the disk that is damaged already. */
const isRound = (size: number): boolean => /^10+$/.test(String(size));

/** Lists offsets in their order, neighbours as `from-to`. */
function rangesOf(offsets: ReadonlySet<number>): string {
  const ranges: [number, number][] = [];
  for (const offset of [...offsets].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last?.[1] === offset - 1) last[1] = offset;
    else ranges.push([offset, offset]);
  }
  const named = ranges.slice(0, NAMED).map(([from, to]) => (from === to ? String(from) : `${from}-${to}`));
  return `${named.join(', ')}${ranges.length > NAMED ? ', ...' : ''}`;
}
