import { MOST_WITHHELD, type LedgerEntry, type Unit } from '@total-recall/domain';
import type { Consolidator, Fact, FactDecision, ForgottenFact, PersonsAct, SpacePlace } from '@total-recall/ports';
import { readEvents, type ReadSource } from '../facts/read-sources.ts';
import { factsOf, type ActDeps } from './act-deps.ts';
import { alsoWithheld } from './also-withheld.ts';
import { mayConcern } from './own-facts.ts';
import { decisionsOf, goneSince, requireSame } from './repeated-acts.ts';
import { goneWithFact } from './gone-with-fact.ts';

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

/**
 * Adds to a withdrawn fact what else states it, what it had replaced, which does not hold again by itself, what recall does
 * not find with it, and what an erasure of its events would take.
 */
export async function forgotten(
  deps: ActDeps,
  place: Pick<PersonsAct, 'tenant' | 'space' | 'subjects'>,
  decision: FactDecision,
): Promise<ForgottenFact> {
  const state = await deps.unitsAt(place);
  const unit = state.units.get(decision.fact.id);
  const { evidence, statements } = unit ?? decision.fact;
  const before = [...state.units.values()]
    .filter(({ status, audience }) => status.is === 'superseded' && status.by === unit?.id && audience === unit.audience)
    .sort((a, b) => b.knownAt - a.knownAt)
    .slice(0, MOST_REPLACED);
  const shown = async (units: readonly Unit[]): Promise<Fact[]> => {
    const ids = units.map(({ id }) => id);
    return (await factsOf(deps, place, state, ids)).toReversed();
  };
  const replaced = await shown(before);
  const hidden = await shown(unit ? alsoWithheld(state, unit) : []);
  const isWithheld = unit?.status.is === 'tombstoned' && unit.status.withholds;
  const alone = isWithheld ? goneWithFact(state, unit, await mayConcern(deps, place)) : undefined;
  const listed = new Set(decision.fact.evidence.map(({ eventId }) => eventId));
  const alsoIn = [...new Set(evidence.map(({ eventId }) => eventId).filter((eventId) => !listed.has(eventId)))];
  const left = evidence.length < MOST_WITHHELD ? 0 : statements - evidence.length;
  return {
    ...decision,
    ...(alsoIn.length > 0 && { alsoIn }),
    ...(left > 0 && { evidenceLeft: left }),
    ...(replaced.length > 0 && { replaced }),
    ...(hidden.length > 0 && { alsoWithheld: hidden }),
    ...(alone && alone.ids.length > 0 && { statedThereAlone: alone }),
  };
}
