import {
  findUnit,
  undoProblem,
  type LedgerAct,
  type LedgerEntry,
  type SpaceUnits,
  TAIL_ENTRIES,
  type TailEntry,
} from '@total-recall/domain';
import type { Consolidator, SpacePlace } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { factsOf, type ActDeps } from './act-deps.ts';
import { requireRankToUndo } from './agents-acts.ts';
import { appendAct } from './append-act.ts';
import { mayConcern } from './own-facts.ts';
import { requireSame } from './repeated-acts.ts';
import { decideRestored } from './restored-units.ts';

type Undoing = Parameters<Consolidator['undo']>[0];

/** Takes back an entry of the ledger. Errors: `not_found`, `undo_refused`, `forbidden`, `decided_by_person`. */
export async function undoEntry(deps: ActDeps, request: Undoing): ReturnType<Consolidator['undo']> {
  const state = await deps.unitsAt(request);
  const problem = undoProblem(state, request.entryId);
  if (problem) throw undoRefused(request.entryId, problem);
  const allowsUndo = (now: SpaceUnits): boolean => undoProblem(now, request.entryId) === undefined;
  const target = state.tail.find(({ id }) => id === request.entryId)!;
  requireAllowed(request, target);
  await requireOwn(deps, request, state, target);
  await requireRankToUndo(deps, request);
  const decisions = await decideRestored(deps, request, state, target);
  const follows: LedgerAct[] = decisions.length > 0 ? [{ type: 'UnitsDecided', decisions }] : [];
  const act: LedgerAct = { type: 'EntryUndone', entryId: request.entryId, ...(request.byAgent && { byAgent: true }) };
  const entryId = await appendAct(deps, request, act, allowsUndo, follows);
  deps.observer.decided(request.byAgent ? 'agent' : 'person', { do: 'undo' });
  for (const decision of decisions) deps.observer.decided('sweep', decision);
  return { entryId, ...(await restoredBy(deps, request, target)) };
}

/** Answers a repeat of an undoing. What is beyond the tail is named by nothing any more, and left out. */
export async function undoneBefore(deps: ActDeps, request: Undoing, { id, act }: LedgerEntry): ReturnType<Consolidator['undo']> {
  requireSame(act.type === 'EntryUndone' && act.entryId === request.entryId);
  const target = (await deps.unitsAt(request)).tail.find((one) => one.id === request.entryId);
  if (!target) return { entryId: id, restored: [], duplicate: true };
  requireAllowed(request, target);
  await requireOwn(deps, request, await deps.unitsAt(request), target);
  return { entryId: id, ...(await restoredBy(deps, request, target)), duplicate: true };
}

function requireAllowed({ entryId, allowsSettings }: Undoing, { settings }: TailEntry): void {
  if (settings && !allowsSettings)
    throw new TotalRecallError('forbidden', `Entry ${entryId} set a policy: to undo it needs a key with the scope admin.`);
}

/** Refuses to undo what was decided about a private fact of a subject to whom the act is not bound. */
async function requireOwn(deps: ActDeps, request: Undoing, state: SpaceUnits, { before }: TailEntry): Promise<void> {
  const isOwn = await mayConcern(deps, request);
  const changed = before.flatMap(([id, unit]) => [unit, findUnit(state, id)].filter((one) => one !== null && one !== undefined));
  if (changed.every(isOwn)) return;
  throw new TotalRecallError('forbidden', `Entry ${request.entryId} is about a private fact of a subject to whom the key is not bound.`);
}

/** Shows the facts and settings of an entry that was undone. */
async function restoredBy(deps: ActDeps, place: SpacePlace, { before, settings }: TailEntry) {
  const touched = before.flatMap(([id, unit]) => (unit === null ? [] : [id]));
  const restored = await factsOf(deps, place, await deps.unitsAt(place), touched);
  return settings ? { restored, settings: await deps.settingsRestored(place, settings) } : { restored };
}

function undoRefused(entryId: string, problem: NonNullable<ReturnType<typeof undoProblem>>): TotalRecallError {
  switch (problem.reason) {
    case 'unknown':
      return new TotalRecallError(
        'not_found',
        `There is no entry ${entryId} that can still be undone: it is not of this space, more than ${TAIL_ENTRIES} decisions ago, or an erasure took what it would bring back. Then decide anew: correct or forget the fact, or remember what held before.`,
      );
    case 'is_undo':
      return new TotalRecallError('undo_refused', 'An undoing is not undone. Decide anew instead.', { details: { entryId } });
    case 'undone':
      return new TotalRecallError('undo_refused', `Entry ${entryId} was undone before, by ${problem.by}.`, {
        details: { undoneBy: problem.by },
      });
    case 'depended_on':
      return dependedOn(entryId, problem.later);
  }
}

/** Most entries that the refusal lists, and that its message names. */
const LISTED = 20;
const NAMED = 5;

/** Names the entries that are undone first: of many the latest ones, as these hold the others. `later`: the first one first. */
function dependedOn(entryId: string, later: readonly string[]): TotalRecallError {
  const first = later.slice(-NAMED).toReversed();
  const more = later.length - first.length;
  const named = [...first, ...(more > 0 ? [`${more} more`] : [])].join(', then ');
  return new TotalRecallError(
    'undo_refused',
    `${later.length === 1 ? 'A later entry depends' : 'Later entries depend'} on ${entryId}: first undo ${named}.`,
    { details: { later: later.slice(-LISTED) } },
  );
}
