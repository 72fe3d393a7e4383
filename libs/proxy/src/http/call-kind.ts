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

/** A key of Anthropic's, in either of the headers that bring one. */
const ANTHROPIC_KEY = /(?:^|[\s,])sk-ant-/i;

/** Paths of OpenAI's API, and of what speaks it, that Anthropic has under no name. */
const OPENAI_PATH = /\/(?:chat\/completions|responses|conversations|embeddings)(?:\/|$)/;

/**
 * Tells which vendor a request is for, and whether it asks a model about a conversation. A key of Anthropic's decides before
 * the path: Anthropic serves forms of OpenAI's, too, and no other vendor may see it.
 */
export function kindOfCall(method: string, target: string, headers: IncomingHttpHeaders): CallKind {
  const kind = kindOfRoute(method, target, headers);
  const { authorization = '', 'x-api-key': key = '' } = headers;
  return [authorization, String(key)].some((value) => ANTHROPIC_KEY.test(value)) ? { ...kind, vendor: 'anthropic' } : kind;
}

function kindOfRoute(method: string, target: string, headers: IncomingHttpHeaders): CallKind {
  const path = pathOf(target);
  const isRead = method === 'POST';
  if (path.endsWith('/chat/completions')) return { vendor: 'openai', ...(isRead && { dialect: CHAT_DIALECT }) };
  if (path.endsWith('/responses')) return { vendor: 'openai', ...(isRead && { dialect: RESPONSES_DIALECT }) };
  if (path.endsWith('/responses/input_tokens') && isRead) return { vendor: 'openai', dialect: RESPONSES_DIALECT, counts: true };
  if (path.endsWith('/responses/compact') && isRead) return { vendor: 'openai', dialect: RESPONSES_DIALECT, compacts: true };
  if (path.endsWith('/v1/messages')) return { vendor: 'anthropic', ...(isRead && { dialect: MESSAGES_DIALECT }) };
  if (path.endsWith('/v1/messages/count_tokens') && isRead) return { vendor: 'anthropic', dialect: MESSAGES_DIALECT, counts: true };
  if (OPENAI_PATH.test(path)) return { vendor: 'openai' };
  return { vendor: path.includes('/v1/messages/') || isAnthropics(headers) ? 'anthropic' : 'openai' };
}

/** True where headers are those of Anthropic's API. Gateways before other vendors take keys of their own in x-api-key. */
function isAnthropics(headers: IncomingHttpHeaders): boolean {
  const { authorization, 'x-api-key': key } = headers;
  return (key !== undefined && !authorization) || Object.keys(headers).some((name) => name.startsWith('anthropic-'));
}

/** Returns true for a request to speak of responses over a WebSocket, as Codex does first. */
export function wantsWebSocket(target: string, { upgrade = '' }: IncomingHttpHeaders): boolean {
  return upgrade.toLowerCase().includes('websocket') && pathOf(target).endsWith('/responses');
}

function pathOf(target: string): string {
  return target.split('?', 1)[0]!.replace(/\/+$/, '');
}
