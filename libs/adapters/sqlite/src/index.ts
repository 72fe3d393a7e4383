export { createSqliteEventLog } from './event-log/sqlite-event-log.ts';
export type { SqliteEventLogOptions } from './event-log/sqlite-event-log.ts';
