import type { AuditEntry, AuditPoint, DueAudit, OldAudit } from '@total-recall/ports';
import { batchesOf } from '@total-recall/runtime';
import type { TopicTable } from '../table/topic-table.ts';
import { encodeAuditRemoval, type StoredAudit } from './audit-records.ts';
import { findOldAudit, type FirstAudit } from './find-old-audit.ts';
import { encodeHeadRemoval, encodeStart, encodeStartRemoval, type AuditStart, type HeldAudit } from './held-audit.ts';
import { offsetIn, type AuditScan } from './scan-audit.ts';

export interface AuditDropDeps {
  readonly control: Pick<TopicTable, 'write'>;
  readonly entries: Pick<TopicTable, 'write'>;
  readonly held: HeldAudit;
  readonly scan: AuditScan;
  /** Errors: `unavailable` once another process owns the audit. */
  readonly refuseFormerOwner: () => Promise<void>;
}

/** Drops entries by age, of all tenants at once: each step is one pass over the topic. */
export interface AuditDrops {
  /** Finds what is old among the entries before the offset `end`. */
  find(due: readonly DueAudit[], end: number): Promise<OldAudit[]>;
  /** Drops it. `isEnded` says of which chains no further entry can come. */
  drop(old: readonly OldAudit[], isEnded: (tenant: string, point: AuditPoint) => boolean): Promise<void>;
  /** Removes what begun drops have left. */
  finish(): Promise<void>;
  /**
   * Moves starts that lie behind the end of the topic, which was `end` when that was noticed, back to the first entry
   * that was not dropped. `firsts` has its offset, by tenant.
   */
  moveBack(end: number, firsts: ReadonlyMap<string, number>): Promise<void>;
}

const BATCH = 1_000;

export function createAuditDrops({ control, entries, held, scan, refuseFormerOwner }: AuditDropDeps): AuditDrops {
  /** First entry of each tenant as the last search saw it, so that the next one reads on from there. */
  let firsts: ReadonlyMap<string, FirstAudit> = new Map();

  async function removeDropped(starts: readonly AuditStart[]): Promise<void> {
    const byTenant = new Map(starts.map((start) => [start.tenant, start]));
    let removals: AuditEntry[] = [];
    const flush = async (): Promise<void> => {
      if (removals.length > 0) await entries.write(removals.map(encodeAuditRemoval));
      removals = [];
    };
    // A topic that lost its end has nothing more to remove, and reading on in it would never end.
    const end = Math.min(Math.max(...starts.map(({ offset }) => offset)), await scan.end());
    for (let at = Math.min(...starts.map(({ from }) => from)); at < end; await flush())
      at = await scan.read(at, end, ({ entry, offset }) => {
        const start = byTenant.get(entry.tenant);
        if (start && offset >= start.from && offset < start.offset) removals.push(entry);
        return removals.length < BATCH;
      });
  }

  async function finishDrops(starts: readonly AuditStart[]): Promise<void> {
    if (starts.length === 0) return;
    await removeDropped(starts);
    for (const start of starts) {
      const { tenant, offset, ended } = start;
      const heads = ended.map((chain) => encodeHeadRemoval(tenant, chain));
      await control.write([encodeStart({ ...start, from: offset, ended: [] }), ...held.formerStarts(tenant), ...heads]);
    }
  }

  return {
    async find(due, end) {
      const found = await findOldAudit(scan, { due, end, startOf: held.start, firsts });
      firsts = found.firsts;
      return found.old;
    },
    async drop(old, isEnded) {
      const starts = old.map(({ tenant, until, checkpoints }): AuditStart => {
        const ended = checkpoints.filter((point) => isEnded(tenant, point));
        return {
          tenant,
          offset: offsetIn(until),
          from: held.start(tenant)?.from ?? 0,
          checkpoints: checkpoints.filter((point) => !ended.includes(point)),
          ended: ended.map(({ chain }) => chain),
        };
      });
      for (const batch of batchesOf(starts, BATCH)) await control.write(batch.map(encodeStart));
      await refuseFormerOwner();
      await finishDrops(starts);
    },
    finish: () => finishDrops(held.starts().filter(({ from, offset }) => from < offset)),
    async moveBack(end, firstOf) {
      firsts = new Map();
      for (const start of held.starts().filter(({ offset }) => offset > end)) {
        const offset = firstOf.get(start.tenant) ?? end;
        await control.write([encodeStart({ ...start, offset, from: Math.min(start.from, offset) }), encodeStartRemoval(start)]);
      }
    },
  };
}

/**
 * Returns true for an entry that a drop has taken. In a topic that has lost its end, a new entry may stand at an offset before
 * the start: `end` is where it ended when that was noticed.
 */
export function isDropped(start: AuditStart | undefined, { entry, offset }: StoredAudit, end: number): boolean {
  if (!start || offset >= start.offset) return false;
  return start.offset <= end || !entry.link || isCovered(start, entry.link);
}

function isCovered({ checkpoints, ended }: AuditStart, { chain, number }: AuditPoint): boolean {
  return ended.includes(chain) || checkpoints.some((point) => point.chain === chain && point.number >= number);
}
