import type { ServerResponse } from 'node:http';

export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

/** Answers with an error that SDKs of both vendors can read: each looks for its own fields. */
export function refuse(outgoing: ServerResponse, { status, code, message }: Refusal): void {
  if (outgoing.headersSent) {
    outgoing.destroy();
    return;
  }
  const error = { type: code, code, param: null, message: `Total Recall: ${message}` };
  outgoing.writeHead(status, { 'Content-Type': 'application/json', Connection: 'close' });
  outgoing.end(JSON.stringify({ type: 'error', error }));
}
