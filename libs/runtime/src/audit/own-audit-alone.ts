import type { AuditEntry, AuditHead, AuditPoint, AuditShare, DueAudit, OldAudit } from '@total-recall/ports';
import { TotalRecallError } from '../errors.ts';

/** The audit of a store that one process has alone, and that keeps the ends of chains as they are appended. */
export interface AuditAlone {
  heads(): Promise<readonly AuditHead[]>;
  putHeads(heads: readonly AuditHead[]): Promise<void>;
  /** Returns the time of a tenant's first entry. */
  oldestAt(tenant: string): Promise<number | undefined>;
  /** Finds the entries at the beginning of a tenant's audit that are older than `before`. */
  split(tenant: string, before: number): Promise<AuditSplit>;
  /** Drops the entries up to and including this one, and the ends of chains that have no entry left. */
  drop(tenant: string, through: string): Promise<void>;
}

export interface AuditSplit {
  readonly dropped: number;
  /** Id of the last entry to drop. */
  readonly through?: string;
  /** First entry that remains of each chain. */
  readonly firsts: readonly AuditEntry[];
}

/** Creates `ownAudit` of such a store. */
export function createAuditOwners(audit: AuditAlone): () => Promise<AuditShare> {
  let owner = 0;
  async function findOld({ tenant, before, oldestBefore }: DueAudit): Promise<OldAudit | undefined> {
    if (((await audit.oldestAt(tenant)) ?? oldestBefore) >= oldestBefore) return undefined;
    const heads = (await audit.heads()).filter((head) => head.tenant === tenant);
    const { dropped, through, firsts } = await audit.split(tenant, before);
    return through === undefined ? undefined : { tenant, entries: dropped, until: through, checkpoints: checkpointsOf(firsts, heads) };
  }
  return async () => {
    const own = (owner += 1);
    const refuseFormerOwner = (): void => {
      if (own !== owner) throw new TotalRecallError('unavailable', 'The audit has another owner by now.');
    };
    return {
      async unsigned() {
        refuseFormerOwner();
        return { ends: (await audit.heads()).filter(({ signature }) => signature === undefined), breaks: [], isWhole: true };
      },
      async sign(heads) {
        refuseFormerOwner();
        const kept = new Map((await audit.heads()).map((head) => [placeOf(head), head.number]));
        await audit.putHeads(heads.filter((head) => head.number >= (kept.get(placeOf(head)) ?? 0)));
      },
      async findOld(due) {
        const old: OldAudit[] = [];
        for (const each of due) {
          refuseFormerOwner();
          const found = await findOld(each);
          if (found) old.push(found);
        }
        return old;
      },
      async drop(old) {
        const failures: unknown[] = [];
        for (const { tenant, until } of old) {
          refuseFormerOwner();
          // One tenant that fails does not keep the others from being dropped.
          await audit.drop(tenant, until).catch((error: unknown) => failures.push(error));
        }
        if (failures.length > 0) throw failures[0];
      },
    };
  };
}

function checkpointsOf(firsts: readonly AuditEntry[], heads: readonly AuditHead[]): AuditPoint[] {
  const staying = new Set(firsts.map(({ link }) => link?.chain));
  const ended = heads.filter(({ chain }) => !staying.has(chain)).map(({ chain, number, hash }) => ({ chain, number, hash }));
  return [...firsts.flatMap(beginningOf), ...ended];
}

/** Returns the end of the dropped part of a chain that now starts with this entry. */
function beginningOf({ link }: AuditEntry): AuditPoint[] {
  return link && link.number > 1 ? [{ chain: link.chain, number: link.number - 1, hash: link.previous }] : [];
}

function placeOf({ tenant, chain }: AuditHead): string {
  return `${tenant}/${chain}`;
}
