import { guardedBudget, resolvePolicy, type GuardedPart, type PolicySettings, type SessionPolicy } from '@total-recall/domain';
import type { ControlStore, GuardedUse, Retriever } from '@total-recall/ports';
import { familyRatio, guardedOverBudget, pagesOf, policyLevels, TotalRecallError } from '@total-recall/runtime';
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
 * Refuses a policy under which a session's guarded entries, or the task state that its caller keeps, would no longer fit
 * (`guarded_over_budget`, naming the session and the parts), so that no policy can break a window (I-17). Checks only
 * sessions with less room or larger counts than before.
 */
export async function checkGuardedBelow(deps: GuardedDeps, tenant: string, place: Place, change: PolicyChange): Promise<void> {
  // A level below that sets other fields may have less room where the level itself has more.
  if (![{ below: [] }, ...change.below].some(({ below }) => narrowing(change, below))) return;
  let looked = 0;
  for await (const address of sessionsOf(deps.retriever, tenant, place)) {
    if (++looked > SESSIONS_LOOKED_AT) return;
    const below = (await deps.control.policies(policyLevels(address))).slice(change.above.length).map((policy) => policy?.settings);
    const policies = narrowing(change, below);
    if (policies) refuseOver((await deps.retriever.session(address)).guarded, policies, address.session);
  }
}

interface Policies {
  readonly was: SessionPolicy;
  readonly is: SessionPolicy;
}

/** Returns the policies before and after a change that leaves less room, or counts more. */
function narrowing({ above, before, settings }: PolicyChange, below: readonly (PolicySettings | undefined)[]): Policies | undefined {
  const [was, is] = [before, settings].map((own) => resolvePolicy([...above, own, ...below]));
  if (was?.kind !== 'policy' || is?.kind !== 'policy') return undefined;
  const policies = { was: was.policy, is: is.policy };
  const isNarrower = isSmaller(guardedBudget, policies) || isSmaller(taskBudget, policies);
  return isNarrower || familyRatio(was.policy.family, is.policy.family) > 1 ? policies : undefined;
}

function taskBudget({ budgets }: SessionPolicy): number {
  return budgets.task;
}

function isSmaller(budgetOf: (policy: SessionPolicy) => number, { was, is }: Policies): boolean {
  return budgetOf(is) < budgetOf(was);
}

/** Compares what a session keeps whole with its budgets, in the counts of the policy's family. */
function refuseOver({ tokens, parts, task, family }: GuardedUse, policies: Policies, session: string): void {
  const { was, is } = policies;
  const ratio = familyRatio(family ?? was.family, is.family);
  const recounted = (count: number): number => Math.ceil(count * ratio);
  const refuse = (own: number, budgetOf: (policy: SessionPolicy) => number, named: readonly GuardedPart[]): void => {
    const budgetTokens = budgetOf(is);
    if (recounted(own) <= budgetTokens || (ratio <= 1 && !isSmaller(budgetOf, policies))) return;
    const counted = named.map((part) => ({ ...part, tokens: recounted(part.tokens) }));
    throw guardedOverBudget({ tokens: recounted(own), budgetTokens, parts: counted, session });
  };
  refuse(tokens, guardedBudget, parts);
  if (task) refuse(task.tokens, taskBudget, [task]);
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
