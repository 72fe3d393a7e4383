import { DELEGATION_LEVELS, type DelegationGrant, type SessionAddress, type SessionParent } from '@total-recall/domain';
import { TotalRecallError } from '@total-recall/runtime';
import type { DelegationDeps } from './delegation-deps.ts';

type Reads = Pick<DelegationDeps, 'retriever'>;

/** Returns what started a session; undefined where the session does not exist. */
export async function parentIfThere(
  { retriever }: Reads,
  address: SessionAddress,
): Promise<{ readonly parent?: SessionParent } | undefined> {
  try {
    const { parent } = await retriever.session(address);
    return parent ? { parent } : {};
  } catch (error) {
    if (error instanceof TotalRecallError && error.code === 'not_found') return undefined;
    throw error;
  }
}

/** Looks up the grants of sessions, each once. */
export function createGrants(reads: Reads, place: Omit<SessionAddress, 'session'>) {
  const known = new Map<string, Promise<(DelegationGrant & { readonly above: string }) | undefined>>();
  const grantOf = (session: string): Promise<(DelegationGrant & { readonly above: string }) | undefined> => {
    const read =
      known.get(session) ??
      parentIfThere(reads, { ...place, session }).then((found) => {
        const parent = found?.parent;
        return parent?.delegation && { ...parent.delegation, above: parent.session };
      });
    known.set(session, read);
    return read;
  };
  return {
    grantOf,
    /** Returns true for a session itself and for all that it delegated to, at any level. */
    async isWithin(session: string, top: string): Promise<boolean> {
      let at = session;
      for (let level = 0; level <= DELEGATION_LEVELS; level++) {
        if (at === top) return true;
        const grant = await grantOf(at);
        if (grant === undefined) return false;
        at = grant.above;
      }
      return false;
    },
  };
}
