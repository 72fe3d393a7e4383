import { encodePosition, sessionKey, type SessionAddress } from '@total-recall/domain';
import type { CompactResult, Ingest } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { notCaughtUp } from '../follow/not-caught-up.ts';
import { waitFolded } from '../follow/wait-folded.ts';
import type { IngestConfig } from '../ingest-config.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import type { Decided } from '../project/decide.ts';
import type { PartitionHost } from './partition-host.ts';

/** Most decisions of others that one request waits for or loses to. */
const MOST_TRIES = 4;

/**
 * Creates compaction on request: waits for the fold, has the projector decide, and answers when the session took that.
 * Where another decision comes first, decides again once that is folded. Errors: `not_found`; `not_caught_up`, also
 * where others are always first.
 */
export function createSessionCompactor(
  { log, marks, index }: Pick<IngestDeps, 'log' | 'marks' | 'index'>,
  config: Pick<IngestConfig, 'foldTimeoutMs'>,
  host: Pick<PartitionHost, 'projectorOf'>,
): Ingest['compact'] {
  /** Returns false where the fold dropped a compaction. One that was decided elsewhere has the same id. */
  async function isTaken({ tenant, space }: SessionAddress, { eventId, offset }: Appended): Promise<boolean> {
    const [event] = await index.events(tenant, space, [eventId]);
    return event?.record.position.offset === offset;
  }

  return async function compact(request) {
    const key = sessionKey(request);
    const partition = log.partitionOf(key);
    await host.projectorOf(partition);
    const end = await log.lastOffset(key);
    if (end < 0) throw new TotalRecallError('not_found', 'There is no such session.');
    await waitFolded({ marks }, config, { partition, offset: end });
    for (let tries = MOST_TRIES; tries > 0; tries--) {
      // The partition may have gone to another process meanwhile.
      const projector = await host.projectorOf(partition);
      const decided = await projector.compact(request, request);
      if (decided.kind === 'stopped') return decided;
      await waitFolded({ marks }, config, { partition, offset: decided.offset });
      if (decided.kind === 'appended' && (await isTaken(request, decided)))
        return toResult(decided, encodePosition({ generation: log.generation, partition, offset: decided.offset }));
    }
    throw notCaughtUp();
  };
}

type Appended = Extract<Decided, { kind: 'appended' }>;

function toResult({ record, clearedToolUses }: Appended, position: string): CompactResult {
  const marker = record.made[0]?.marker;
  return {
    kind: 'compacted',
    cycle: record.cycle,
    freedTokens: record.tokensBefore - record.tokensAfter,
    evictedEvents: record.evicted.length,
    shrunkEvents: record.shrunk.length,
    clearedToolUses,
    ...(marker ? { marker } : {}),
    position,
  };
}
