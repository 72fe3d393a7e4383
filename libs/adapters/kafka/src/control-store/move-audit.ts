import type { AuditEntry, AuditHead, AuditPoint } from '@total-recall/ports';
import { linkEntry } from '@total-recall/runtime';
import type { TopicTable } from '../table/topic-table.ts';
import type { KafkaConnection } from '../wire/kafka-connection.ts';
import type { AuditPages } from './audit-pages.ts';
import { encodeAudit } from './audit-records.ts';
import { createAuditScan } from './scan-audit.ts';

export interface AuditMove {
  /**
   * Moves some of the entries, if there are any. Everything moved before has to be read by now. Returns true when none
   * are left.
   */
  some(): Promise<boolean>;
}

/** The owner of the audit, for whom entries are moved. */
export interface AuditMoveOwner {
  /** Returns the end of a chain as far as it was read. */
  endOf(tenant: string, chain: string): AuditHead | undefined;
  /** Errors: `unavailable` once another process owns the audit. */
  refuseFormerOwner(): Promise<void>;
}

export interface AuditMoveDeps extends AuditMoveOwner {
  readonly connection: KafkaConnection;
  /** Topic that earlier versions wrote to. */
  readonly from: string;
  readonly to: Pick<TopicTable, 'write'>;
  readonly pages: Pick<AuditPages, 'has'>;
}

const BATCH = 500;
const DEADLINE_MS = 15_000;
/** Chain of entries that had none. It shows how they were when they were moved. */
const MOVED = 'moved';

/**
 * Moves the audit out of the topic of earlier versions, whose entries cannot be removed one by one. A batch leaves the
 * old topic once it stands in the new one, so a move that was cut short finds it there.
 */
export function createAuditMove({ connection, from, to, pages, endOf, refuseFormerOwner }: AuditMoveDeps): AuditMove {
  const scan = createAuditScan(connection, from);
  const place = { topic: from, partition: 0 };
  let next: number | undefined;

  return {
    async some() {
      next ??= await connection.firstOffset(place, { doing: 'find the audit of earlier versions', deadlineMs: DEADLINE_MS });
      const end = await scan.end();
      if (next >= end) return true;
      const found: AuditEntry[] = [];
      const until = await scan.read(next, end, ({ entry }) => found.push(entry) < BATCH);
      const moved = found.filter(({ tenant, id }) => !pages.has(tenant, id));
      // A batch that failed may stand in the topic or not, so each begins with the ends that were read.
      const ends = new Map<string, AuditPoint>();
      const linked = moved.map((entry) => {
        if (entry.link) return entry;
        const placed = linkEntry(entry, MOVED, ends.get(entry.tenant) ?? endOf(entry.tenant, MOVED));
        ends.set(entry.tenant, placed.link!);
        return placed;
      });
      await refuseFormerOwner();
      if (linked.length > 0) await to.write(linked.map(encodeAudit));
      await refuseFormerOwner();
      await connection.removeBefore(place, until, { doing: 'remove the audit of earlier versions', deadlineMs: DEADLINE_MS });
      next = until;
      return next >= end;
    },
  };
}
