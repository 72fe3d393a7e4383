import type { SessionAddress } from '@total-recall/domain';
import type { Logger } from '@total-recall/observability';
import type { EventLog, MemoryIndex, Sealer, SessionStore } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { alignSessions } from '../project/align-sessions.ts';

/** States that an earlier program saved in the clear. */
export interface ClearStates {
  /** Lists sessions with such a state by number, after this one. */
  unsealed(after: number, limit: number): Promise<readonly (SessionAddress & { readonly id: number })[]>;
  /** Removes what deleted states left on the disk. */
  wipe?(): Promise<void>;
}

export interface PrepareDeps {
  readonly log: EventLog;
  readonly index: MemoryIndex;
  /** States as they are read and saved now, sealed. */
  readonly sessions: SessionStore;
  readonly stored: ClearStates;
  readonly sealer: Sealer;
  readonly logger: Logger;
  /** Place of the log and of the generation, for people. */
  readonly names: { readonly log: string; readonly generation: string };
  /** Looks for a fault in the structure of the log, for a log whose file this process has. */
  readonly faultOfLog?: () => string | undefined;
}

const SEALED_AT_ONCE = 200;

/**
 * Makes an opened generation ready for a projector: seals what an earlier program left in the clear, and aligns
 * sessions with the index. Errors: `unavailable` if the log ends before the generation.
 */
export async function prepareGeneration(deps: PrepareDeps): Promise<void> {
  const { log, logger } = deps;
  await sealEarlierStates(deps);
  const partitions = Array.from({ length: log.partitions }, (_, partition) => partition);
  for (const partition of partitions) await refuseShortLog(deps, partition);
  for (const partition of partitions) {
    const aligned = await alignSessions(deps, partition);
    if (aligned > 0)
      logger.warn({ partition, sessions: aligned }, 'sessions and index were apart, as after a power cut; they are one again');
  }
}

/** Seals states that were saved in the clear, as they would stay so until their session continues. */
async function sealEarlierStates({ stored, sessions }: PrepareDeps): Promise<void> {
  let sealed = 0;
  for (let after = 0; ;) {
    const rows = await stored.unsealed(after, SEALED_AT_ONCE);
    if (rows.length === 0) break;
    after = rows.at(-1)!.id;
    const states = await Promise.all(rows.map((row) => sessions.load(row)));
    await sessions.save(states.filter((state) => state !== undefined));
    sealed += rows.length;
  }
  if (sealed > 0) await stored.wipe?.();
}

/**
 * Refuses a log that ends before its read model: it has lost acknowledged events, and the read model may be their last
 * copy.
 */
async function refuseShortLog({ log, index, sessions, names, faultOfLog }: PrepareDeps, partition: number): Promise<void> {
  const end = await log.end(partition);
  const { folded } = await index.marks(partition);
  // States beyond the log would take the next records for known ones, and hide them.
  const held = Math.max(folded, (await sessions.savedUpTo?.(partition)) ?? -1);
  if (held <= end) return;
  const fault = faultOfLog?.();
  if (fault !== undefined)
    throw new TotalRecallError(
      'unavailable',
      `${names.log} is damaged: ${fault}. Put it back from a backup; the read model ${names.generation} holds records up to ${held} and stays.`,
    );
  throw new TotalRecallError(
    'unavailable',
    `${names.log} ends at record ${end} of partition ${partition}, and ${names.generation} holds records up to ${held}: the log was cut, put back from an older copy, ` +
      'or copied while a service wrote to it, which only total-recall backup may. ' +
      'Put back the newest copy with its -wal file, or move that folder away to go on with what the log has.',
  );
}
