import type { AuditBreak, LostAudit } from '@total-recall/ports';
import type { ClaimedAudit } from './claim-audit.ts';
import { isDropped, type AuditDrops } from './drop-audit.ts';
import type { FollowedChains } from './follow-audit.ts';
import type { HeldAudit } from './held-audit.ts';
import type { AuditScan } from './scan-audit.ts';

export interface AuditReaderDeps {
  readonly held: HeldAudit;
  readonly scan: AuditScan;
  readonly claimed: ClaimedAudit;
  readonly chains: FollowedChains;
  readonly drops: Pick<AuditDrops, 'moveBack' | 'finish'>;
}

/** Result of one call of `unsigned`. */
export interface AuditFindings {
  readonly breaks: AuditBreak[];
  lost?: LostAudit;
}

export interface AuditReader {
  /** Offset up to which it has read. */
  next(): number;
  /** True while a topic that has lost its end is read again. How far everything is signed is not known meanwhile. */
  isAnew(): boolean;
  /** Compares what was written since with the chains. Returns true when nothing is left to read. */
  readOn(findings: AuditFindings): Promise<boolean>;
}

/** State of a reading anew, of a topic that has lost its end. */
interface ReadingAnew {
  /** End of the topic when that was noticed. */
  readonly end: number;
  /** Offset of the first entry that was not dropped, by tenant, where the tenant's start lies behind the end. */
  readonly firsts: Map<string, number>;
}

export function createAuditReader({ held, scan, claimed, chains, drops }: AuditReaderDeps): AuditReader {
  let { next } = claimed;
  let anew: ReadingAnew | undefined;

  async function endAnew(breaks: AuditBreak[]): Promise<void> {
    breaks.push(...chains.compare());
    await drops.moveBack(anew!.end, anew!.firsts);
    await drops.finish();
    anew = undefined;
    // Signed ends come with a note of how far everything is signed.
    if (chains.grown().length === 0) await claimed.noteSigned(next);
  }

  return {
    next: () => next,
    isAnew: () => anew !== undefined,
    async readOn(findings) {
      const end = await scan.end();
      if (end < next) {
        if (!(await scan.hasLost(next))) return false;
        findings.lost = { signed: next, end };
        chains.restart(end);
        anew = { end, firsts: new Map() };
        next = 0;
      }
      next = await scan.read(next, end, (stored) => {
        const { tenant } = stored.entry;
        const found = chains.follow(stored);
        if (found) findings.breaks.push(found);
        if (anew && !anew.firsts.has(tenant) && !isDropped(held.start(tenant), stored, anew.end)) anew.firsts.set(tenant, stored.offset);
      });
      if (next < end) return false;
      if (anew) await endAnew(findings.breaks);
      return true;
    },
  };
}
