import type { Consolidator } from '@total-recall/ports';
import { refuseOthers, type OwnerDeps } from './refuse-others.ts';

/** Serves the consolidator of this process to others. It refuses tenants of other owners and names their address. */
export function createFactsService(consolidator: Consolidator, owners: OwnerDeps): Consolidator {
  const owned =
    <Request extends { readonly tenant: string }, Answer>(act: (request: Request) => Promise<Answer>) =>
    async (request: Request): Promise<Answer> => {
      await refuseOthers(owners, request.tenant);
      return act(request);
    };
  return {
    consolidate: owned((request) => consolidator.consolidate(request)),
    facts: owned((query) => consolidator.facts(query)),
    profile: owned((query) => consolidator.profile(query)),
    remember: owned((request) => consolidator.remember(request)),
    correct: owned((request) => consolidator.correct(request)),
    forget: owned((request) => consolidator.forget(request)),
    ledger: owned((query) => consolidator.ledger(query)),
    undo: owned((request) => consolidator.undo(request)),
    reflection: owned((query) => consolidator.reflection(query)),
    reflect: owned((request) => consolidator.reflect(request)),
    digest: owned((query) => consolidator.digest(query)),
    units: owned((query) => consolidator.units(query)),
  };
}
