export { IMPORT_FORMATS } from './import-format.ts';
export type { ImportedSession, ImportFormat, ImportIssue, ImportResult } from './import-format.ts';
export { findSessionFiles } from './find-session-files.ts';
export { mainSession } from './main-session.ts';
export { importSession } from './import-session.ts';
