import type { ErasureTargets } from '../erasure/erasure-scope.ts';
import type { JudgedProposal, ModelStage } from '../proposal/proposal-code.ts';
import { DAY_MS } from '../time/utc-day.ts';

/**
 * A language model was asked, and what it proposed was judged. What was carried out stands as decisions before this entry,
 * in the same append; a replay needs no model. It holds no word of the answer.
 */
export interface ModelJudged {
  readonly type: 'ModelJudged';
  readonly stage: ModelStage;
  readonly model: string;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** In the order in which they were judged. */
  readonly proposals: readonly JudgedProposal[];
  /** Reason why there was no answer that could be judged; the progress stays where it was then. */
  readonly failure?: string;
  /** Events of a session are read up to this ordinal. */
  readonly cursor?: { readonly session: string; readonly through: number };
  /** Facts that were added up to this entry of the ledger are held against the others. */
  readonly reconciled?: number;
  /** Units that were added up to this entry of the ledger are looked at for edits. */
  readonly edited?: number;
  /** With `edited`: so are those of the entry behind it up to this unit, in the order of their ids. */
  readonly editedTo?: string;
}

/** Progress of a model in a space, and what that cost on the last day on which it was asked. */
export interface ModelProgress {
  readonly cursors: readonly (readonly [session: string, through: number])[];
  readonly reconciled: number;
  readonly edited: number;
  readonly editedTo?: string;
  readonly spent: ModelSpending;
}

export interface ModelSpending {
  /** Days since 1970 (UTC). */
  readonly day: number;
  readonly calls: number;
  readonly tokens: number;
}

export const NO_MODEL_PROGRESS: ModelProgress = { cursors: [], reconciled: 0, edited: 0, spent: { day: 0, calls: 0, tokens: 0 } };

export function dayOf(epochMs: number): number {
  return Math.floor(epochMs / DAY_MS);
}

/** Returns the progress behind an entry. A cursor never goes back. */
export function evolveProgress(progress: ModelProgress = NO_MODEL_PROGRESS, at: number, act: ModelJudged): ModelProgress {
  const cursors = new Map(progress.cursors);
  if (act.cursor) cursors.set(act.cursor.session, Math.max(act.cursor.through, cursors.get(act.cursor.session) ?? 0));
  const editedTo = act.edited !== undefined && act.edited >= progress.edited ? act.editedTo : progress.editedTo;
  const day = Math.max(dayOf(at), progress.spent.day);
  const before = progress.spent.day === day ? progress.spent : { calls: 0, tokens: 0 };
  return {
    cursors: [...cursors],
    reconciled: Math.max(progress.reconciled, act.reconciled ?? 0),
    edited: Math.max(progress.edited, act.edited ?? 0),
    ...(editedTo !== undefined && { editedTo }),
    spent: { day, calls: before.calls + act.calls, tokens: before.tokens + act.inputTokens + act.outputTokens },
  };
}

/** A session that is erased whole may begin anew under its name. */
export function progressWithout(progress: ModelProgress, space: string, targets: ErasureTargets): ModelProgress {
  if (targets.spaces.includes(space)) return { ...NO_MODEL_PROGRESS, spent: progress.spent };
  const gone = new Set(targets.sessions.filter((of) => of.space === space).map(({ session }) => session));
  return gone.size === 0 ? progress : { ...progress, cursors: progress.cursors.filter(([session]) => !gone.has(session)) };
}
