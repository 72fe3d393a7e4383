import { knowledgeIn, knowledgeTokens, type KnowledgeChoice, type SessionPolicy, type SessionState } from '@total-recall/domain';
import { chooseKnowledge } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';
import { appendCompaction, type AppendCompactionDeps } from './append-compaction.ts';
import { openBodies } from './open-bodies.ts';

export type ChooseDeps = AppendCompactionDeps & Pick<IngestDeps, 'policies' | 'index' | 'content' | 'tokens' | 'units' | 'observer'>;

/** The empty choice, which takes away the facts that a session has shown. */
const NOTHING = { facts: [], left: 0, tokens: 0, namedThrough: 0 } as const satisfies KnowledgeChoice;

/**
 * Records which facts the windows of a session show up to its first compaction. Returns the offset of the record;
 * undefined where there is nothing to show.
 */
export async function chooseAtBeginning(deps: ChooseDeps, state: SessionState): Promise<number | undefined> {
  const { policy } = await deps.policies.resolve(state);
  const knowledge = await chosenNow(deps, state, policy);
  if (knowledge === undefined) return undefined;
  return appendCompaction(deps, state, policy, {
    type: 'KnowledgeChosen',
    cycle: state.cycle + 1,
    knowledge,
    policyVersion: policy.version,
  });
}

/**
 * Chooses the facts that stand from a compaction on. Undefined where those that stood stay: there were none, or units
 * cannot be read now, which must not hold a compaction up.
 */
export async function chooseAnew(deps: ChooseDeps, state: SessionState, policy: SessionPolicy): Promise<KnowledgeChoice | undefined> {
  try {
    return (await chosenNow(deps, state, policy)) ?? (state.knowledge && NOTHING);
  } catch (error) {
    deps.observer.failed('decide', error);
    return undefined;
  }
}

async function chosenNow(deps: ChooseDeps, state: SessionState, policy: SessionPolicy): Promise<KnowledgeChoice | undefined> {
  const { units } = deps;
  if (!units) return undefined;
  const chosen = await chooseKnowledge(
    { ...deps, units },
    {
      session: state,
      before: await choiceBefore(deps, state),
      // The time of the decision must not influence the session's content (I-15).
      at: state.lastAt,
      family: policy.family,
      budgetTokens: policy.budgets.knowledge,
    },
  );
  return chosen?.choice;
}

async function choiceBefore(deps: ChooseDeps, state: SessionState): Promise<KnowledgeChoice | undefined> {
  if (!state.knowledge) return undefined;
  const { eventId } = state.knowledge;
  return knowledgeIn((await openBodies(deps, state, [eventId])).get(eventId)?.compaction);
}

/** The session as it will be with a choice, for planning. */
export function withChoice(state: SessionState, choice: KnowledgeChoice | undefined): SessionState {
  if (choice === undefined) return state;
  const { knowledge: _before, ...rest } = state;
  return choice.facts.length === 0 ? rest : { ...rest, knowledge: { eventId: '', tokens: choice.tokens } };
}

/** Tokens that a choice adds to the windows of a session. */
export function addedByChoice(before: SessionState, after: SessionState, policy: SessionPolicy): number {
  return knowledgeTokens(after, policy) - knowledgeTokens(before, policy);
}
