import { MARKER_TOKENS } from '../../policy/derive-budgets.ts';
import type { SessionPolicy } from '../../policy/session-policy.ts';
import type { KnowledgeChoice } from '../../knowledge/knowledge-choice.ts';
import { inForm } from '../../session/apply-compaction.ts';
import type { SessionEntry, SessionState } from '../../session/session-state.ts';
import type { DerivedTaskState } from '../../task-state/derived/derived-task-state.ts';
import type { ContextCompacted, Shrink } from './compaction-record.ts';
import type { Cut } from '../previews/cut.ts';
import { createSpanDescriber, type SpanDescriber } from '../markers/describe-span.ts';
import type { EventSketch } from '../sketches/event-sketch.ts';
import { gatherSketches, type GatheredSketches } from '../sketches/gather-sketches.ts';
import { boundMarkers, makeMarkers, recordsOf, type MadeMarkers } from '../markers/make-markers.ts';
import type { CompactionPlan } from '../plan/plan-compaction.ts';
import { createSpareFinder } from './put-back.ts';
import { keptForms, type PlannedForm } from '../plan/size-levels.ts';
import { formTokens, historyTokens } from '../tokens/tail.ts';
import type { TermRarity } from '../../terms/distinctive-terms.ts';

export interface ComposeInput {
  readonly plan: CompactionPlan;
  readonly state: SessionState;
  readonly policy: SessionPolicy;
  /** Sketches of the readable evicted events, by id. */
  readonly sketches: ReadonlyMap<string, EventSketch>;
  /** Ranges that the plan's previews show, by event id, as made by `fitCuts`. */
  readonly cuts: ReadonlyMap<string, Cut>;
  /** Id that the compaction event will get. */
  readonly eventId: string;
  /** Result of `gatherSketches` for the plan's evicted events; computed here where absent. */
  readonly gathered?: GatheredSketches;
  /** Rarity in the space of the terms that `askedTerms` named. */
  readonly rarity?: TermRarity;
  readonly countTokens: (text: string) => number;
  /** Derived task state and known facts that the plan counts; `addedTokens` is their growth over the previous ones. */
  readonly taskState?: DerivedTaskState;
  readonly knowledge?: KnowledgeChoice;
  readonly addedTokens?: number;
}

const MOST_TRIES = 24;

interface Composing extends ComposeInput {
  readonly describe: SpanDescriber;
  readonly sparableAtoms: ReturnType<typeof createSpareFinder>;
  /** Ids of events that the plan evicts, and the form in which one of them could stay instead. */
  readonly planned: ReadonlySet<string>;
  readonly keptForm: (entry: SessionEntry) => PlannedForm | undefined;
  /** Tokens in use by anything but entries and markers. */
  readonly others: number;
}

/**
 * Composes the outcome of a plan: previews, markers, manifests, merges and the freed tokens. Pure. Returns undefined
 * where it would free nothing (I-14).
 */
export function composeCompaction(input: ComposeInput): ContextCompacted | undefined {
  const { plan, state, policy } = input;
  const composing = startComposing(input);
  const { describe } = composing;
  // A first pass with upper bounds for markers finds most of the entries that need not go, so that few spans are
  // described twice.
  const bounded = putBack(composing, boundOf(composing, plan.evicted), boundOf);
  const draft = putBack(composing, compose(composing, bounded.evicted, bounded.newMarkers), compose);
  const tokensBefore = plan.tokensBefore - (input.addedTokens ?? 0);
  if (draft.tokensAfter >= tokensBefore) return undefined;
  return {
    type: 'ContextCompacted',
    cycle: state.cycle + 1,
    trigger: plan.trigger,
    evicted: draft.evicted.map((entry) => entry.id),
    shrunk: draft.shrunk,
    made: recordsOf(draft.made, describe, state),
    markers: draft.markers,
    tokensBefore,
    tokensAfter: draft.tokensAfter,
    targetTokens: plan.targetTokens,
    policyVersion: policy.version,
    ...(input.taskState ? { taskState: input.taskState } : {}),
    ...(input.knowledge ? { knowledge: input.knowledge } : {}),
  };
}

function startComposing(input: ComposeInput): Composing {
  const { plan, state, policy, rarity, gathered = gatherSketches(plan.evicted, input.sketches) } = input;
  const countTokens = countedOnce(input.countTokens);
  return {
    ...input,
    countTokens,
    describe: createSpanDescriber({ gathered, others: state.markers, rarity, countTokens }),
    sparableAtoms: createSpareFinder(state, policy),
    planned: new Set(plan.evicted.map(({ id }) => id)),
    keptForm: keptForms(state, policy),
    others: plan.tokensBefore - historyTokens(state),
  };
}

/** Caches token counts: markers of one compaction share their frame and many topics. */
function countedOnce(countTokens: (text: string) => number): (text: string) => number {
  const counts = new Map<string, number>();
  return (text) => {
    const known = counts.get(text);
    if (known !== undefined) return known;
    const count = countTokens(text);
    counts.set(text, count);
    return count;
  };
}

/** Evicted entries, tokens in use afterwards, and number of new markers. */
interface Draft {
  readonly evicted: readonly SessionEntry[];
  readonly tokensAfter: number;
  /** Number of new markers. Entries that are put back never take a marker's room. */
  readonly newMarkers: number;
}

/**
 * Keeps entries that need not be evicted after all, because markers and previews came out smaller than planned (I-18).
 */
function putBack<T extends Draft>(
  input: Composing,
  first: T,
  draftOf: (input: Composing, evicted: readonly SessionEntry[], roomFor: number) => T,
): T {
  const { plan, sparableAtoms } = input;
  let draft = first;
  let refused: readonly string[] = [];
  let most = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const { evicted, tokensAfter, newMarkers } = draft;
    const atoms = sparableAtoms({ evicted, tokensAfter, targetTokens: plan.targetTokens, refused }).slice(0, most);
    if (atoms.length === 0) break;
    const back = new Set(atoms.flat().map(({ id }) => id));
    const left = evicted.filter(({ id }) => !back.has(id));
    let next: T | undefined;
    for (let roomFor = newMarkers; roomFor > 0 && roomFor >= newMarkers - 1 && next === undefined; roomFor--) {
      const tried = draftOf(input, left, roomFor);
      if (tried.tokensAfter <= plan.targetTokens) next = tried;
    }
    if (next) draft = next;
    else if (atoms.length === 1) refused = [...refused, ...back];
    most = Math.max(1, next ? atoms.length : atoms.length >> 1);
  }
  return draft;
}

interface Composed extends Draft, MadeMarkers, Pick<ContextCompacted, 'shrunk'> {}

/** Drafts with the upper bound of the markers' tokens. */
function boundOf(input: Composing, evicted: readonly SessionEntry[], roomFor?: number): Draft {
  const { state, policy, describe } = input;
  const { others, room, entries } = layOut(input, evicted);
  const { newMarkers, tokens } = boundMarkers({ state, evicted, describe, markerCap: policy.budgets.markerCap, roomFor: roomFor ?? room });
  return { evicted, newMarkers, tokensAfter: others + historyTokens({ entries, markers: [] }) + tokens };
}

function compose(input: Composing, evicted: readonly SessionEntry[], roomFor: number): Composed {
  const { others, shrunk, entries } = layOut(input, evicted);
  const { made, markers } = makeMarkers({ ...input, evicted, markerCap: input.policy.budgets.markerCap, roomFor });
  const newMarkers = made.filter((marker) => marker.entries.length > 0).length;
  return { evicted, made, markers, shrunk, tokensAfter: others + historyTokens({ entries, markers }), newMarkers };
}

/** Lays out the remaining entries in their forms, and the room that leaves for new markers. */
function layOut(input: Composing, evicted: readonly SessionEntry[]) {
  const { plan, state, cuts, planned, keptForm, others } = input;
  const gone = new Set(evicted.map(({ id }) => id));
  const shrunk: Shrink[] = [];
  const entries: SessionEntry[] = [];
  for (const entry of state.entries) {
    if (gone.has(entry.id)) continue;
    // An entry that was to be evicted but stays is shown as a preview.
    const form = plan.forms.get(entry.id) ?? (planned.has(entry.id) ? keptForm(entry) : undefined);
    const shrink = form && shrinkTo(entry, form, cuts.get(entry.id));
    if (shrink) shrunk.push(shrink);
    entries.push(shrink ? inForm(entry, shrink) : entry);
  }
  const left = plan.targetTokens - others - historyTokens({ entries, markers: state.markers });
  return { others, shrunk, entries, room: Math.floor(left / MARKER_TOKENS) };
}

/** Returns the entry's new form; the standard preview, if it fits, where there is no content to cut. */
function shrinkTo(entry: SessionEntry, form: PlannedForm, cut: Cut | undefined): Shrink | undefined {
  if (form.to !== 'preview') return { id: entry.id, to: form.to };
  if (cut) return { id: entry.id, to: 'preview', cut };
  const standard = entry.tokens.preview;
  return standard <= form.roomTokens && standard < formTokens(entry) ? { id: entry.id, to: 'preview' } : undefined;
}
