import type { IncomingHttpHeaders } from 'node:http';
import { CHAT_DIALECT } from '../dialects/chat-dialect.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { RESPONSES_DIALECT } from '../dialects/responses-dialect.ts';
import { MESSAGES_DIALECT } from '../dialects/messages-dialect.ts';

export type Vendor = 'openai' | 'anthropic';

export interface CallKind {
  readonly vendor: Vendor;
  /** The form of a call whose window is planned; absent where it goes through as it is. */
  readonly dialect?: Dialect;
  /** True where it asks how many tokens such a call has. */
  readonly counts?: boolean;
  /** True where it asks for a compaction alone. */
  readonly compacts?: boolean;
}

/** Tells which vendor a request is for, and whether it asks a model about a conversation. */
export function kindOfCall(method: string, target: string, headers: IncomingHttpHeaders): CallKind {
  const path = target.split('?', 1)[0]!.replace(/\/+$/, '');
  const isPlain = method === 'POST' && (headers['content-encoding'] ?? 'identity') === 'identity';
  if (path.endsWith('/chat/completions')) return { vendor: 'openai', ...(isPlain && { dialect: CHAT_DIALECT }) };
  if (path.endsWith('/responses')) return { vendor: 'openai', ...(isPlain && { dialect: RESPONSES_DIALECT }) };
  if (path.endsWith('/responses/input_tokens') && isPlain) return { vendor: 'openai', dialect: RESPONSES_DIALECT, counts: true };
  if (path.endsWith('/responses/compact') && isPlain) return { vendor: 'openai', dialect: RESPONSES_DIALECT, compacts: true };
  if (path.endsWith('/v1/messages')) return { vendor: 'anthropic', ...(isPlain && { dialect: MESSAGES_DIALECT }) };
  if (path.endsWith('/v1/messages/count_tokens') && isPlain) return { vendor: 'anthropic', dialect: MESSAGES_DIALECT, counts: true };
  const isAnthropic = headers['anthropic-version'] !== undefined || path.includes('/v1/messages/');
  return { vendor: isAnthropic ? 'anthropic' : 'openai' };
}
