import type { AnswerRoom } from '../answers/answer-budget.ts';
import type { LostCalls } from '../calls/lost-calls.ts';
import { parseRecord } from '../text/json-values.ts';
import type { Asked, Relay } from './answer-rounds.ts';
import { readWhole } from './read-answer.ts';
import type { Refusal } from './refuse.ts';

const GONE: Refusal = {
  status: 400,
  code: 'recalled_answer_unknown',
  message:
    'previous_response_id names an answer that was given over a recall, of which this proxy does not know the rest: it was restarted since, or another gateway gave the answer. Send the whole history instead.',
};

/**
 * Asks once more where the vendor refuses to go on from an answer with calls of ours, which nobody knows here since a
 * restart: it says what they were, and they are answered anew. Returns the refusal where that is not enough, or fails.
 */
export async function withLostCallsAnswered(relay: Relay): Promise<Asked | Refusal> {
  const { from, call, sendAgain, openRoom } = relay;
  const { lost } = call;
  if (!lost || from.statusCode !== 400) return { from };
  const room = openRoom(() => true);
  const begun = await readWhole(from, room);
  if (begun.kind !== 'read' || !lost.refuses(begun.plain.toString('utf8'))) return { from, begun };
  // The vendor has refused in words of its own already. A failure of what is asked beside that must not hide them.
  const body = await bodyOf(lost, relay, room).catch(() => undefined);
  if (body === 'gone') return GONE;
  return body ? { from: await sendAgain(body) } : { from, begun };
}

async function bodyOf(lost: LostCalls, { fetchAnswer }: Relay, room: AnswerRoom): Promise<Buffer | 'gone' | undefined> {
  const held = await fetchAnswer(lost.responseId);
  if (held.statusCode !== 200) {
    held.destroy();
    return undefined;
  }
  const read = await readWhole(held, room);
  if (read.kind !== 'read') {
    held.destroy();
    return undefined;
  }
  const answer = parseRecord(read.plain.toString('utf8'));
  return answer && lost.body(answer);
}
