import type { GuardedPart } from '@total-recall/domain';
import { TotalRecallError } from '../errors.ts';

/** Most parts named in the message and in its details. */
const NAMED = 4;
const LISTED = 20;

export interface GuardedUse {
  readonly tokens: number;
  readonly budgetTokens: number;
  /** Largest first. */
  readonly parts: readonly GuardedPart[];
  /** The session, if the caller did not name it. */
  readonly session?: string;
}

const ADVICE =
  'Unpin with a system_note whose pin names the events and says pinned: false, replace persona, constraints, objectives and knowledge ' +
  'by an event that names them in meta.supersedes, shorten what is new, or use a larger windowTokens.';
const TASK_ADVICE = 'Shorten the task state first, or allow it more with taskTokens.';

/**
 * Makes the error for guarded parts, or a task state alone, that exceed their budget. It names the largest ones and says
 * what can be done (I-17).
 */
export function guardedOverBudget({ tokens, budgetTokens, parts, session }: GuardedUse): TotalRecallError {
  const named = parts.slice(0, NAMED).map(({ id, kind, tokens: size }) => `${kind} ${id} (${size} tokens)`);
  const rest = parts.length > NAMED ? ` and ${parts.length - NAMED} more` : '';
  const where = session === undefined ? '' : ` in session ${session}`;
  return new TotalRecallError(
    'guarded_over_budget',
    `What every window keeps whole${where} would take ${tokens} tokens and may take ${budgetTokens}: ${named.join(', ')}${rest}. ` +
      (parts[0]?.kind === 'task_state' ? TASK_ADVICE : ADVICE),
    { details: { tokens, budgetTokens, parts: parts.slice(0, LISTED), ...(session === undefined ? {} : { session }) } },
  );
}
