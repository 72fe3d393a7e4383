import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AnswerRoom } from '../answers/answer-budget.ts';
import type { PreparedCount } from '../calls/agent-call.ts';
import { headerOf, pass } from './pass.ts';
import { readWhole } from './read-answer.ts';

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
  room: AnswerRoom,
  signal: AbortSignal,
): Promise<void> {
  const { tokens } = count;
  const answer = await send().catch((error: unknown) => {
    if (signal.aborted || tokens === undefined) throw error;
    return undefined;
  });
  if (answer && (!NO_ROUTE.has(answer.statusCode!) || tokens === undefined))
    return pass(answer, outgoing, { ...headerOf(count), 'X-Total-Recall-Count': 'vendor' });
  const refusal = answer && (await readWhole(answer, room));
  if (answer && refusal && (refusal.kind === 'unread' || refusal.plain.includes(count.model)))
    return pass(answer, outgoing, {}, refusal.raw);
  outgoing.writeHead(200, { 'Content-Type': 'application/json', ...headerOf(count), 'X-Total-Recall-Count': 'estimated' });
  const kind = count.dialect.name === 'responses' ? { object: 'response.input_tokens' } : {};
  outgoing.end(JSON.stringify({ ...kind, input_tokens: tokens }));
}
