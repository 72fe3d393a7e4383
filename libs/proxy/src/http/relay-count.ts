import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PreparedCount } from '../calls/agent-call.ts';
import { bytesOf, headerOf, pass } from './relay-answer.ts';
import { endToEnd } from './upstream.ts';

/** Answers of a vendor that has no such route. One that does not know the model says 404, too, and names the model. */
const NO_ROUTE = new Set([404, 405, 501]);

/**
 * Passes the vendor's count on. Where it has none, or does not answer, ours stands in its place, and a header says so.
 * There is none of ours for a history that only the vendor knows.
 */
export async function relayCount(
  send: () => Promise<IncomingMessage>,
  outgoing: ServerResponse,
  count: PreparedCount,
  signal: AbortSignal,
): Promise<void> {
  const { tokens } = count;
  const answer = await send().catch((error: unknown) => {
    if (signal.aborted || tokens === undefined) throw error;
    return undefined;
  });
  if (answer && (!NO_ROUTE.has(answer.statusCode!) || tokens === undefined))
    return pass(answer, outgoing, { ...headerOf(count), 'X-Total-Recall-Count': 'vendor' });
  const refusal = answer && (await bytesOf(answer));
  if (refusal?.includes(count.model)) {
    outgoing.writeHead(answer!.statusCode!, endToEnd(answer!.rawHeaders)).end(refusal);
    return;
  }
  outgoing.writeHead(200, { 'Content-Type': 'application/json', ...headerOf(count), 'X-Total-Recall-Count': 'estimated' });
  const kind = count.dialect.name === 'responses' ? { object: 'response.input_tokens' } : {};
  outgoing.end(JSON.stringify({ ...kind, input_tokens: tokens }));
}
