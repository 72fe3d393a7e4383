import { isRecord } from '../text/json-values.ts';

const FIELDS = ['session_id', 'sessionId', 'conversation_id', 'conversationId', 'thread_id', 'threadId', 'user_id'];

/** Returns what a caller's metadata say about the conversation: it parts conversations that begin alike. */
export function hintIn(metadata: unknown): string | undefined {
  if (!isRecord(metadata)) return undefined;
  const named = FIELDS.map((field) => metadata[field]).find((value) => typeof value === 'string' && value !== '');
  return named as string | undefined;
}
