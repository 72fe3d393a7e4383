import type { Logger } from '@total-recall/observability';

/** What the shell logs with. Never given a body, a header or a key. */
export type HttpLogger = Pick<Logger, 'info' | 'warn' | 'error'>;
