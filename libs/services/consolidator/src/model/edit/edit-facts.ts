import {
  editProblem,
  evolveUnits,
  judgedEdit,
  routeEdits,
  type EditTask,
  type JudgedProposal,
  type ProposalCode,
  type SpaceUnits,
  type StatedUnit,
  type Unit,
  type UnitDecision,
} from '@total-recall/domain';
import type { ModelUsage, SpacePlace } from '@total-recall/ports';
import { inParallel, openUnitMarks, type UnitMarks } from '@total-recall/runtime';
import { appendJudged, type AppendDeps } from '../append-judged.ts';
import { askModel, type AskDeps, type AskedAnswer, type StageQuestion } from '../ask-model.ts';
import type { StageEnd } from '../extract/extract-facts.ts';
import { factsAddedAfter } from '../reconcile/find-comparisons.ts';
import { readStatedUnits } from '../stated-units.ts';
import {
  diagnosis,
  DIAGNOSIS_INSTRUCTIONS,
  factsText,
  MERGE_INSTRUCTIONS,
  mergePlan,
  SPLIT_INSTRUCTIONS,
  splitPlan,
  unitAlias,
  type Diagnosis,
} from './edit-question.ts';
import { findContexts, type EditContext } from './find-contexts.ts';
import { plannedMerge, plannedSplit, plannedUpdate, type Planned } from './plan-edits.ts';

export type EditDeps = AppendDeps & AskDeps;

/** Diagnoses that are asked for at a time. */
const AT_A_TIME = 4;
/** Contexts of one run, so that the budget of a sweep is enough for it. */
const MOST_CONTEXTS = 8;

/** The outcome of one run over some facts. */
interface Run {
  calls: number;
  usage: ModelUsage;
  readonly proposals: JudgedProposal[];
  readonly decisions: UnitDecision[];
  /** Set where a question was not answered, so that the same facts are looked at again. */
  failure?: string;
}

/**
 * Has a model look for facts that should be split, merged or replaced: diagnoses side by side, then routing, then edits one
 * after the other. A proposal that fails anywhere is dropped with its code; nothing is asked for again or repaired. Source:
 * 003 §3.3, C.
 */
export async function editFacts(deps: EditDeps, place: SpacePlace): Promise<StageEnd> {
  const marks = await openUnitMarks(deps, place);
  for (;;) {
    deps.signal.throwIfAborted();
    const state = await deps.stateOf(place);
    const added = factsAddedAfter(state, state.model?.edited ?? 0, state.model?.editedTo);
    if (added.length === 0) return 'done';
    const moment = { state, erasures: deps.erasures() };
    const run: Run = { calls: 0, usage: { inputTokens: 0, outputTokens: 0 }, proposals: [], decisions: [] };
    const contexts = await findContexts(deps, place, state, added);
    const tasks = await diagnose(deps, contexts.slice(0, MOST_CONTEXTS), run);
    if (run.failure === undefined) await execute({ ...deps, marks }, place, state, { tasks, run });
    const { failure, calls, usage, proposals } = run;
    const judgement = {
      stage: 'edit',
      calls,
      usage,
      proposals,
      ...(failure === undefined ? editedBy(added, contexts) : { failure }),
    } as const;
    if (failure !== undefined && calls === 0) return 'stopped';
    const isAppended = await appendJudged(
      deps,
      place,
      moment,
      judgement,
      run.decisions.map((one) => [one]),
    );
    if (failure !== undefined) return 'stopped';
    if (!isAppended) return 'waits';
  }
}

/** The progress behind a run: up to the fact of its last context, or to the last of all where each was looked at. */
function editedBy(added: readonly Unit[], contexts: readonly EditContext[]): { readonly edited: number; readonly editedTo?: string } {
  const lastId = contexts.length > MOST_CONTEXTS ? contexts[MOST_CONTEXTS - 1]![0]!.unit.id : added.at(-1)!.id;
  const at = added.findIndex(({ id }) => id === lastId);
  const [last, next] = [added[at]!, added[at + 1]];
  return next?.addedBy === last.addedBy ? { edited: last.addedBy - 1, editedTo: last.id } : { edited: last.addedBy };
}

/** Asks for the diagnosis of each context. Names that a context does not have are refused here. */
async function diagnose(deps: EditDeps, contexts: readonly EditContext[], run: Run): Promise<EditTask[]> {
  const question = { stage: 'edit', name: 'diagnosis', instructions: DIAGNOSIS_INSTRUCTIONS, schema: diagnosis } as const;
  const answers = await inParallel(contexts, AT_A_TIME, (context) =>
    askModel(deps, { ...question, messages: [{ role: 'user', text: factsText(context) }] }),
  );
  const tasks: EditTask[] = [];
  for (const [at, answer] of answers.entries()) {
    const context = contexts[at]!;
    const told = read(answer, run);
    if (told === undefined) continue;
    if (typeof told === 'string') run.proposals.push({ proposes: 'edit', targets: [context[0]!.unit.id], outcome: told });
    else tasks.push(...tasksOf(told, context, run));
  }
  return tasks;
}

/** Counts an answer; gives what it says, the code of its refusal, or nothing where the run has to be done again. */
function read<T extends object>(answer: AskedAnswer<T>, run: Run): T | ProposalCode | undefined {
  if (answer.kind === 'spent') {
    run.failure ??= answer.budget;
    return undefined;
  }
  run.calls += 1;
  const { inputTokens, outputTokens } = answer.usage;
  run.usage = { inputTokens: run.usage.inputTokens + inputTokens, outputTokens: run.usage.outputTokens + outputTokens };
  if (answer.kind === 'answered') return answer.value;
  if (answer.isAway) {
    run.failure ??= answer.reason;
    return undefined;
  }
  // A refusal, or an answer that was cut, has no JSON either.
  return answer.reason === 'SCHEMA_FAIL' ? 'SCHEMA_FAIL' : 'JSON_PARSE_FAIL';
}

function tasksOf(
  { split_tasks: splits, merge_tasks: merges, update_tasks: updates }: Diagnosis,
  context: EditContext,
  run: Run,
): EditTask[] {
  const byAlias = new Map(context.map(({ unit }, at) => [unitAlias(at), unit.id]));
  const named: EditTask[] = [
    ...splits.map(({ id, confidence }) => ({ edit: 'split', ids: [id], confidence }) as const),
    ...merges.map(({ ids, confidence }) => ({ edit: 'merge', ids, confidence }) as const),
    ...updates.map(({ current, superseded, confidence }) => ({ edit: 'update', ids: [current, superseded], confidence }) as const),
  ];
  return named.flatMap((task) => {
    const ids = task.ids.map((alias) => byAlias.get(alias));
    if (ids.every((one) => one !== undefined)) return [{ ...task, ids }];
    run.proposals.push(judgedEdit({ ...task, ids: ids.filter((one) => one !== undefined) }, 'MISSING_ID'));
    return [];
  });
}

interface Executing {
  readonly tasks: readonly EditTask[];
  readonly run: Run;
}

type Stated = StatedUnit & { readonly unit: Unit };

/** Carries out what the routing lets pass, in its order, on the units as each edit leaves them. */
async function execute(
  deps: EditDeps & { readonly marks: UnitMarks },
  place: SpacePlace,
  before: SpaceUnits,
  { tasks, run }: Executing,
): Promise<void> {
  const wanted = new Set(tasks.flatMap(({ ids }) => ids));
  const units = [...wanted].flatMap((id) => before.units.get(id) ?? []);
  const stated = new Map((await readStatedUnits(deps, place, units)).map((one) => [one.unit.id, one]));
  let state = before;
  const find = (id: string): Stated | undefined => {
    const [one, unit] = [stated.get(id), state.units.get(id)];
    return one && unit && { ...one, unit };
  };
  const { queue, refused } = routeEdits(tasks, find);
  run.proposals.push(...refused);
  const touched = new Set<string>();
  for (const task of queue) {
    const problem = task.ids.some((id) => touched.has(id)) ? 'TOUCHED_CONFLICT' : editProblem(task, find);
    const planned: Planned | undefined = problem
      ? { refused: problem }
      : await plan(
          deps,
          task,
          task.ids.map((id) => find(id)!),
          run,
        );
    if (!planned) return;
    const after = 'decision' in planned ? applied(state, place, planned.decision) : state;
    // An edit that the fold would not take is none, whatever the plan says.
    if ('refused' in planned || after === state) {
      run.proposals.push(judgedEdit(task, 'refused' in planned ? planned.refused : 'PLAN_VALIDATION_FAIL'));
      continue;
    }
    run.proposals.push(judgedEdit(task, 'applied'));
    run.decisions.push(planned.decision);
    for (const [id, unit] of after.units) if (state.units.get(id) !== unit) touched.add(id);
    state = after;
  }
}

/** The units behind a decision; the same object where the fold takes nothing of it. */
function applied(state: SpaceUnits, place: SpacePlace, decision: UnitDecision): SpaceUnits {
  const sequence = state.sequence + 1;
  const entry = { ...place, id: `tried ${sequence}`, at: 0, actor: 'consolidator', epoch: 0, sequence } as const;
  const after = evolveUnits(state, [{ ...entry, act: { type: 'UnitsDecided', decisions: [decision] } }]);
  const isChanged = after.units.size !== state.units.size || [...after.units].some(([id, unit]) => state.units.get(id) !== unit);
  return isChanged ? after : state;
}

/** Asks how an edit is to be made; undefined where the run has to be done again. */
async function plan(
  deps: EditDeps & { readonly marks: UnitMarks },
  task: EditTask,
  units: readonly Stated[],
  run: Run,
): Promise<Planned | undefined> {
  if (task.edit === 'update') return plannedUpdate(task);
  const ask = async <T extends object>(question: Pick<StageQuestion<T>, 'name' | 'instructions' | 'schema'>) =>
    read(await askModel(deps, { stage: 'edit', messages: [{ role: 'user', text: factsText(units) }], ...question }), run);
  if (task.edit === 'split') {
    const told = await ask({ name: 'split', instructions: SPLIT_INSTRUCTIONS, schema: splitPlan });
    if (told === undefined) return undefined;
    if (typeof told === 'string') return { refused: told };
    return plannedSplit(deps, units[0]!, task, told);
  }
  const told = await ask({ name: 'merge', instructions: MERGE_INSTRUCTIONS, schema: mergePlan });
  if (told === undefined) return undefined;
  if (typeof told === 'string') return { refused: told };
  return plannedMerge(units, task, told);
}
