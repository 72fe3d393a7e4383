import {
  asRead,
  byFirstSaid,
  knownUnit,
  spaceKey,
  standsFor,
  undoProblem,
  type LedgerAct,
  type LedgerEntry,
  type NewUnit,
  type SpaceUnits,
  type StatedFact,
  type TailEntry,
  type Unit,
  type UnitDecision,
  writtenSession,
} from '@total-recall/domain';
import type { Consolidator, Fact, FactDecision, NewFact, PersonsAct, SpacePlace } from '@total-recall/ports';
import { openUnitMarks, type RecentEntries, TotalRecallError } from '@total-recall/runtime';
import type { ConsolidatorDeps } from '../consolidator-deps.ts';
import type { ListDeps } from '../facts/list-facts.ts';
import { readEvents, readSources, type ReadSource } from '../facts/read-sources.ts';
import { statedAt } from '../facts/stated-at.ts';
import { viewFacts } from '../facts/view-facts.ts';
import { writtenMeta } from '../facts/written-fact.ts';
import type { Reflections } from '../reflection/reflections.ts';
import { foundUnit } from '../sweep/found-units.ts';
import type { SpaceTurns } from '../sweep/space-turns.ts';
import { appendAct, changedMeanwhile, tryAppendAct, type AppendActDeps } from './append-act.ts';
import { decideRestored } from './restored-units.ts';
import { decisionsOf, goneSince, madeBefore, requireSame, saysSame } from './repeated-acts.ts';

export interface ActDeps extends ListDeps, AppendActDeps, Pick<ConsolidatorDeps, 'ingest' | 'ledger' | 'observer' | 'takenIn'> {
  /** One who reads the units of a space and decides on them, after the other. */
  readonly deciding: SpaceTurns;
  /** Number of erasures of a tenant that were requested so far. */
  readonly erasures: (tenant: string) => number;
  /** Most units of one space. */
  readonly unitsPerSpace: number;
  /** By space, the first session of facts by hand that was not found erased. */
  readonly writtenIn: RecentEntries<number>;
  /** Brings settings into force that an undoing gave back, and says what became of each. */
  readonly settingsRestored: Reflections['restored'];
}

type Acts = Pick<Consolidator, 'remember' | 'correct' | 'forget' | 'undo'>;

/** Creates the decisions of persons about facts. Each is one entry of the ledger, which no sweep overrides, and can be undone. */
export function createPersonsActs(deps: ActDeps): Acts {
  // Acts take turns, so the second of two who correct one fact is told that it was replaced, before anything is written, and
  // a sweep holds what it finds in the meantime against what the person said.
  const { run: inTurn } = deps.deciding;
  const acts = actsOf(deps);
  return {
    remember: (request) => inTurn(request, () => acts.remember(request)),
    correct: (request) => inTurn(request, () => acts.correct(request)),
    forget: (request) => inTurn(request, () => acts.forget(request)),
    undo: (request) => inTurn(request, () => acts.undo(request)),
  };
}

function actsOf(deps: ActDeps): Acts {
  return {
    async remember(request) {
      deps.ownedOf(request.tenant);
      const before = await madeBefore(deps, request);
      if (before) return writtenBefore(deps, request, before, (said) => saysSame(said, request.fact));
      await refuseFull(deps, request);
      const { label, subject } = request.fact;
      // A fact about a person is theirs: it bears their name, is shown to questions about them, and is erased with
      // them.
      const about = label === 'user' && subject !== 'user' ? subject : undefined;
      const unit = await writeFact(deps, request, request.fact, about);
      // Two values of one thing cannot both hold at a time; the one that a person writes does.
      const replaced = await replacedBy(deps, request, unit);
      const supersede = ({ id }: Unit): UnitDecision => ({ do: 'supersede', unit: id, by: unit.id, reason: 'later_statement' });
      return decideWritten(deps, request, [{ do: 'add', unit }, ...replaced.map(supersede)], unit);
    },
    async correct(request) {
      deps.ownedOf(request.tenant);
      const before = await madeBefore(deps, request);
      if (before) return writtenBefore(deps, request, before, correctionIs(request), request.factId);
      const unit = await currentUnit(deps, request);
      await refuseFull(deps, request);
      const said = await readEvents(deps, request, [unit.evidence[0]!.eventId]);
      const stated = statedAt(said.get(unit.evidence[0]!.eventId), unit.label, unit.evidence[0]!);
      if (!stated) throw unreadable('write the fact anew.');
      const fact = correctedFact(stated, unit, request);
      const { audience: _own, ...found } = await writeFact(deps, request, fact, said.get(unit.evidence[0]!.eventId)?.source.subject);
      // It tells the same thing as the fact that it replaces to the same persons, so it takes its key.
      const written: NewUnit = {
        ...found,
        key: unit.key,
        ...(unit.audience !== undefined && { audience: unit.audience }),
      };
      const decisions: UnitDecision[] = [
        { do: 'add', unit: written },
        { do: 'supersede', unit: unit.id, by: written.id, reason: 'corrected' },
      ];
      return decideWritten(deps, request, decisions, written);
    },
    async forget(request) {
      deps.ownedOf(request.tenant);
      const before = await madeBefore(deps, request);
      if (before) return forgottenBefore(deps, request, before);
      const unit = await keptUnit(deps, request);
      const [shown] = await factsOf(deps, request, await deps.unitsAt(request), [unit.id]);
      if (!shown) throw unreadable('no answer has it. Erase its event to be rid of it.');
      const decisions: UnitDecision[] = [{ do: 'tombstone', unit: unit.id, withholds: request.keepEvidence !== true }];
      const isThere = ({ units }: SpaceUnits): boolean => units.has(unit.id);
      const entryId = await appendAct(deps, request, { type: 'UnitsDecided', decisions, byPerson: true }, isThere);
      return decided(deps, request, decisions, { factId: unit.id, entryId });
    },
    async undo(request) {
      deps.ownedOf(request.tenant);
      const before = await madeBefore(deps, request);
      if (before) return undoneBefore(deps, request, before);
      const state = await deps.unitsAt(request);
      const problem = undoProblem(state, request.entryId);
      if (problem) throw undoRefused(request.entryId, problem);
      const allowsUndo = (now: SpaceUnits): boolean => undoProblem(now, request.entryId) === undefined;
      const target = state.tail.find(({ id }) => id === request.entryId)!;
      requireAllowed(request, target);
      const decisions = await decideRestored(deps, request, state, target);
      const follows: LedgerAct[] = decisions.length > 0 ? [{ type: 'UnitsDecided', decisions }] : [];
      const entryId = await appendAct(deps, request, { type: 'EntryUndone', entryId: request.entryId }, allowsUndo, follows);
      deps.observer.decided('person', 'undo');
      for (const decision of decisions) deps.observer.decided('sweep', decision.do);
      return { entryId, ...(await restoredBy(deps, request, target)) };
    },
  };
}

async function decided(
  deps: ActDeps,
  by: PersonsAct,
  decisions: readonly UnitDecision[],
  { factId, entryId }: { readonly factId: string; readonly entryId: string },
): Promise<FactDecision> {
  for (const decision of decisions) deps.observer.decided('person', decision.do);
  const [fact] = await factsOf(deps, by, await deps.unitsAt(by), [factId]);
  if (!fact) throw erasedSince({ entryId });
  return { entryId, fact };
}

/** Most times that a decision is tried again because an erasure was requested meanwhile. */
const MOST_ROUNDS = 16;

/** Decides about a fact that was just written, unless an erasure has taken its event: a unit without it would stay for ever. */
async function decideWritten(
  deps: ActDeps,
  by: PersonsAct,
  decisions: readonly UnitDecision[],
  { id, evidence }: NewUnit,
): Promise<FactDecision> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const erasures = deps.erasures(by.tenant);
    const isTaken = (): boolean => deps.takenIn?.(by)(evidence) === true;
    if (isTaken() || !(await readEvents(deps, by, [evidence.eventId])).has(evidence.eventId)) throw erasedSince();
    const isStill = (): boolean => deps.erasures(by.tenant) === erasures && !isTaken();
    const entryId = await tryAppendAct(deps, by, { type: 'UnitsDecided', decisions, byPerson: true }, isStill);
    if (entryId !== undefined) return decided(deps, by, decisions, { factId: id, entryId });
  }
  throw changedMeanwhile();
}

/** Returns the error for a fact whose event was erased while it was decided about; `entryId` where that is in the ledger. */
function erasedSince(details: { readonly entryId?: string } = {}): TotalRecallError {
  return new TotalRecallError('erased', 'This was erased while it was decided about. Write it again where it still holds.', { details });
}

/** Returns the error for a fact whose event is lost or damaged. */
function unreadable(then: string): TotalRecallError {
  return new TotalRecallError('not_found', `The sentence that states this fact cannot be read any more; ${then}`);
}

type Undoing = Parameters<Consolidator['undo']>[0];

function requireAllowed({ entryId, allowsSettings }: Undoing, { settings }: TailEntry): void {
  if (settings && !allowsSettings)
    throw new TotalRecallError('forbidden', `Entry ${entryId} set a policy: to undo it needs a key with the scope admin.`);
}

/** Shows the facts and settings of an entry that was undone. */
async function restoredBy(deps: ActDeps, place: SpacePlace, { before, settings }: TailEntry) {
  const touched = before.flatMap(([id, unit]) => (unit === null ? [] : [id]));
  const restored = await factsOf(deps, place, await deps.unitsAt(place), touched);
  return settings ? { restored, settings: await deps.settingsRestored(place, settings) } : { restored };
}

/** Answers a repeat of a call that wrote a fact, with that fact as it is now. Errors: `idempotency_key_reused`, `erased`. */
async function writtenBefore(
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

function correctionIs({ text, value }: Parameters<Consolidator['correct']>[0]): (said: ReadSource) => boolean {
  return ({ source, facts: [stated] }) => source.text === text.trim() && stated?.value === value;
}

async function forgottenBefore(
  deps: ActDeps,
  { factId, keepEvidence, ...place }: Parameters<Consolidator['forget']>[0],
  entry: LedgerEntry,
): Promise<FactDecision> {
  const [withdrawn] = decisionsOf(entry.act) ?? [];
  requireSame(withdrawn?.do === 'tombstone' && withdrawn.unit === factId && withdrawn.withholds === (keepEvidence !== true));
  const [fact] = await factsOf(deps, place, await deps.unitsAt(place), [factId]);
  if (!fact) throw goneSince(entry);
  return { entryId: entry.id, fact, duplicate: true };
}

/** Answers a repeat of an undoing. What is beyond the tail is named by nothing any more, and left out. */
async function undoneBefore(deps: ActDeps, request: Undoing, { id, act }: LedgerEntry): ReturnType<Consolidator['undo']> {
  requireSame(act.type === 'EntryUndone' && act.entryId === request.entryId);
  const target = (await deps.unitsAt(request)).tail.find((one) => one.id === request.entryId);
  if (!target) return { entryId: id, restored: [], duplicate: true };
  requireAllowed(request, target);
  return { entryId: id, ...(await restoredBy(deps, request, target)), duplicate: true };
}

/** Errors: `quota_exceeded` where a space has as many units as it may have. */
async function refuseFull({ unitsAt, unitsPerSpace }: ActDeps, place: SpacePlace): Promise<void> {
  if ((await unitsAt(place)).units.size < unitsPerSpace) return;
  throw new TotalRecallError('quota_exceeded', `A space holds at most ${unitsPerSpace} facts. Erase what is not needed any more.`);
}

function undoRefused(entryId: string, problem: NonNullable<ReturnType<typeof undoProblem>>): TotalRecallError {
  switch (problem.reason) {
    case 'unknown':
      return new TotalRecallError(
        'not_found',
        `There is no entry ${entryId} that can still be undone: it is not of this space, or too long ago.`,
      );
    case 'is_undo':
      return new TotalRecallError('undo_refused', 'An undoing is not undone. Decide anew instead.', { details: { entryId } });
    case 'undone':
      return new TotalRecallError('undo_refused', `Entry ${entryId} was undone before, by ${problem.by}.`, {
        details: { undoneBy: problem.by },
      });
    case 'depended_on':
      return new TotalRecallError('undo_refused', `Later entries depend on ${entryId}: undo them first, the latest first.`, {
        details: { later: problem.later.slice(0, 20) },
      });
  }
}

/**
 * Appends what a person writes as an event of the space, and gives the unit that it becomes. `about`: the data subject
 * whose label the event bears, so that an erasure of that subject takes it, too.
 */
async function writeFact(deps: ActDeps, by: PersonsAct, fact: NewFact, about?: string): Promise<NewUnit> {
  const { tenant, space, idempotencyKey } = by;
  const erasures = deps.erasures(tenant);
  const text = fact.text.trim();
  const append = (session: string): ReturnType<ActDeps['ingest']['append']> =>
    deps.ingest.append({
      tenant,
      space,
      session,
      events: [{ kind: 'user_message', text, meta: { ...writtenMeta(fact), ...(about !== undefined && { subject: about }) } }],
      // The repeat of a call that ended between its event and its entry writes the entry alone.
      ...(idempotencyKey !== undefined && { idempotencyKey }),
      wait: 'searchable',
    });
  const { events } = await inWrittenSession(deps, by, append);
  const [event] = await deps.index.events(tenant, space, [events[0]!.id]);
  const [read] = event ? await readSources(deps, [event]) : [];
  if (!read && deps.erasures(tenant) !== erasures) throw erasedSince();
  if (!read) throw new TotalRecallError('not_caught_up', 'What was written is kept, and not read yet. Try again.', { retryAfterMs: 1_000 });
  const marks = await openUnitMarks(deps, { tenant, space });
  return foundUnit(read.source, asRead(read.facts[0]!), { reader: deps.reader, marks }).unit;
}

/** Runs an append in the first session of facts by hand that is not erased. Errors: `erased` where the whole space is. */
async function inWrittenSession<T>({ keys, writtenIn }: ActDeps, place: SpacePlace, append: (session: string) => Promise<T>): Promise<T> {
  const key = spaceKey(place);
  for (let nth = writtenIn.get(key) ?? 1; ; nth += 1) {
    try {
      return await append(writtenSession(nth));
    } catch (error) {
      if (!(error instanceof TotalRecallError && error.code === 'erased')) throw error;
      await keys.spaceKey(place.tenant, place.space);
      // An erased session stays so.
      writtenIn.set(key, nth + 1);
    }
  }
}

/** Most facts of persons that are read to find those of one thing, the latest. */
const MOST_WRITTEN = 256;

/** Facts of the same thing that were written when a key still held an attribute letter by letter. */
async function writtenOtherwise(deps: ActDeps, place: SpacePlace, unit: NewUnit, units: SpaceUnits['units']): Promise<Unit[]> {
  const written = [...units.values()]
    .filter(
      ({ label, subject, key, status, byPerson }) =>
        byPerson && label === unit.label && subject === unit.subject && key !== unit.key && status.is === 'current',
    )
    .slice(-MOST_WRITTEN);
  if (written.length === 0) return [];
  const marks = await openUnitMarks(deps, place);
  const ids = written.map(({ evidence }) => evidence[0]!.eventId);
  const said = await readEvents(deps, place, ids);
  return written.filter((_, at) => {
    const read = said.get(ids[at]!);
    if (!read?.isWritten) return false;
    return foundUnit(read.source, asRead(read.facts[0]!), { reader: deps.reader, marks }).unit.key === unit.key;
  });
}

type OfFact = PersonsAct & { readonly factId: string };

/** Returns a fact that was not forgotten, also one that was replaced: its words may be what is to be forgotten. */
async function keptUnit(deps: ActDeps, { factId, ...by }: OfFact): Promise<Unit> {
  const unit = (await deps.unitsAt(by)).units.get(factId);
  if (!unit) throw new TotalRecallError('not_found', `There is no fact ${factId} here.`);
  if (unit.status.is === 'tombstoned') throw new TotalRecallError('fact_not_current', `Fact ${factId} was forgotten.`, { details: {} });
  return unit;
}

async function currentUnit(deps: ActDeps, by: OfFact): Promise<Unit> {
  const unit = await keptUnit(deps, by);
  const { status } = unit;
  if (status.is === 'current') return unit;
  throw new TotalRecallError('fact_not_current', `Fact ${by.factId} was replaced by ${standsFor(unit).join(' and ')}.`, {
    details: status.is === 'superseded' ? { supersededBy: status.by } : {},
  });
}

/** Facts that a written one replaces: those of its thing that are true at one time with it. */
async function replacedBy(deps: ActDeps, place: SpacePlace, unit: NewUnit): Promise<Unit[]> {
  const { units } = await deps.unitsAt(place);
  const ofThing = [...units.values()].filter(({ key, status }) => key === unit.key && status.is === 'current');
  const written = { ...unit, knownAt: unit.evidence.at };
  return [...ofThing, ...(await writtenOtherwise(deps, place, unit, units))].filter((one) => isAtOneTime(one, written));
}

function correctedFact({ label, subject, attribute }: StatedFact, unit: Unit, { text, value }: Pick<NewFact, 'text' | 'value'>): NewFact {
  return {
    label,
    subject,
    text,
    ...(attribute !== undefined && { attribute }),
    ...(value !== undefined && { value }),
    // It was true for as long as the other was held to be.
    validFrom: unit.validFrom ?? unit.knownAt,
    ...(unit.validTo !== undefined && { validTo: unit.validTo }),
  };
}

type Dated = Pick<Unit, 'validFrom' | 'validTo' | 'knownAt'>;

/** Returns true where both are true at some time, by their dates or since they were first said. */
function isAtOneTime(a: Dated, b: Dated): boolean {
  const begin = ({ validFrom, knownAt }: Dated): number => validFrom ?? knownAt;
  return begin(a) < (b.validTo ?? Infinity) && begin(b) < (a.validTo ?? Infinity);
}

async function factsOf(deps: ListDeps, place: SpacePlace, { units }: SpaceUnits, ids: readonly string[]): Promise<Fact[]> {
  const own = [...new Set(ids)].flatMap((id) => units.get(id) ?? []);
  const known = own.flatMap((unit) => knownUnit(units, unit, {}) ?? []);
  return viewFacts(deps, place, known.sort(byFirstSaid));
}
