import type { Logger } from '@total-recall/observability';
import type { TotalRecallError } from '@total-recall/runtime';

/** Logger of the HTTP shell. It is never given a body, a header or a key. */
export type HttpLogger = Pick<Logger, 'info' | 'warn' | 'error'>;

/** Longest reason of a log line. */
const REASON_CHARS = 1_024;

/**
 * Writes the line of a request or a call that has ended, with its error code where it has one. Where the service is at
 * fault (5xx) the line is a warning and has the reason too, which is what the caller was told.
 */
export function logEnded(logger: HttpLogger, ended: object, kind: 'request' | 'call', error: TotalRecallError | undefined): void {
  if (!error) return logger.info({ ...ended }, kind);
  const { code, message, httpStatus } = error;
  if (httpStatus < 500) return logger.info({ ...ended, code }, kind);
  logger.warn({ ...ended, code, reason: message.slice(0, REASON_CHARS) }, kind);
}
