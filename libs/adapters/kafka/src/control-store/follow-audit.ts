import type { AuditBreak, AuditHead } from '@total-recall/ports';
import { checkLink } from '@total-recall/runtime';
import type { StoredAudit } from './audit-records.ts';
import { isDropped } from './drop-audit.ts';
import type { HeldAudit } from './held-audit.ts';

type Found = ReturnType<typeof checkLink> | 'known';

/** Compares entries with their chains, from the signed ends on. */
export interface FollowedChains {
  /** Returns the end of a chain as far as it was read. */
  endOf(tenant: string, chain: string): AuditHead | undefined;
  /** Takes the next entry of the topic. Returns a break, if the entry makes one; later ones of that chain are not told. */
  follow(stored: StoredAudit): AuditBreak | undefined;
  /** Returns the ends to sign. */
  grown(): AuditHead[];
  /** Forgets the ends that `grown` returned, because they are signed. */
  signed(): void;
  /**
   * Begins again: all entries of a topic that now ends at `end` are taken from the first one on. Nothing is to be
   * signed meanwhile.
   */
  restart(end: number): void;
  /** Ends what `restart` began. Returns a break for each signed end whose entry was not there. */
  compare(): AuditBreak[];
}

/** Entries before the offset `claimedAt` may be signed already, by an owner that was killed before it noted how far it had come. */
export function followChains(held: HeldAudit, claimedAt: number): FollowedChains {
  let grown = new Map<string, AuditHead>();
  const broken = new Set<string>();
  /** Set while everything is read again. */
  let againTo: number | undefined;

  const endOf = (tenant: string, chain: string): AuditHead | undefined => grown.get(placeOf({ tenant, chain })) ?? held.head(tenant, chain);
  const lastDropped = (tenant: string, chain: string) => held.start(tenant)?.checkpoints.find((point) => point.chain === chain);

  function checkNew({ entry, offset }: StoredAudit): Found {
    const { chain, number, hash } = entry.link!;
    const end = endOf(entry.tenant, chain);
    const isSigned = end !== undefined && number <= end.number && offset < claimedAt && !grown.has(placeOf(end));
    if (!isSigned) return checkLink(entry, end);
    return number < end.number || hash === end.hash ? 'known' : { number, what: 'changed' };
  }

  function checkAgain(stored: StoredAudit, end: number): Found {
    const { tenant, link } = stored.entry;
    const { chain, number, hash } = link!;
    if (isDropped(held.start(tenant), stored, end)) return 'known';
    const signed = held.head(tenant, chain);
    if (signed?.number === number && signed.hash !== hash) return { number, what: 'changed' };
    return checkLink(stored.entry, grown.get(placeOf({ tenant, chain })) ?? lastDropped(tenant, chain));
  }

  function missingOf({ tenant, chain, number }: AuditHead): AuditBreak[] {
    const place = placeOf({ tenant, chain });
    const isEnded = held.start(tenant)?.ended.includes(chain) ?? false;
    const reached = (grown.get(place) ?? lastDropped(tenant, chain))?.number ?? 0;
    return reached >= number || isEnded || broken.has(place) ? [] : [{ tenant, chain, number: reached + 1, what: 'removed' }];
  }

  return {
    endOf,
    follow(stored) {
      const { tenant, at, link } = stored.entry;
      if (!link) return undefined;
      const { chain, number, hash } = link;
      const place = placeOf({ tenant, chain });
      if (broken.has(place)) return undefined;
      const found = againTo === undefined ? checkNew(stored) : checkAgain(stored, againTo);
      if (found === 'known') return undefined;
      if (!found) grown.set(place, { tenant, chain, number, hash, at });
      else broken.add(place);
      return found && { tenant, chain, ...found };
    },
    grown: () => {
      if (againTo !== undefined) return [];
      return [...grown.values(), ...held.overwritten().filter((head) => !grown.has(placeOf(head)))];
    },
    signed: () => grown.clear(),
    restart: (end) => {
      againTo = end;
      grown.clear();
      broken.clear();
    },
    compare: () => {
      againTo = undefined;
      const missing = held.allHeads().flatMap(missingOf);
      for (const each of missing) broken.add(placeOf(each));
      // An end that is signed already keeps its signature.
      grown = new Map([...grown].filter(([, { tenant, chain, number }]) => number > (held.head(tenant, chain)?.number ?? 0)));
      return missing;
    },
  };
}

function placeOf({ tenant, chain }: { readonly tenant: string; readonly chain: string }): string {
  return `${tenant}/${chain}`;
}
