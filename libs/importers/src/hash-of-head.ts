import { createHash } from 'node:crypto';
import { isRecord, textOf, type JsonRecord } from './json-values.ts';

const HASH_DIGITS = 8;
const HEAD_BYTES = 64 * 1024;
const ASSISTANT = new Set(['assistant', 'model', 'ai']);
/** Roles of what a model is asked with. A file with any other one holds no chat, or one that was answered. */
const ASKING = new Set(['system', 'developer', 'user', 'human']);

export interface HeadHash {
  /** 8 hex digits. */
  readonly hash: string;
  /** False while the model has not answered: the hash is another one once it has. */
  readonly isFinal: boolean;
}

/**
 * Hashes a file with one record per line: its lines up to the model's first answer. These distinguish similar files and
 * do not change as the file grows.
 */
export function hashOfLines(bytes: Uint8Array): HeadHash {
  const lines = new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES)).split('\n');
  const answer = lines.findIndex((line) => /"(?:role|kind)"\s*:\s*"(?:assistant|model|ai|agent_message)"/.test(line));
  const hash = shortHash(lines.slice(0, answer === -1 ? 1 : answer + 1).join('\n'));
  return { hash, isFinal: bytes.length >= HEAD_BYTES || (answer !== -1 && isWritten(lines, answer)) };
}

/** Returns false for a last line that is still being written. */
function isWritten(lines: readonly string[], at: number): boolean {
  if (at < lines.length - 1) return true;
  try {
    JSON.parse(lines[at]!);
    return true;
  } catch {
    return false;
  }
}

/**
 * Hashes a file that is one JSON value: its messages up to the model's first answer, or the whole of a list of runs.
 */
export function hashOfDocument(value: unknown): HeadHash {
  const holder: JsonRecord = isRecord(value) ? value : { messages: value };
  const messages = [holder.messages, holder.history].find(Array.isArray);
  if (messages === undefined) return { hash: shortHash(JSON.stringify(value)), isFinal: true };
  const roles = messages.map((message) => (isRecord(message) ? textOf(message.role) : undefined) ?? '');
  const answer = roles.findIndex((role) => ASSISTANT.has(role));
  const head = messages.slice(0, answer === -1 ? Math.min(2, messages.length) : answer + 1);
  return { hash: shortHash(JSON.stringify([holder.instance_id ?? null, head])), isFinal: roles.some((role) => !ASKING.has(role)) };
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, HASH_DIGITS);
}
