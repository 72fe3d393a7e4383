import type { SessionAddress } from '@total-recall/domain';
import type { Retriever } from '@total-recall/ports';
import type { ImportedBefore } from './leave-out-held.ts';

/** Reads what a space holds of earlier imports from the retriever. */
export function importedBefore(retriever: Pick<Retriever, 'session'>, { tenant, space }: Omit<SessionAddress, 'session'>): ImportedBefore {
  return {
    newestAt: async (session) => (await retriever.session({ tenant, space, session })).lastAt,
  };
}
