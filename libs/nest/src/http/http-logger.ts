import type { Logger } from '@total-recall/observability';

/** Logger of the HTTP shell. It is never given a body, a header or a key. */
export type HttpLogger = Pick<Logger, 'info' | 'warn' | 'error'>;
