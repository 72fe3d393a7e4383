import type { AuditPoint, AuditShare } from '@total-recall/ports';
import { batchesOf } from '@total-recall/runtime';
import type { TopicTable } from '../table/topic-table.ts';
import { claimAudit } from './claim-audit.ts';
import { createAuditDrops } from './drop-audit.ts';
import { followChains } from './follow-audit.ts';
import { encodeHead, type HeldAudit } from './held-audit.ts';
import type { AuditMove, AuditMoveOwner } from './move-audit.ts';
import { createAuditReader, type AuditFindings } from './read-audit.ts';
import type { AuditScan } from './scan-audit.ts';

export interface OwnAuditDeps {
  readonly control: Pick<TopicTable, 'write' | 'catchUp'>;
  readonly entries: Pick<TopicTable, 'write'>;
  readonly held: HeldAudit;
  readonly scan: AuditScan;
  /** Creates the move of entries that an earlier version wrote to another topic, anew for each owner. */
  readonly moveFor: (owner: AuditMoveOwner) => AuditMove;
}

const BATCH = 1_000;

/** Takes the audit over from whoever owned it, and finishes drops that were begun. */
export async function ownAudit(deps: OwnAuditDeps): Promise<AuditShare> {
  const { control, held, scan } = deps;
  const claimed = await claimAudit(control, held);
  const { refuseFormerOwner } = claimed;
  const end = await scan.end();
  const chains = followChains(held, end);
  const drops = createAuditDrops({ ...deps, refuseFormerOwner });
  const reader = createAuditReader({ held, scan, claimed, chains, drops });
  const move = deps.moveFor({ endOf: chains.endOf, refuseFormerOwner });
  let isWhole = false;

  // In a topic that has lost its end, it is to be found first which entries a drop had taken.
  if (claimed.next <= end) await drops.finish();
  return {
    async unsigned() {
      await refuseFormerOwner();
      const findings: AuditFindings = { breaks: [] };
      // Moved entries are read as well, because they may go on with a chain.
      isWhole = (await reader.readOn(findings)) && (await move.some()) && (await reader.readOn(findings));
      return { ends: chains.grown(), ...findings, isWhole };
    },
    async sign(heads) {
      await refuseFormerOwner();
      // Nothing was given to be signed.
      if (reader.isAnew()) return;
      for (const batch of batchesOf(heads, BATCH)) await control.write(batch.map(encodeHead));
      await claimed.noteSigned(reader.next());
      await refuseFormerOwner();
      chains.signed();
    },
    async findOld(due) {
      await refuseFormerOwner();
      return drops.find(due, reader.next());
    },
    async drop(old) {
      await refuseFormerOwner();
      // Unread entries may go on with any chain. Those that are read go on with none that was idle for a day.
      const isEnded = (tenant: string, { chain, number }: AuditPoint): boolean =>
        isWhole && (held.head(tenant, chain)?.number ?? Infinity) <= number;
      await drops.drop(old, isEnded);
    },
  };
}
