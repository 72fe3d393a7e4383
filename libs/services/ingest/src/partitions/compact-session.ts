import { encodePosition, sessionKey } from '@total-recall/domain';
import type { CompactResult, Ingest } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { waitFolded } from '../follow/wait-folded.ts';
import type { IngestConfig } from '../ingest-config.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import type { Decided } from '../project/decide.ts';
import type { PartitionHost } from './partition-host.ts';

/** Creates compaction on request: waits for the fold, has the projector decide, and answers when that is folded. */
export function createSessionCompactor(
  { log, marks }: Pick<IngestDeps, 'log' | 'marks'>,
  config: Pick<IngestConfig, 'foldTimeoutMs'>,
  host: Pick<PartitionHost, 'projectorOf'>,
): Ingest['compact'] {
  return async function compact(request) {
    const key = sessionKey(request);
    const partition = log.partitionOf(key);
    await host.projectorOf(partition);
    const end = await log.lastOffset(key);
    if (end < 0) throw new TotalRecallError('not_found', 'There is no such session.');
    await waitFolded({ marks }, config, { partition, offset: end });
    // The partition may have gone to another process meanwhile.
    const projector = await host.projectorOf(partition);
    const decided = await projector.compact(request, request);
    if (decided.kind === 'stopped') return decided;
    await waitFolded({ marks }, config, { partition, offset: decided.offset });
    return toResult(decided, encodePosition({ generation: log.generation, partition, offset: decided.offset }));
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
