import type { UnitMarks } from '@total-recall/runtime';
import {
  isOneAudience,
  LEAST_CONFIDENCE,
  pointAtFact,
  readPointed,
  saidAgain,
  type Confirmation,
  type JudgedProposal,
  type NewUnit,
  type ProposalCode,
  type SpaceUnits,
  type StatedFact,
  type Unit,
  type UnitEvidence,
} from '@total-recall/domain';
import { evidenceOf, isWithdrawn, isWithdrawnByAgent } from '../../sweep/decide-facts.ts';
import { foundUnit } from '../../sweep/found-units.ts';
import type { ModelSweepDeps } from '../model-deps.ts';
import type { ProposedPageFact } from './extraction-question.ts';
import type { ExtractionPage, PageEvent } from './read-extraction-page.ts';

/** A proposed fact that holds: the unit that it would become. */
export interface HeldFact {
  readonly unit: NewUnit;
  readonly stated: StatedFact;
}

/** Judgement of a proposal before it is held against what is known. */
export type FirstJudgement = { readonly fact: HeldFact; readonly confidence: number } | { readonly refused: JudgedProposal };

/**
 * Judges the proposed facts of a page by the page alone: the event is one of it, the model is sure, each word stands there,
 * and nothing of it was returned by recall.
 */
export function judgeFacts(
  { reader, marks }: Pick<ModelSweepDeps, 'reader'> & { readonly marks: UnitMarks },
  page: ExtractionPage,
  proposed: readonly ProposedPageFact[],
): FirstJudgement[] {
  const byAlias = new Map(page.events.map((event) => [event.alias, event]));
  return proposed.map((one): FirstJudgement => {
    const event = byAlias.get(one.event);
    if (!event) return refused([], one, 'MISSING_ID');
    const target = [event.source.eventId];
    if (one.confidence < LEAST_CONFIDENCE) return refused(target, one, 'LOW_CONF');
    const pointed = mayLabel(event, one) ? pointAtFact(event.source, one) : undefined;
    if (!pointed) return refused(target, one, 'NORM_FILTER');
    if (reachesRecalled(event, pointed)) return refused(target, one, 'VISIBILITY_FAIL');
    const evidence: UnitEvidence = { ...evidenceOf(event.source, pointed), points: pointed.points };
    const stated = readPointed(event.source, one.label, evidence);
    if (!stated) return refused(target, one, 'NORM_FILTER');
    const { unit } = foundUnit(event.source, stated, { reader, marks });
    // A fact from one person's event is shown to that person alone, whatever label a model gives it.
    const { subject } = event.source;
    const audience = subject === undefined ? undefined : marks.subject(subject);
    return {
      fact: { unit: { ...unit, evidence, ...(audience !== undefined && { audience }) }, stated },
      confidence: one.confidence,
    };
  });
}

function refused(targets: readonly string[], { confidence }: ProposedPageFact, outcome: ProposalCode): FirstJudgement {
  return { refused: { proposes: 'fact', targets, confidence, outcome } };
}

/** An assistant also drafts what its user might say; only what it says of the work is its own. */
function mayLabel({ source: { kind } }: PageEvent, { label }: ProposedPageFact): boolean {
  return label === 'project' || label === 'reference' || (kind !== 'agent_message' && kind !== 'decision');
}

function reachesRecalled({ recalled }: PageEvent, { from, to }: { readonly from: number; readonly to: number }): boolean {
  return recalled.some((range) => from < range.to && range.from < to);
}

/** Effect of a found fact. */
export type FactDecision = { readonly do: 'add'; readonly unit: NewUnit } | Confirmation;

export interface KnownOfKey {
  readonly unit: Unit;
  readonly stated: StatedFact;
}

/**
 * Decides what facts that hold do: one that says what a unit of its key says confirms it, others are added. They replace
 * nothing: which fact replaces which is asked for apart.
 */
export function decideHeld(
  { reader }: Pick<ModelSweepDeps, 'reader'>,
  judged: readonly FirstJudgement[],
  { state, knownOf, room }: { readonly state: SpaceUnits; readonly knownOf: (key: string) => readonly KnownOfKey[]; readonly room: number },
): { readonly decisions: readonly FactDecision[]; readonly proposals: readonly JudgedProposal[] } {
  const inEvent = sentencesByEvent(state);
  const added = new Map<string, HeldFact>();
  const decisions: FactDecision[] = [];
  const decide = (fact: HeldFact): JudgedProposal['outcome'] => {
    const { evidence, id, key, audience } = fact.unit;
    const there = (inEvent.get(evidence.eventId) ?? []).filter((one) => one.from < evidence.to && evidence.from < one.to);
    if (there.some(({ unit }) => isWithdrawn(unit.status))) return 'VISIBILITY_FAIL';
    if (added.has(id) || state.units.has(id) || there.some((one) => one.from === evidence.from && one.to === evidence.to)) return 'known';
    const same = knownOf(key).filter(
      ({ unit, stated }) =>
        isOneAudience(fact.unit, unit) && mayBeAgain(unit, evidence.at) && reader.compare(stated, fact.stated) === 'same',
    );
    if (same.some(({ unit }) => isWithdrawn(unit.status))) return 'VISIBILITY_FAIL';
    // A part of its own sentence is no second statement.
    if (same.some(({ unit }) => there.some((one) => one.unit.id === unit.id))) return 'known';
    const own = same.find(({ unit }) => unit.audience === audience);
    const again = [...added.values()].find(
      (one) => one.unit.key === key && one.unit.audience === audience && reader.compare(one.stated, fact.stated) === 'same',
    );
    const confirmed = own?.unit.id ?? again?.unit.id;
    if (confirmed !== undefined) {
      decisions.push(saidAgain(confirmed, evidence));
      return 'applied';
    }
    if (added.size >= room) return 'ARITY_FAIL';
    added.set(id, fact);
    decisions.push({ do: 'add', unit: fact.unit });
    return 'applied';
  };
  const proposals = judged.map((one): JudgedProposal =>
    'refused' in one
      ? one.refused
      : { proposes: 'fact', targets: [one.fact.unit.evidence.eventId], confidence: one.confidence, outcome: decide(one.fact) },
  );
  return { decisions, proposals };
}

/** Returns true for what nothing has replaced or ended by this time, and for what was corrected behind it. */
function mayBeAgain(unit: Unit, at: number): boolean {
  const { status } = unit;
  if (status.is === 'tombstoned' && isWithdrawnByAgent(unit)) return status.at > at;
  return status.is !== 'superseded' || (isWithdrawn(status) && status.at > at);
}

/** Sentences that units are stated by, by their event. */
function sentencesByEvent({ units }: SpaceUnits): Map<string, { readonly unit: Unit; readonly from: number; readonly to: number }[]> {
  const byEvent = new Map<string, { readonly unit: Unit; readonly from: number; readonly to: number }[]>();
  for (const unit of units.values()) {
    for (const { eventId, from, to } of unit.evidence) {
      const own = byEvent.get(eventId);
      if (own) own.push({ unit, from, to });
      else byEvent.set(eventId, [{ unit, from, to }]);
    }
  }
  return byEvent;
}
