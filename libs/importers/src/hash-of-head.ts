import { createHash } from 'node:crypto';
import { isRecord, textOf, type JsonRecord } from './json-values.ts';

const HASH_DIGITS = 8;
const HEAD_BYTES = 64 * 1024;
const ASSISTANT = new Set(['assistant', 'model', 'ai']);

/**
 * Hashes a file with one record per line: its lines up to the model's first answer. These distinguish similar files and
 * do not change as the file grows.
 */
export function hashOfLines(bytes: Uint8Array): string {
  const lines = new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES)).split('\n');
  const answer = lines.findIndex((line) => /"(?:role|kind)"\s*:\s*"(?:assistant|model|ai|agent_message)"/.test(line));
  return shortHash(lines.slice(0, answer === -1 ? 1 : answer + 1).join('\n'));
}

/**
 * Hashes a file that is one JSON value: its messages up to the model's first answer, or the whole of a list of runs.
 */
export function hashOfDocument(value: unknown): string {
  const holder: JsonRecord = isRecord(value) ? value : { messages: value };
  const messages = [holder.messages, holder.history].find(Array.isArray);
  if (messages === undefined) return shortHash(JSON.stringify(value));
  const answer = messages.findIndex((message) => isRecord(message) && ASSISTANT.has(textOf(message.role) ?? ''));
  const head = messages.slice(0, answer === -1 ? Math.min(2, messages.length) : answer + 1);
  return shortHash(JSON.stringify([holder.instance_id ?? null, head]));
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, HASH_DIGITS);
}
