import {
  MOST_WITHHELD,
  standsFor,
  type NewUnit,
  type SpaceUnits,
  type StatedFact,
  type Unit,
  type UnitDecision,
} from '@total-recall/domain';
import type { Consolidator, FactDecision, NewFact, PersonsAct } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { readEvents, type ReadSource } from '../facts/read-sources.ts';
import { statedAt } from '../facts/stated-at.ts';
import { erasedSince, factsOf, type ActDeps } from './act-deps.ts';
import { decidedBy, mayDecide, requireRank } from './agents-acts.ts';
import { correctionIs, forgotten, forgottenBefore, writtenBefore } from './answer-repeats.ts';
import { appendAct, changedMeanwhile, tryAppendAct } from './append-act.ts';
import { noFact, requireOwnEvidence, requireOwnFact } from './own-facts.ts';
import { namedByRules, valueByRules } from './named-by-rules.ts';
import { madeBefore, saysSame } from './repeated-acts.ts';
import { replacedBy } from './replaced-facts.ts';
import { undoEntry, undoneBefore } from './undo-entry.ts';
import { unnamedEvidence } from './unnamed-evidence.ts';
import { refuseFull, writeFact } from './write-fact.ts';

type Acts = Pick<Consolidator, 'remember' | 'correct' | 'forget' | 'undo'>;

/**
 * Creates the decisions of persons about facts. Each is one entry of the ledger, which no sweep overrides, and can be undone.
 * Those of agents (`byAgent`) are statements: what is said later replaces them, and they change nothing that a person decided.
 */
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
      if (before) return writtenBefore(deps, request, before, (said) => wasRemembered(deps, said, request.fact));
      await refuseFull(deps, request);
      const fact = namedByRules(deps.reader, request.fact, deps.clock.now());
      const { label, subject } = fact;
      // A fact about a person is theirs: it bears their name, is shown to questions about them, and is erased with
      // them.
      const about = label === 'user' && subject !== 'user' ? subject : undefined;
      const written = await writeFact(deps, request, fact, about);
      const { unit } = written;
      // Two values of one thing cannot both hold at a time; the one that a person writes does.
      const replaced = await replacedBy(deps, request, written);
      const supersede = ({ id }: Unit): UnitDecision => ({ do: 'supersede', unit: id, by: unit.id, reason: 'later_statement' });
      return decideWritten(deps, request, [{ do: 'add', unit }, ...replaced.map(supersede)], unit);
    },
    async correct(request) {
      deps.ownedOf(request.tenant);
      await requireOwnFact(deps, request);
      const before = await madeBefore(deps, request);
      if (before) return writtenBefore(deps, request, before, correctionIs(request), request.factId);
      const unit = await currentUnit(deps, request);
      requireRank(request, unit);
      await refuseFull(deps, request);
      const said = await readEvents(deps, request, [unit.evidence[0]!.eventId]);
      const stated = statedAt(said.get(unit.evidence[0]!.eventId), unit.label, unit.evidence[0]!);
      if (!stated) throw unreadable('write the fact anew.');
      const value = request.value ?? valueByRules(deps.reader, request.text, stated, deps.clock.now());
      const fact = correctedFact(stated, unit, { text: request.text, ...(value !== undefined && { value }) });
      const label = said.get(unit.evidence[0]!.eventId)?.source.subject;
      // A caller who may not name that person does not write under his label either.
      const isNamed = unit.audience !== undefined || request.subjects === undefined || request.subjects.includes(label ?? '');
      const anew = await writeFact(deps, request, fact, isNamed ? label : undefined);
      const { audience: _own, ...found } = anew.unit;
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
      await requireOwnFact(deps, request);
      if (request.erases) await requireOwnEvidence(deps, request);
      const before = await madeBefore(deps, request);
      if (before) return forgottenBefore(deps, request, before);
      const unit = await keptUnit(deps, request);
      requireRank(request, unit);
      const [shown] = await factsOf(deps, request, await deps.unitsAt(request), [unit.id]);
      if (!shown) throw unreadable('no answer has it. Erase its event to be rid of it.');
      const erasures = deps.erasures(request.tenant);
      const decisions = [await withdrawing(deps, request, unit)];
      // Nothing that is left may name what an erasure takes meanwhile.
      const isThere = ({ units }: SpaceUnits): boolean =>
        isDecidable(request, units.get(unit.id)) && deps.erasures(request.tenant) === erasures;
      const entryId = await appendAct(deps, request, { type: 'UnitsDecided', decisions, ...decidedBy(request) }, isThere);
      return forgotten(deps, request, await decided(deps, request, decisions, { factId: unit.id, entryId }));
    },
    async undo(request) {
      deps.ownedOf(request.tenant);
      const before = await madeBefore(deps, request);
      if (before) return undoneBefore(deps, request, before);
      return undoEntry(deps, request);
    },
  };
}

/** Returns true where a unit is still there, and no person has decided about it since an agent began to. */
function isDecidable(by: PersonsAct, unit: Unit | undefined): boolean {
  return unit !== undefined && mayDecide(by, unit);
}

/** Returns true where an event is what this fact was written as then: "tomorrow" is another day for its repeat. */
function wasRemembered({ reader }: ActDeps, said: ReadSource, fact: NewFact): boolean {
  return saysSame(said, fact) || saysSame(said, namedByRules(reader, fact, said.source.occurredAt));
}

/** Withdraws a fact; what is withheld with it is each sentence that states it, also where the fact does not name it. */
async function withdrawing(deps: ActDeps, { keepEvidence, ...place }: Parameters<Acts['forget']>[0], unit: Unit): Promise<UnitDecision> {
  const withholds = keepEvidence !== true;
  const evidence = withholds ? await unnamedEvidence(deps, place, unit, MOST_WITHHELD - unit.evidence.length) : [];
  return { do: 'tombstone', unit: unit.id, withholds, ...(evidence.length > 0 && { evidence }) };
}

async function decided(
  deps: ActDeps,
  by: PersonsAct,
  decisions: readonly UnitDecision[],
  { factId, entryId }: { readonly factId: string; readonly entryId: string },
): Promise<FactDecision> {
  for (const decision of decisions) deps.observer.decided(by.byAgent ? 'agent' : 'person', decision);
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
    const entryId = await tryAppendAct(deps, by, { type: 'UnitsDecided', decisions, ...decidedBy(by) }, isStill);
    if (entryId !== undefined) return decided(deps, by, decisions, { factId: id, entryId });
  }
  throw changedMeanwhile();
}

/** Returns the error for a fact whose event is lost or damaged. */
function unreadable(then: string): TotalRecallError {
  return new TotalRecallError('not_found', `The sentence that states this fact cannot be read any more; ${then}`);
}

type OfFact = PersonsAct & { readonly factId: string };

/** Returns a fact that was not forgotten, also one that was replaced: its words may be what is to be forgotten. */
async function keptUnit(deps: ActDeps, { factId, ...by }: OfFact): Promise<Unit> {
  const unit = (await deps.unitsAt(by)).units.get(factId);
  if (!unit) throw noFact(factId);
  if (unit.status.is === 'tombstoned')
    throw new TotalRecallError(
      'fact_not_current',
      `Fact ${factId} was withdrawn. Undo the entry that withdrew it to decide about it anew; its events can be erased as they are.`,
      { details: {} },
    );
  return unit;
}

async function currentUnit(deps: ActDeps, by: OfFact): Promise<Unit> {
  const unit = await keptUnit(deps, by);
  if (unit.status.is === 'current') return unit;
  const { units } = await deps.unitsAt(by);
  // A replaced fact names the one that replaced it, also where that one is erased.
  const left = standsFor(unit).filter((id) => units.has(id));
  if (left.length === 0)
    throw new TotalRecallError(
      'fact_not_current',
      `Fact ${by.factId} was replaced by one that has been erased since. Where it holds again, remember it anew.`,
      { details: {} },
    );
  throw new TotalRecallError('fact_not_current', `Fact ${by.factId} was replaced by ${left.join(' and ')}.`, {
    details: unit.status.is === 'superseded' ? { supersededBy: left[0]! } : {},
  });
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
