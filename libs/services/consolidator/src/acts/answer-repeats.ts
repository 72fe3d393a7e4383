import { MOST_WITHHELD, type LedgerEntry } from '@total-recall/domain';
import type { Consolidator, FactDecision, ForgottenFact, SpacePlace } from '@total-recall/ports';
import { readEvents, type ReadSource } from '../facts/read-sources.ts';
import { factsOf, type ActDeps } from './act-deps.ts';
import { decisionsOf, goneSince, requireSame } from './repeated-acts.ts';

/** Answers a repeat of a call that wrote a fact, with that fact as it is now. Errors: `idempotency_key_reused`, `erased`. */
export async function writtenBefore(
  deps: ActDeps,
  place: SpacePlace,
  entry: LedgerEntry,
  isSame: (said: ReadSource) => boolean,
  corrected?: string,
): Promise<FactDecision> {
  const [added, next] = decisionsOf(entry.act) ?? [];
  const replaced = next?.do === 'supersede' && next.reason === 'corrected' ? next.unit : undefined;
  requireSame(added?.do === 'add' && 'evidence' in added.unit && replaced === corrected);
  const { eventId } = added.unit.evidence;
  const said = (await readEvents(deps, place, [eventId])).get(eventId);
  const [fact] = await factsOf(deps, place, await deps.unitsAt(place), [added.unit.id]);
  if (!said || !fact) throw goneSince(entry);
  requireSame(isSame(said));
  return { entryId: entry.id, fact, duplicate: true };
}

/** Returns a test whether a correction says the same. */
export function correctionIs({ text, value }: Parameters<Consolidator['correct']>[0]): (said: ReadSource) => boolean {
  return ({ source, facts: [stated] }) => source.text === text.trim() && (value === undefined || stated?.value === value);
}

/** Answers a repeat of a call that withdrew a fact. Errors: `idempotency_key_reused`, `erased`. */
export async function forgottenBefore(
  deps: ActDeps,
  { factId, keepEvidence, ...place }: Parameters<Consolidator['forget']>[0],
  entry: LedgerEntry,
): Promise<ForgottenFact> {
  const [withdrawn] = decisionsOf(entry.act) ?? [];
  requireSame(withdrawn?.do === 'tombstone' && withdrawn.unit === factId && withdrawn.withholds === (keepEvidence !== true));
  const [fact] = await factsOf(deps, place, await deps.unitsAt(place), [factId]);
  if (!fact) throw goneSince(entry);
  return forgotten(deps, place, { entryId: entry.id, fact, duplicate: true });
}

/** Most facts that are told as replaced by one that was withdrawn, the latest. */
const MOST_REPLACED = 8;

/** Adds to a withdrawn fact what else states it, and what it had replaced, which does not hold again by itself. */
export async function forgotten(deps: ActDeps, place: SpacePlace, decision: FactDecision): Promise<ForgottenFact> {
  const state = await deps.unitsAt(place);
  const unit = state.units.get(decision.fact.id);
  const { evidence, statements } = unit ?? decision.fact;
  const before = [...state.units.values()]
    .filter(({ status, audience }) => status.is === 'superseded' && status.by === unit?.id && audience === unit.audience)
    .sort((a, b) => b.knownAt - a.knownAt)
    .slice(0, MOST_REPLACED);
  const replaced = (
    await factsOf(
      deps,
      place,
      state,
      before.map(({ id }) => id),
    )
  ).toReversed();
  const listed = new Set(decision.fact.evidence.map(({ eventId }) => eventId));
  const alsoIn = [...new Set(evidence.map(({ eventId }) => eventId).filter((eventId) => !listed.has(eventId)))];
  const left = evidence.length < MOST_WITHHELD ? 0 : statements - evidence.length;
  return {
    ...decision,
    ...(alsoIn.length > 0 && { alsoIn }),
    ...(left > 0 && { evidenceLeft: left }),
    ...(replaced.length > 0 && { replaced }),
  };
}
