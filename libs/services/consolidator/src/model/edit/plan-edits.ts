import type { UnitMarks } from '@total-recall/runtime';
import {
  pointAtFact,
  readPointed,
  type EditTask,
  type NewUnit,
  type ProposalCode,
  type StatedUnit,
  type Unit,
  type UnitDecision,
  type UnitEvidence,
} from '@total-recall/domain';
import type { z } from 'zod';
import { foundUnit } from '../../sweep/found-units.ts';
import type { ModelSweepDeps } from '../model-deps.ts';
import { unitAlias, type mergePlan, type splitPlan } from './edit-question.ts';

export type Planned = { readonly decision: UnitDecision } | { readonly refused: ProposalCode };

const INVALID: Planned = { refused: 'PLAN_VALIDATION_FAIL' };

type Whole = StatedUnit & { readonly unit: Unit };

/**
 * Returns the parts of a fact as a plan names them: two or more quotes of its sentence that do not overlap, each with words that
 * stand there. A part keeps the label and the audience of the whole.
 */
export function plannedSplit(
  { reader, marks }: Pick<ModelSweepDeps, 'reader'> & { readonly marks: UnitMarks },
  { unit, stated, source }: Whole,
  { confidence }: EditTask,
  { parts }: z.infer<typeof splitPlan>,
): Planned {
  if (parts.length < 2) return INVALID;
  const sentence = source.text.slice(stated.from, stated.to);
  const into: NewUnit[] = [];
  let end = 0;
  for (const part of parts) {
    const pointed = pointAtFact({ text: sentence }, { ...part, label: unit.label });
    if (!pointed || pointed.from < end) return INVALID;
    end = pointed.to;
    const evidence: UnitEvidence = {
      eventId: source.eventId,
      session: source.session,
      at: source.occurredAt,
      from: pointed.from + stated.from,
      to: pointed.to + stated.from,
      points: movedPoints(pointed.points, stated.from),
    };
    const says = readPointed(source, unit.label, evidence);
    if (!says) return INVALID;
    const { audience: _audience, ...found } = foundUnit(source, says, { reader, marks }).unit;
    into.push({
      ...found,
      id: `${unit.id}~${into.length + 1}`,
      evidence,
      ...(unit.audience !== undefined && { audience: unit.audience }),
    });
  }
  return { decision: { do: 'split', unit: unit.id, into, confidence } };
}

type Points = NonNullable<UnitEvidence['points']>;

function movedPoints({ subject, attribute, value }: Points, by: number): Points {
  const moved = <T>(part: T): T => (Array.isArray(part) ? (part.map((at: number) => at + by) as T) : part);
  return { subject: moved(subject), ...(attribute && { attribute: moved(attribute) }), ...(value && { value: moved(value) }) };
}

/** One fact for several, in the words of the one that the plan names. */
export function plannedMerge(
  units: readonly Whole[],
  { ids, confidence }: EditTask,
  { representative }: z.infer<typeof mergePlan>,
): Planned {
  const found = units.findIndex((_unit, at) => unitAlias(at) === representative);
  if (found === -1) return { refused: 'MISSING_ID' };
  const { id, label, key, subject, audience, evidence, validFrom, validTo } = units[found]!.unit;
  const into: NewUnit = {
    id: `${id}+1`,
    label,
    key,
    subject,
    evidence: evidence[0]!,
    ...(audience !== undefined && { audience }),
    ...(validFrom !== undefined && { validFrom }),
    ...(validTo !== undefined && { validTo }),
  };
  return { decision: { do: 'merge', units: ids, into, confidence } };
}

/** The later of two facts replaces the earlier one. Nothing is written, so no plan is asked for. */
export function plannedUpdate({ ids: [current, superseded], confidence }: EditTask): Planned {
  return { decision: { do: 'supersede', unit: superseded!, by: current!, reason: 'later_statement', confidence } };
}
