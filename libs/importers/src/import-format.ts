import type { NewEvent } from '@total-recall/domain';

/** Session formats that can be read. Source: E12. */
export const IMPORT_FORMATS = [
  'openclaw',
  'claude-code',
  'openai-chat',
  'anthropic-messages',
  'mini-swe-agent',
  'tau-bench',
  'who-and-when',
  'jsonl',
] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Something that was left out or looked wrong, by line of the file (or by message, counted from 1, where a file is one JSON value). */
export interface ImportIssue {
  readonly line: number;
  readonly reason: string;
}

/** One session read from a file, ready to be appended under its source. */
export interface ImportedSession {
  /** Fits NAME_PATTERN; the same whenever the file is read again. */
  readonly session: string;
  readonly agent?: string;
  /** The session that started this one: a subagent's caller, or the one that it was forked from. */
  readonly parentSession?: string;
  /** Where a fork leaves its parent: how many events of the parent's stand before it. */
  readonly parentSequence?: number;
  /** Format and native session id; with `sequence` it recognises what was imported before, also of a file that grew. */
  readonly source: string;
  /** In order; `sequence` runs 1, 2, 3 ... */
  readonly events: readonly NewEvent[];
}

export interface ImportResult {
  /** `unknown` where the file is no session of a known format; it then has no sessions. */
  readonly format: ImportFormat | 'unknown';
  readonly sha256: string;
  readonly sessions: readonly ImportedSession[];
  /** What was left out, at most the first 1,000. */
  readonly skipped: readonly ImportIssue[];
  /** All of them, listed or not. */
  readonly skippedLines: number;
  /** What was kept although something was odd about it, at most the first 1,000. */
  readonly warnings: readonly ImportIssue[];
  /** Records of types that are no part of a conversation, by type. */
  readonly unknownTypes: Readonly<Record<string, number>>;
}
