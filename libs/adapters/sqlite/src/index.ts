export { createSqliteEventLog } from './event-log/sqlite-event-log.ts';
export type { SqliteEventLogOptions } from './event-log/sqlite-event-log.ts';
export { createSqliteSessionStore } from './session-store/sqlite-session-store.ts';
export type { SqliteSessionStoreOptions } from './session-store/sqlite-session-store.ts';
export { createSqliteKeyStore } from './key-store/sqlite-key-store.ts';
export type { SqliteKeyStoreOptions } from './key-store/sqlite-key-store.ts';
export { loadOrCreateMasterKey, rotateMasterKeyFile } from './key-store/master-key-file.ts';
export { createSqliteMemoryIndex } from './index-store/sqlite-memory-index.ts';
export type { SqliteMemoryIndexOptions } from './index-store/sqlite-memory-index.ts';
