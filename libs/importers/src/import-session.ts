import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { readChatMessages } from './chat-messages.ts';
import { readClaudeCode } from './claude-code.ts';
import { readCodex } from './codex.ts';
import { beginsDocument, detectFormat, formatOfDocument, isLineBased } from './detect-format.ts';
import { exceededLimit } from './exceeded-limit.ts';
import type { ImportedSession, ImportFormat, ImportResult } from './import-format.ts';
import type { DocumentReader, ImportInput, RecordsReader } from './import-input.ts';
import { IMPORT_LIMITS } from './import-limits.ts';
import { createImportReport } from './import-report.ts';
import { readMiniSweAgent } from './mini-swe-agent.ts';
import { readOpenClaw } from './openclaw.ts';
import { readPlainJsonl } from './plain-jsonl.ts';
import { hashOfDocument, hashOfLines, type HeadHash } from './hash-of-head.ts';
import type { SessionDraft } from './session-draft.ts';
import { readTauBench } from './tau-bench.ts';
import { readWhoAndWhen } from './who-and-when.ts';

const HEAD_BYTES = 64 * 1024;
/** How an export of a space begins, which has many sessions in a form of its own. Source: ADR 0076. */
const HEAD_OF_EXPORT = '{"format":"total-recall-export"';

const RECORD_READERS: Partial<Record<ImportFormat, RecordsReader>> = {
  openclaw: readOpenClaw,
  'claude-code': readClaudeCode,
  codex: readCodex,
  jsonl: readPlainJsonl,
};
const DOCUMENT_READERS: Partial<Record<ImportFormat, DocumentReader>> = {
  'openai-chat': readChatMessages,
  'anthropic-messages': readChatMessages,
  'mini-swe-agent': readMiniSweAgent,
  'tau-bench': readTauBench,
  'who-and-when': readWhoAndWhen,
};

/**
 * Reads a session file of any known format. Never throws for bad bytes: unreadable lines are listed in `skipped`. The
 * same bytes give the same sessions, sources and sequences, and appended bytes only add to them, so a second import
 * adds only new events. Where `isNamed` is false, names and sources change once more, with the first answer of a model.
 * Time and memory are linear in the file's size. Source: E12, architecture §3.
 */
export function importSession(input: { name: string; bytes: Uint8Array; format?: ImportFormat }): ImportResult {
  const sha256 = createHash('sha256').update(input.bytes).digest('hex');
  const report = createImportReport();
  const { format, drafts, head } = readFile({ name: input.name, bytes: input.bytes, report }, input.format);
  const sessions = finished(drafts);
  const isNamed = !head || head.isFinal || !sessions.some(({ session }) => session.includes(head.hash));
  return { format, sha256, sessions: report.mayDiffer() ? withFormer(sessions, input) : sessions, isNamed, ...report.result() };
}

function finished(drafts: readonly SessionDraft[]): ImportedSession[] {
  return drafts.filter((draft) => draft.size > 0).map((draft) => draft.finish());
}

/** Adds to each session what earlier versions read, where that is another. */
function withFormer(sessions: readonly ImportedSession[], { name, bytes, format }: Parameters<typeof importSession>[0]): ImportedSession[] {
  const { drafts } = readFile({ name, bytes, report: createImportReport('former') }, format);
  const former = new Map(finished(drafts).map((session) => [session.source, session]));
  return sessions.map((session) => {
    const asBefore = former.get(session.source);
    return asBefore === undefined || isDeepStrictEqual(asBefore, session) ? session : { ...session, asBefore };
  });
}

interface ReadFile {
  readonly format: ImportResult['format'];
  readonly drafts: SessionDraft[];
  /** Hash that names sessions of files that name none. */
  readonly head?: HeadHash;
}

function readFile(file: Pick<ImportInput, 'name' | 'bytes' | 'report'>, wanted: ImportFormat | undefined): ReadFile {
  const start = new TextDecoder().decode(file.bytes.subarray(0, HEAD_BYTES));
  if (start.startsWith(HEAD_OF_EXPORT)) {
    file.report.skip(1, 'an export of a space, which only `total-recall import` reads');
    return { format: 'unknown', drafts: [] };
  }
  const guess = wanted ?? detectFormat(file.name, start);
  const isByLines = guess !== undefined && isLineBased(guess);
  const document = isByLines && (wanted !== undefined || !beginsDocument(start)) ? undefined : parseDocument(file.bytes);
  if (isByLines && (document?.kind !== 'parsed' || formatOfDocument(document.value) === undefined)) {
    const head = hashOfLines(file.bytes);
    return { format: guess, drafts: RECORD_READERS[guess]!({ ...file, format: guess, shortHash: head.hash }), head };
  }
  if (document?.kind !== 'parsed') {
    file.report.skip(1, document?.reason ?? (guess === undefined ? 'no session of a known format' : 'not valid JSON'));
    return { format: guess ?? 'unknown', drafts: [] };
  }
  const format = wanted ?? formatOfDocument(document.value);
  const reader = format === undefined ? undefined : DOCUMENT_READERS[format];
  if (format === undefined || !reader) {
    file.report.skip(1, 'no session of a known format');
    return { format: 'unknown', drafts: [] };
  }
  const head = hashOfDocument(document.value);
  return { format, drafts: reader(document.value, { ...file, format, shortHash: head.hash }), head };
}

type Document = { readonly kind: 'parsed'; readonly value: unknown } | { readonly kind: 'refused'; readonly reason?: string };

function parseDocument(bytes: Uint8Array): Document {
  if (bytes.length > IMPORT_LIMITS.recordBytes) return { kind: 'refused' };
  const whole = new TextDecoder().decode(bytes);
  // Comment lines before a document are skipped, as between lines.
  const text = whole.replace(/^(?:\s*\/\/[^\n]*\n)+/, '');
  const reason = exceededLimit(text.length === whole.length ? bytes : Buffer.from(text), IMPORT_LIMITS.documentValues);
  if (reason !== undefined) return { kind: 'refused', reason };
  try {
    return { kind: 'parsed', value: JSON.parse(text) as unknown };
  } catch {
    return { kind: 'refused' };
  }
}
