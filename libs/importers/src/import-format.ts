import type { NewEvent } from '@total-recall/domain';

/** Session formats that can be read. Source: E12. */
export const IMPORT_FORMATS = [
  'openclaw',
  'claude-code',
  'codex',
  'openai-chat',
  'anthropic-messages',
  'mini-swe-agent',
  'tau-bench',
  'who-and-when',
  'jsonl',
] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/**
 * A record that was left out or looked wrong, by line of the file (by message, counted from 1, where the file is one
 * JSON value).
 */
export interface ImportIssue {
  readonly line: number;
  readonly reason: string;
}

/** One session read from a file, ready to be appended under its source. */
export interface ImportedSession {
  /** Matches NAME_PATTERN and is the same whenever the file is read again. */
  readonly session: string;
  readonly agent?: string;
  /** Session that started this one: a subagent's caller, or the session it was forked from. */
  readonly parentSession?: string;
  /** Sequence of the parent's last event before a fork. */
  readonly parentSequence?: number;
  /**
   * Format and native session id. With `sequence` it identifies events imported before, also when the file has grown.
   */
  readonly source: string;
  /** Events in order; `sequence` runs 1, 2, 3 ... */
  readonly events: readonly NewEvent[];
  /** Number of the first events that are the system prompt; each is a `system_note`. */
  readonly systemEvents?: number;
  /** Number of the first events that its file repeats of the session that it was forked from, with their times. */
  readonly repeatedEvents?: number;
  /**
   * The session as earlier versions read it, which left out blocks of content of types that they did not know; absent
   * where it is the same, or they read none.
   */
  readonly asBefore?: ImportedSession;
}

export interface ImportResult {
  /** `unknown` where the file is no session of a known format; `sessions` is then empty. */
  readonly format: ImportFormat | 'unknown';
  readonly sha256: string;
  readonly sessions: readonly ImportedSession[];
  /**
   * False where the file names no session and the model has not answered yet: read again behind its first answer, its
   * sessions have other names and sources.
   */
  readonly isNamed: boolean;
  /** Records left out; the first 1,000 are listed. */
  readonly skipped: readonly ImportIssue[];
  /** Number of all records left out. */
  readonly skippedLines: number;
  /** Records kept although something was odd about them; the first 1,000 are listed. */
  readonly warnings: readonly ImportIssue[];
  /**
   * Number of records that are no part of a conversation, and of blocks of content (`block:...`) that are kept as JSON or,
   * where the vendor alone can read them, left out; by type.
   */
  readonly unknownTypes: Readonly<Record<string, number>>;
}
