import { MARKER_TOKENS } from '../../policy/derive-budgets.ts';
import type { SessionPolicy } from '../../policy/session-policy.ts';
import { inForm } from '../../session/apply-compaction.ts';
import type { SessionEntry, SessionState } from '../../session/session-state.ts';
import type { SpanDescriber } from '../markers/describe-span.ts';
import { GAP_TOKENS, mostGaps } from '../markers/find-gaps.ts';
import { boundMarkers, makeMarkers, markersACycle, type MadeMarkers } from '../markers/make-markers.ts';
import type { CompactionPlan } from '../plan/plan-compaction.ts';
import { keptForms, type PlannedForm } from '../plan/size-levels.ts';
import type { Cut } from '../previews/cut.ts';
import { formTokens, historyTokens } from '../tokens/entry-tokens.ts';
import type { Shrink } from '../compaction-record.ts';
import type { Draft } from './put-back.ts';

interface DraftInput {
  readonly plan: CompactionPlan;
  readonly state: SessionState;
  readonly policy: SessionPolicy;
  /** Ranges that the plan's previews show, by event id. */
  readonly cuts: ReadonlyMap<string, Cut>;
  readonly eventId: string;
  readonly describe: SpanDescriber;
  readonly countTokens: (text: string) => number;
}

/** The window after an eviction, with the markers that it makes. */
export interface DraftedOutcome extends Draft, MadeMarkers {
  readonly shrunk: readonly Shrink[];
}

/** Drafts what evicting entries of a plan would leave, for any part of those that it evicts. */
export interface OutcomeDrafter {
  /**
   * Drafts with an upper bound of the markers' tokens, which describes nothing. Without `roomFor` as many new markers
   * are made as find room below the target.
   */
  bound(evicted: readonly SessionEntry[], roomFor?: number): Draft;
  /** Drafts with the markers themselves. */
  draft(evicted: readonly SessionEntry[], roomFor: number): DraftedOutcome;
}

export function createOutcomeDrafter(input: DraftInput): OutcomeDrafter {
  const { plan, state, policy, describe } = input;
  const { markerCap } = policy.budgets;
  const { newMarkers: most = markersACycle(markerCap) } = plan;
  const planned = new Set(plan.evicted.map(({ id }) => id));
  const keptForm = keptForms(state, policy);
  /** Tokens in use by anything but entries and markers. */
  const others = plan.tokensBefore - historyTokens(state);

  /** Returns the form of an entry that stays. One that was to be evicted is shown as a preview. */
  const shrinkOf = (entry: SessionEntry): Shrink | undefined => {
    const form = plan.forms.get(entry.id) ?? (planned.has(entry.id) ? keptForm(entry) : undefined);
    return form && shrinkTo(entry, form, input.cuts.get(entry.id));
  };
  const layOut = (evicted: readonly SessionEntry[]) => {
    const gone = new Set(evicted.map(({ id }) => id));
    const shrunk: Shrink[] = [];
    const entries: SessionEntry[] = [];
    for (const entry of state.entries) {
      if (gone.has(entry.id)) continue;
      const shrink = shrinkOf(entry);
      if (shrink) shrunk.push(shrink);
      entries.push(shrink ? inForm(entry, shrink) : entry);
    }
    return { shrunk, entries };
  };
  /** Returns how many new markers find room below the target. */
  const markerRoom = (entries: readonly SessionEntry[]): number =>
    Math.floor((plan.targetTokens - others - historyTokens({ entries, markers: state.markers })) / MARKER_TOKENS);
  return {
    bound(evicted, roomFor) {
      const { entries } = layOut(evicted);
      const { newMarkers, tokens } = boundMarkers({ state, evicted, describe, markerCap, most, roomFor: roomFor ?? markerRoom(entries) });
      return {
        evicted,
        newMarkers,
        tokensAfter: others + historyTokens({ entries, markers: [] }) + GAP_TOKENS * mostGaps(entries) + tokens,
      };
    },
    draft(evicted, roomFor) {
      const { shrunk, entries } = layOut(evicted);
      const { made, markers } = makeMarkers({ ...input, evicted, markerCap, most, roomFor });
      const newMarkers = made.filter((marker) => marker.entries.length > 0).length;
      return { evicted, made, markers, shrunk, tokensAfter: others + historyTokens({ entries, markers }), newMarkers };
    },
  };
}

/** Returns the entry's new form; the standard preview, if it fits, where there is no content to cut. */
function shrinkTo(entry: SessionEntry, form: PlannedForm, cut: Cut | undefined): Shrink | undefined {
  if (form.to !== 'preview') return { id: entry.id, to: form.to };
  if (cut) return { id: entry.id, to: 'preview', cut };
  const standard = entry.tokens.preview;
  return standard <= form.roomTokens && standard < formTokens(entry) ? { id: entry.id, to: 'preview' } : undefined;
}
