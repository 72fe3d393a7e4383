import { rulesOf } from './kind-rules.ts';
import type { EventKind } from './event-kind.ts';

/** Upper bound of the tokens of a label, with its line break. */
export const LABEL_TOKENS = 10;

/** Kinds that name themselves wherever they stand in the conversation: what an agent settled, handed on or was reported. */
const ALWAYS: ReadonlySet<EventKind> = new Set(['decision', 'delegation', 'report']);
/** Kinds that the APIs have a form for: messages of both sides, thinking, calls and results. */
const hasForm = (kind: EventKind): boolean => rulesOf(kind).isTalk || kind === 'thinking' || kind === 'tool_call' || kind === 'tool_result';

/**
 * Returns the line above an event where the APIs of vendors have it said by the user, who did not say it: a model takes
 * an unnamed decision of its own for a wish, and an old rule for one that holds.
 */
export function labelOf(kind: EventKind, superseded = false): string | undefined {
  if (hasForm(kind)) return undefined;
  const { header } = rulesOf(kind);
  if (superseded) return `[superseded ${header}]`;
  return ALWAYS.has(kind) ? `[${header}]` : undefined;
}
