import { rulesOf } from './kind-rules.ts';
import { EVENT_KINDS, type EventKind } from './event-kind.ts';

/** Upper bound of the tokens of a label, with its line break. */
export const LABEL_TOKENS = 10;

/**
 * Labels of what an agent settled, handed on or was reported, wherever it stands in the conversation. They are no
 * sections of common files, as `[report]` is one.
 */
const ALWAYS: ReadonlyMap<EventKind, string> = new Map([
  ['decision', '[decision of the agent]'],
  ['delegation', '[delegation of the agent]'],
  ['report', '[report of an executor]'],
]);
/** Kinds that the APIs have a form of their own for. */
const WITH_FORM: ReadonlySet<EventKind> = new Set(['agent_message', 'thinking', 'tool_call', 'tool_result']);

/**
 * Returns the line above an event where the APIs of vendors have it said by the user, who did not say it or says it no
 * more: a model takes an unnamed decision of its own for a wish, and an old rule for one that holds. What has a label
 * from the start keeps it, so that superseding it changes no bytes of a window.
 */
export function labelOf(kind: EventKind, superseded = false): string | undefined {
  if (WITH_FORM.has(kind)) return undefined;
  const always = ALWAYS.get(kind);
  if (always !== undefined || !superseded) return always;
  return `[superseded ${kind === 'user_message' ? 'message' : rulesOf(kind).header}]`;
}

/** All labels. */
export const LABELS: readonly string[] = EVENT_KINDS.flatMap((kind) => labelOf(kind, true) ?? []);
