import type { ImportFormat } from './import-format.ts';
import { isRecord, textOf, type JsonRecord } from './json-values.ts';

const LINE_BASED: ReadonlySet<ImportFormat> = new Set(['openclaw', 'claude-code', 'codex', 'jsonl']);

export function isLineBased(format: ImportFormat): boolean {
  return LINE_BASED.has(format);
}

/**
 * Detects the format of a file by its name and its first bytes (64 KiB are enough). Undefined where the head alone is
 * not conclusive; the whole file may be.
 */
export function detectFormat(name: string, headOfFile: string): ImportFormat | undefined {
  const lines = linesOf(headOfFile);
  for (const line of lines.slice(0, 200)) {
    const record = parsed(line);
    if (!isRecord(record)) continue;
    const format = formatOfRecord(record);
    if (format) return format;
    const whole = formatOfDocument(record);
    if (whole && lines.length === 1) return whole;
  }
  const whole = lines.length === 1 ? parsed(lines[0]!) : undefined;
  return formatOfDocument(whole) ?? formatByKeys(name, lines.join('\n'));
}

/** Returns true for a file that may be one JSON value over several lines, as where each message stands in a line of its own. */
export function beginsDocument(headOfFile: string): boolean {
  const [first = '', ...more] = linesOf(headOfFile);
  return more.length > 0 && /^\[|[[{,]$/.test(first) && parsed(first) === undefined;
}

function linesOf(headOfFile: string): string[] {
  return headOfFile
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('//'));
}

/** Detects the format from a line's record. */
function formatOfRecord(record: JsonRecord): ImportFormat | undefined {
  const { type } = record;
  if (typeof record.kind === 'string' || (typeof record.role === 'string' && 'content' in record)) return 'jsonl';
  if (typeof type !== 'string') return undefined;
  if (isRecord(record.message) && (type === 'user' || type === 'assistant') && ('uuid' in record || 'sessionId' in record))
    return 'claude-code';
  if (type === 'message' && isRecord(record.message)) return 'openclaw';
  if (type === 'session' && typeof record.id === 'string') return 'openclaw';
  if ((type === 'session_meta' || type === 'response_item') && isRecord(record.payload)) return 'codex';
  return undefined;
}

/** Detects the format of a file that is one JSON value. */
export function formatOfDocument(value: unknown): ImportFormat | undefined {
  if (Array.isArray(value)) {
    const records = value.filter(isRecord);
    if (records.some((item) => Array.isArray(item.traj))) return 'tau-bench';
    return records.some((item) => typeof item.role === 'string') ? chatFormat(records) : undefined;
  }
  if (!isRecord(value)) return undefined;
  if (Array.isArray(value.history)) return 'who-and-when';
  if (Array.isArray(value.traj)) return 'tau-bench';
  if (!Array.isArray(value.messages)) return undefined;
  if (typeof value.trajectory_format === 'string' && value.trajectory_format.startsWith('mini-swe-agent')) return 'mini-swe-agent';
  if (isRecord(value.info) && 'mini_version' in value.info) return 'mini-swe-agent';
  return 'system' in value ? 'anthropic-messages' : chatFormat(value.messages.filter(isRecord));
}

const ANTHROPIC_BLOCKS = new Set(['tool_use', 'tool_result', 'thinking', 'redacted_thinking', 'image', 'document']);

function chatFormat(messages: readonly JsonRecord[]): ImportFormat {
  const anthropic = messages.some(
    (message) =>
      Array.isArray(message.content) && message.content.some((block) => isRecord(block) && ANTHROPIC_BLOCKS.has(textOf(block.type) ?? '')),
  );
  return anthropic ? 'anthropic-messages' : 'openai-chat';
}

/** Detects the format of a truncated document by its keys. */
function formatByKeys(name: string, head: string): ImportFormat | undefined {
  if (/^\s*\[/.test(head) && /"traj"\s*:/.test(head)) return 'tau-bench';
  if (!/^\s*[[{]/.test(head)) return undefined;
  if (/"trajectory_format"\s*:\s*"mini-swe-agent/.test(head) || /\.traj\.json$/i.test(name)) return 'mini-swe-agent';
  if (/"(mistake_agent|mistake_step)"\s*:/.test(head) || /"history"\s*:\s*\[/.test(head)) return 'who-and-when';
  if (!/"role"\s*:/.test(head)) return undefined;
  return /"type"\s*:\s*"(tool_use|tool_result)"/.test(head) ? 'anthropic-messages' : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
