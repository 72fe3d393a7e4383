import { randomBytes } from 'node:crypto';
import type { AuditBreak, AuditEntry, AuditHead, AuditPoint, AuditShare, OldAudit } from '@total-recall/ports';
import { checkLink, TotalRecallError } from '@total-recall/runtime';
import type { TopicTable } from '../table/topic-table.ts';
import { encodeAuditRemoval } from './audit-records.ts';
import { encodeClaim, encodeHead, encodeHeadRemoval, encodeStart, type AuditClaim, type AuditStart, type HeldAudit } from './held-audit.ts';
import type { AuditMove, AuditMoveOwner } from './move-audit.ts';
import { offsetIn, type AuditScan } from './scan-audit.ts';

export interface OwnAuditDeps {
  readonly control: Pick<TopicTable, 'write' | 'catchUp'>;
  readonly entries: Pick<TopicTable, 'write'>;
  readonly held: HeldAudit;
  readonly scan: AuditScan;
  /** Creates the move of entries that an earlier version wrote to another topic, anew for each owner. */
  readonly moveFor: (owner: AuditMoveOwner) => AuditMove;
}

const CLAIMS = 10;
const BATCH = 1_000;
/** Number of entries that are dropped at once. The rest follows the next time. */
const MOST_OLD = 100_000;

/** Takes the audit over from whoever owned it, and finishes drops that were begun. */
export async function ownAudit(deps: OwnAuditDeps): Promise<AuditShare> {
  const { control, entries, held, scan } = deps;
  const claim = await claimAudit(deps);
  const chains = followChains(held, await scan.end());
  let next = claim.next;
  let isWhole = false;

  const refuseFormerOwner = async (): Promise<void> => {
    await control.catchUp();
    if (!held.owns(claim)) throw new TotalRecallError('unavailable', 'Another process owns the audit by now.');
  };

  const move = deps.moveFor({ endOf: chains.endOf, refuseFormerOwner });

  /** Compares what was written since with the chains. Returns true when nothing is left to read. */
  async function readOn(breaks: AuditBreak[]): Promise<boolean> {
    const end = await scan.end();
    next = await scan.read(next, end, ({ entry, offset }) => {
      const found = entry.link && chains.follow(entry, offset);
      if (found) breaks.push(found);
    });
    return next >= end;
  }

  async function finishDrop(start: AuditStart): Promise<void> {
    const { tenant, from, offset, ended } = start;
    let removals: AuditEntry[] = [];
    const flush = async (): Promise<void> => {
      if (removals.length > 0) await entries.write(removals.map(encodeAuditRemoval));
      removals = [];
    };
    // A topic that lost its end has nothing more to remove, and reading on in it would never end.
    const end = Math.min(offset, await scan.end());
    for (let at = from; at < end; await flush())
      at = await scan.read(at, end, ({ entry }) => {
        if (entry.tenant === tenant) removals.push(entry);
        return removals.length < BATCH;
      });
    const heads = ended.map((chain) => encodeHeadRemoval(tenant, chain));
    await control.write([encodeStart({ ...start, from: offset, ended: [] }), ...held.formerStarts(tenant), ...heads]);
  }

  for (const start of held.starts()) if (start.from < start.offset) await finishDrop(start);
  return {
    async unsigned() {
      await refuseFormerOwner();
      const breaks: AuditBreak[] = [];
      // What was moved is read as well, because it may go on with a chain.
      isWhole = (await readOn(breaks)) && (await move.some()) && (await readOn(breaks));
      return { ends: chains.grown(), breaks, isWhole };
    },
    async sign(heads) {
      await refuseFormerOwner();
      for (let at = 0; at < heads.length; at += BATCH) await control.write(heads.slice(at, at + BATCH).map(encodeHead));
      await control.write([encodeClaim({ ...claim, next })]);
      await refuseFormerOwner();
      chains.signed();
    },
    async findOld(tenant, before) {
      await refuseFormerOwner();
      return findOld(deps, { tenant, before, end: next });
    },
    async drop({ tenant, until, checkpoints }) {
      await refuseFormerOwner();
      // What is not read yet may go on with any chain. What is read goes on with none that was idle for a day.
      const hasMore = ({ chain, number }: AuditPoint): boolean => !isWhole || (held.head(tenant, chain)?.number ?? Infinity) > number;
      const start: AuditStart = {
        tenant,
        offset: offsetIn(until),
        from: held.start(tenant)?.from ?? 0,
        checkpoints: checkpoints.filter(hasMore),
        ended: checkpoints.filter((point) => !hasMore(point)).map(({ chain }) => chain),
      };
      await control.write([encodeStart(start)]);
      await refuseFormerOwner();
      await finishDrop(start);
    },
  };
}

async function claimAudit({ control, held }: OwnAuditDeps): Promise<AuditClaim> {
  for (let left = CLAIMS; left > 0; left -= 1) {
    await control.catchUp();
    const { epoch, next } = held.claim();
    const claim: AuditClaim = { epoch: epoch + 1, owner: randomBytes(12).toString('hex'), next };
    await control.write([encodeClaim(claim)]);
    if (held.owns(claim)) return claim;
  }
  throw new TotalRecallError('unavailable', 'Other processes take over the audit again and again. Try again.', { retryAfterMs: 1_000 });
}

/**
 * Follows chains from their signed ends. Entries before `claimedAt` may be signed already, by an owner that was killed
 * before it noted how far it had come.
 */
function followChains(held: HeldAudit, claimedAt: number) {
  const grown = new Map<string, AuditHead>();
  const broken = new Set<string>();
  const endOf = (tenant: string, chain: string): AuditHead | undefined => grown.get(`${tenant}/${chain}`) ?? held.head(tenant, chain);
  return {
    endOf,
    /** Returns a break, if the entry makes one. */
    follow(entry: AuditEntry, offset: number): AuditBreak | undefined {
      const { tenant, at } = entry;
      const { chain, number, hash } = entry.link!;
      const place = `${tenant}/${chain}`;
      if (broken.has(place)) return undefined;
      const end = endOf(tenant, chain);
      const isSigned = end !== undefined && number <= end.number && offset < claimedAt && !grown.has(place);
      if (isSigned && (number < end.number || hash === end.hash)) return undefined;
      const found: ReturnType<typeof checkLink> = isSigned ? { number, what: 'changed' } : checkLink(entry, end);
      if (!found) grown.set(place, { tenant, chain, number, hash, at });
      else broken.add(place);
      return found && { tenant, chain, ...found };
    },
    grown: (): AuditHead[] => [...grown.values(), ...held.overwritten().filter(({ tenant, chain }) => !grown.has(`${tenant}/${chain}`))],
    signed: (): void => grown.clear(),
  };
}

interface OldSearch {
  readonly tenant: string;
  readonly before: number;
  readonly end: number;
}

async function findOld({ held, scan }: OwnAuditDeps, { tenant, before, end }: OldSearch): Promise<OldAudit | undefined> {
  const start = held.start(tenant);
  const points = new Map((start?.checkpoints ?? []).map((point) => [point.chain, point]));
  let [count, until, isDone] = [0, 0, false];
  for (let at = start?.offset ?? 0; at < end && !isDone;)
    at = await scan.read(at, end, ({ entry, offset }) => {
      if (entry.tenant !== tenant) return true;
      isDone = entry.at >= before || count >= MOST_OLD;
      until = isDone ? offset : offset + 1;
      if (isDone) return false;
      count += 1;
      const { link } = entry;
      if (link) points.set(link.chain, { chain: link.chain, number: link.number, hash: link.hash });
      return true;
    });
  return count === 0 ? undefined : { tenant, entries: count, until: String(until), checkpoints: [...points.values()] };
}
