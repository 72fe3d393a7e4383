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

/** Tags with a meaning to the scorer; any other tag is the caller's own. */
export const OUTCOME_TAGS = ['mistake', 'success', 'lesson'] as const;

/** Hints of later use, given by the writer. Source: 001 §5.2. */
export const UTILITY_HINTS = ['needed_for_final_report', 'temporary_debug', 'decision_record'] as const;
export type UtilityHint = (typeof UTILITY_HINTS)[number];
