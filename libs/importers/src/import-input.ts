import type { ImportReport } from './import-report.ts';
import type { SessionDraft } from './session-draft.ts';

/** What every format reader gets: the file, its identity and where to report. Sessions come back as drafts. */
export interface ImportInput {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** `import:` and 16 hex digits of the file's SHA-256. */
  readonly source: string;
  /** The first 8 of them: tells sessions of files with equal names apart. */
  readonly shortHash: string;
  readonly report: ImportReport;
}

/** A reader of formats that are one JSON value; the value is parsed already. */
export type DocumentReader = (value: unknown, input: ImportInput) => SessionDraft[];
/** A reader of formats with a record a line. */
export type RecordsReader = (input: ImportInput) => SessionDraft[];
