import { exceededLimit } from './exceeded-limit.ts';
import { IMPORT_LIMITS } from './import-limits.ts';
import { isRecord, type JsonRecord } from './json-values.ts';
import type { ImportReport } from './import-report.ts';

const NEWLINE = 0x0a;

/**
 * Yields the lines of a file, numbered from 1, decoding one at a time, so that a large file is not held in memory
 * twice.
 */
function* readLines(bytes: Uint8Array): Generator<{ line: number; json: Uint8Array; text: string | undefined }> {
  const decoder = new TextDecoder('utf-8');
  let line = 0;
  for (let from = 0; from < bytes.length;) {
    line += 1;
    const end = bytes.indexOf(NEWLINE, from);
    const to = end === -1 ? bytes.length : end;
    const json = bytes.subarray(from, to);
    yield { line, json, text: json.length > IMPORT_LIMITS.recordBytes ? undefined : decoder.decode(json) };
    from = to + 1;
  }
}

/** Yields the records of a JSONL file. Skips comments and blank lines, and reports lines that are no JSON object. */
export function* readRecords(bytes: Uint8Array, report: ImportReport): Generator<{ line: number; record: JsonRecord }> {
  for (const { line, json, text } of readLines(bytes)) {
    if (line > IMPORT_LIMITS.lines) {
      report.skip(line, `more than ${IMPORT_LIMITS.lines} lines; this and those behind it are left out`);
      return;
    }
    if (text === undefined) {
      report.skip(line, `longer than ${IMPORT_LIMITS.recordBytes} bytes`);
      continue;
    }
    const trimmed = text.trim();
    if (trimmed === '') continue;
    if (trimmed.startsWith('//')) {
      report.skip(line, 'comment');
      continue;
    }
    const record = exceededLimit(json, IMPORT_LIMITS.lineValues) ?? parseRecord(trimmed);
    if (typeof record === 'string') report.skip(line, record);
    else yield { line, record };
  }
}

function parseRecord(text: string): JsonRecord | string {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : 'not a JSON object';
  } catch {
    return /^[[{]/.test(text) && !/[\]}]$/.test(text) ? 'truncated JSON' : 'not valid JSON';
  }
}
