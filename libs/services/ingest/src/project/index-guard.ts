import { TotalRecallError } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';

/** Notices an index that was lost and created again: writing on would leave a gap in it. */
export interface IndexGuard {
  /** Errors: `unavailable` if the index has forgotten what was folded. */
  check(folded: number): Promise<void>;
  /** Called when the index was read or written, so that it need not be checked for a while. */
  seen(): void;
}

/** Time between two checks, in milliseconds. */
const SEEN_MS = 1_000;

export function createIndexGuard({ index, clock }: Pick<IngestDeps, 'index' | 'clock'>, partition: number): IndexGuard {
  let seenMs = -Infinity;
  return {
    seen: () => void (seenMs = clock.monotonicMs()),
    async check(folded) {
      if (clock.monotonicMs() - seenMs < SEEN_MS) return;
      const saved = await index.marks(partition);
      if (saved.folded < folded)
        throw new TotalRecallError('unavailable', `The index of partition ${partition} was lost. It is filled again from the log.`);
    },
  };
}
