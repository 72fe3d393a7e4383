import type { ServerResponse } from 'node:http';

export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** Time after which the same call may be let in. */
  readonly retryAfterMs?: number;
}

/** Answers with an error that SDKs of both vendors can read: each looks for its own fields. */
export function refuse(outgoing: ServerResponse, refusal: Refusal): void {
  if (outgoing.headersSent) {
    outgoing.destroy();
    return;
  }
  const { status, retryAfterMs: wait } = refusal;
  const later = wait === undefined ? {} : { 'Retry-After': String(Math.max(1, Math.ceil(wait / 1_000))) };
  outgoing.writeHead(status, { 'Content-Type': 'application/json', Connection: 'close', ...later });
  outgoing.end(JSON.stringify({ type: 'error', error: errorOf(refusal) }));
}

/** Returns an error with the fields that either vendor's SDK looks for. */
export function errorOf({ code, message }: Refusal): object {
  return { type: code, code, param: null, message: `Total Recall: ${message}` };
}
