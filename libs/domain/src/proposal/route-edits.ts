import { normalValue } from '../fact/normal-value.ts';
import { replacementProblem, type StatedUnit } from './judge-replacement.ts';
import { LEAST_CONFIDENCE, type JudgedProposal, type ProposalCode } from './proposal-code.ts';
import { sayingWords } from './topic-words.ts';

/** An edit that a model proposes. Of an update, `ids` are the fact that holds and the one that it replaces. */
export interface EditTask {
  readonly edit: 'split' | 'merge' | 'update';
  readonly ids: readonly string[];
  readonly confidence: number;
}

/** Most facts that one merge takes. Source: 003 C.1. */
export const MOST_MERGED = 5;
/** Least share of their words that merged facts have in common, over all pairs. */
export const LEAST_COHERENCE = 0.6;

export type FindStated = (id: string) => StatedUnit | undefined;

/**
 * Tells why an edit cannot be carried out on the units as they stand; undefined where it can. It is asked before an edit is
 * queued and again when its turn comes. Source: 003 C.2, C.2.1.
 */
export function editProblem({ edit, ids }: EditTask, find: FindStated): ProposalCode | undefined {
  const units = ids.map(find);
  if (!units.every((unit) => unit !== undefined)) return 'MISSING_ID';
  const most = edit === 'split' ? 1 : edit === 'update' ? 2 : MOST_MERGED;
  const least = edit === 'split' ? 1 : 2;
  if (new Set(ids).size !== ids.length) return 'NORM_FILTER';
  if (ids.length < least || ids.length > most) return 'ARITY_FAIL';
  if (edit === 'update') return replacementProblem(units[1]!, units[0]!);
  if (units.some(({ unit }) => unit.status.is !== 'current')) return 'VISIBILITY_FAIL';
  if (units.some(({ unit }) => unit.byPerson)) return 'APPLICABLE_FAIL';
  const [first] = units;
  if (units.some(({ unit }) => unit.audience !== first!.unit.audience)) return 'VISIBILITY_FAIL';
  if (units.some(({ unit }) => unit.label !== first!.unit.label || unit.subject !== first!.unit.subject)) return 'NORM_FILTER';
  return edit === 'merge' && coherence(units) < LEAST_COHERENCE ? 'COH_FAIL' : undefined;
}

/**
 * Returns how alike statements are, 0 to 1: the mean over all pairs of the share of words both have. Two that name other values
 * of one thing are not alike at all: which of them holds is no question of merging.
 */
export function coherence(units: readonly StatedUnit[]): number {
  let [sum, pairs] = [0, 0];
  for (const [at, a] of units.entries()) {
    for (const b of units.slice(at + 1)) {
      sum += alike(a, b);
      pairs += 1;
    }
  }
  return pairs === 0 ? 0 : sum / pairs;
}

function alike(a: StatedUnit, b: StatedUnit): number {
  const isOther =
    a.stated.value !== undefined && b.stated.value !== undefined && normalValue(a.stated.value) !== normalValue(b.stated.value);
  if (isOther) return 0;
  const [inA, inB] = [sayingWords(a.stated, a.source), sayingWords(b.stated, b.source)];
  const both = [...inA].filter((word) => inB.has(word)).length;
  const all = inA.size + inB.size - both;
  return all === 0 ? 0 : both / all;
}

const ORDER = ['split', 'merge', 'update'] as const;

/**
 * Decides which proposed edits are carried out, in which order: splits, then merges, then updates, the surest first. Each
 * other one is refused with one code. Of several edits of one target the surest stays, of overlapping merges the larger
 * one. Pure; the order of the proposals makes no difference but among equals.
 */
export function routeEdits(
  tasks: readonly EditTask[],
  find: FindStated,
): { readonly queue: readonly EditTask[]; readonly refused: readonly JudgedProposal[] } {
  const refused: JudgedProposal[] = [];
  const passed = tasks.map(canonical).filter((task) => {
    const problem = task.confidence < LEAST_CONFIDENCE ? 'LOW_CONF' : editProblem(task, find);
    if (problem) refused.push(judgedEdit(task, problem));
    return problem === undefined;
  });
  const queue = ORDER.flatMap((edit) => {
    const kept: EditTask[] = [];
    for (const task of passed.filter((one) => one.edit === edit).toSorted(byRank)) {
      const isTaken = kept.some(({ ids }) => (edit === 'merge' ? ids.some((id) => task.ids.includes(id)) : ids.join() === task.ids.join()));
      if (isTaken) refused.push(judgedEdit(task, 'NORM_FILTER'));
      else kept.push(task);
    }
    return kept;
  });
  return { queue, refused };
}

/** Returns an edit with its ids, once each and in order where their order says nothing. */
function canonical(task: EditTask): EditTask {
  return task.edit === 'update' ? task : { ...task, ids: [...new Set(task.ids)].sort() };
}

function byRank(a: EditTask, b: EditTask): number {
  const bySize = a.edit === 'merge' ? b.ids.length - a.ids.length : 0;
  return bySize || b.confidence - a.confidence || (a.ids.join() < b.ids.join() ? -1 : 1);
}

export function judgedEdit({ edit, ids, confidence }: EditTask, outcome: JudgedProposal['outcome']): JudgedProposal {
  return { proposes: edit === 'update' ? 'edit' : edit, targets: ids, confidence, outcome };
}
