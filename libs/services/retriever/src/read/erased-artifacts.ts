import { targetsOf } from '@total-recall/domain';
import type { ArtifactPlace, LedgerFeed } from '@total-recall/ports';
import type { Component } from '@total-recall/runtime';

/** The artifacts that erasures removed, for a process that owns no part of the ledger. */
interface ErasedArtifacts extends Required<Pick<Component, 'name' | 'start'>> {
  /**
   * Reads the new ledger entries first, so that it knows every erasure that any process has confirmed.
   * Errors: those of the feed, its refusal for the tenant among them.
   */
  wasErased(place: ArtifactPlace): Promise<boolean>;
}

export function createErasedArtifacts(feed: LedgerFeed): ErasedArtifacts {
  const names = new Set<string>();
  const readOn = async (): Promise<void> => {
    for (const { tenant, act } of await feed.read())
      for (const named of targetsOf(act)?.artifacts ?? []) names.add(nameOf({ tenant, ...named }));
  };
  return {
    name: 'erased-artifacts',
    // Reads the whole ledger at the start, because a long one takes longer than a request may.
    start: readOn,
    async wasErased(place) {
      const name = nameOf(place);
      if (!names.has(name)) await readOn();
      const lost = names.has(name) ? undefined : feed.refusal?.(place.tenant);
      if (lost) throw lost;
      return names.has(name);
    },
  };
}

const nameOf = ({ tenant, space, artifactId }: ArtifactPlace): string => JSON.stringify([tenant, space, artifactId]);
