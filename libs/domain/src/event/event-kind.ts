/** Every kind of event a session may hold. Source: 000 §3.1, 001 §5.2, 002 §4.3. */
export const EVENT_KINDS = [
  'user_message',
  'agent_message',
  'thinking',
  'tool_call',
  'tool_result',
  'objective',
  'decision',
  'constraint',
  'persona',
  'knowledge',
  'system_note',
  'task_state',
  'compaction',
  'delegation',
  'report',
] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

/** Kinds that only the service itself writes; a caller who sends one is refused. */
export const SERVICE_KINDS: ReadonlySet<EventKind> = new Set<EventKind>(['compaction']);

/** Tags with a meaning to the scorer; any other tag is the caller's own. */
export const OUTCOME_TAGS = ['mistake', 'success', 'lesson'] as const;

/** Hints of later use, given by the writer. Source: 001 §5.2. */
export const UTILITY_HINTS = ['needed_for_final_report', 'temporary_debug', 'decision_record'] as const;
export type UtilityHint = (typeof UTILITY_HINTS)[number];

/** Kinds that make up a model response. With its results it forms one turn. */
export const MODEL_OUTPUT_KINDS: ReadonlySet<EventKind> = new Set<EventKind>(['thinking', 'agent_message', 'tool_call']);

/** Returns true for kinds that every window keeps whole until they are superseded (I-17). */
export function isGuardedKind(kind: EventKind): boolean {
  return kind === 'persona' || kind === 'constraint' || kind === 'objective' || kind === 'knowledge';
}
