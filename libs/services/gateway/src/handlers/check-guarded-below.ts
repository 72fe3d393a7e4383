import { guardedBudget, resolvePolicy, type PolicySettings } from '@total-recall/domain';
import type { ControlStore, Retriever } from '@total-recall/ports';
import { guardedOverBudget, pagesOf, policyLevels, TotalRecallError } from '@total-recall/runtime';
import type { PolicyChange } from './check-policies-below.ts';

type Place = { readonly space?: string; readonly session?: string };

/** Most sessions that one change of policy checks, for tenants with very many. */
const SESSIONS_LOOKED_AT = 2_000;
const PAGE = 100;

export interface GuardedDeps {
  readonly control: Pick<ControlStore, 'policies'>;
  readonly retriever: Pick<Retriever, 'spaces' | 'sessions' | 'session'>;
}

/**
 * Refuses a policy under which a session's guarded entries would no longer fit (`guarded_over_budget`, naming the
 * session and the parts), so that no policy can break a window (I-17). Checks only sessions whose budget shrinks.
 */
export async function checkGuardedBelow(deps: GuardedDeps, tenant: string, place: Place, change: PolicyChange): Promise<void> {
  if (place.session === undefined && !narrows(change, [])) return;
  let looked = 0;
  for await (const address of sessionsOf(deps.retriever, tenant, place)) {
    if (++looked > SESSIONS_LOOKED_AT) return;
    const below = (await deps.control.policies(policyLevels(address))).slice(change.above.length).map((policy) => policy?.settings);
    const budgetTokens = narrows(change, below);
    if (budgetTokens === undefined) continue;
    const { guarded } = await deps.retriever.session(address);
    if (guarded.tokens > budgetTokens) throw guardedOverBudget({ ...guarded, budgetTokens, session: address.session });
  }
}

/** Returns the new budget for guarded entries if it is smaller than before. */
function narrows({ above, before, settings }: PolicyChange, below: readonly (PolicySettings | undefined)[]): number | undefined {
  const [was, is] = [before, settings].map((own) => resolvePolicy([...above, own, ...below]));
  if (was?.kind !== 'policy' || is?.kind !== 'policy') return undefined;
  const budgetTokens = guardedBudget(is.policy);
  return budgetTokens < guardedBudget(was.policy) ? budgetTokens : undefined;
}

async function* sessionsOf(retriever: GuardedDeps['retriever'], tenant: string, { space, session }: Place) {
  if (space === undefined) {
    for await (const page of pagesOf((from) => retriever.spaces({ tenant, limit: PAGE, ...from })))
      for (const { space: each } of page.spaces) yield* sessionsIn(retriever, tenant, each);
  } else if (session === undefined) yield* sessionsIn(retriever, tenant, space);
  else if (await exists(retriever, { tenant, space, session })) yield { tenant, space, session };
}

async function* sessionsIn(retriever: GuardedDeps['retriever'], tenant: string, space: string) {
  for await (const page of pagesOf((from) => retriever.sessions({ tenant, space, limit: PAGE, ...from })))
    for (const { session } of page.sessions) yield { tenant, space, session };
}

async function exists(retriever: GuardedDeps['retriever'], address: { tenant: string; space: string; session: string }): Promise<boolean> {
  try {
    await retriever.session(address);
    return true;
  } catch (error) {
    if (error instanceof TotalRecallError && error.code === 'not_found') return false;
    throw error;
  }
}
