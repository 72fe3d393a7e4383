import type { ImportFormat } from './import-format.ts';
import type { ImportReport } from './import-report.ts';
import { nameOf } from './json-values.ts';
import type { SessionDraft } from './session-draft.ts';

/** What every format reader gets: the file, its identity and where to report. Sessions come back as drafts. */
export interface ImportInput {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly format: ImportFormat;
  /** 8 hex digits of how the file begins: tells sessions of files with equal names apart, and stays as it is when the file grows. */
  readonly shortHash: string;
  readonly report: ImportReport;
}

/** The writer that a session is appended as: format and native id, so that a file that grew goes on where it was. */
export function sourceOf({ format }: Pick<ImportInput, 'format'>, ...native: readonly string[]): string {
  return nameOf([format, ...native].join(':'));
}

/** A reader of formats that are one JSON value; the value is parsed already. */
export type DocumentReader = (value: unknown, input: ImportInput) => SessionDraft[];
/** A reader of formats with a record a line. */
export type RecordsReader = (input: ImportInput) => SessionDraft[];
