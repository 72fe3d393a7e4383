import type { ImportFormat } from './import-format.ts';
import type { ImportReport } from './import-report.ts';
import { nameOf } from './json-values.ts';
import type { SessionDraft } from './session-draft.ts';

/** Input of every format reader: the file, its identity and the report to write to. Sessions are returned as drafts. */
export interface ImportInput {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly format: ImportFormat;
  /**
   * Hash of the file's beginning, 8 hex digits. Distinguishes sessions of files with equal names and does not change as
   * the file grows.
   */
  readonly shortHash: string;
  readonly report: ImportReport;
}

/**
 * Returns the source that a session is appended under: format and native id, so that importing a grown file continues
 * where it stopped.
 */
export function sourceOf({ format }: Pick<ImportInput, 'format'>, ...native: readonly string[]): string {
  return nameOf([format, ...native].join(':'));
}

/** Reads formats that are one JSON value, already parsed. */
export type DocumentReader = (value: unknown, input: ImportInput) => SessionDraft[];
/** Reads formats with one record per line. */
export type RecordsReader = (input: ImportInput) => SessionDraft[];
