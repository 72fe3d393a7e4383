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
 * restart: it says what they were, and they are answered anew. Returns the refusal where that is not enough.
 */
export async function withLostCallsAnswered({ from, call: { lost }, sendAgain, fetchAnswer, openRoom }: Relay): Promise<Asked | Refusal> {
  if (!lost || from.statusCode !== 400) return { from };
  const room = openRoom(() => true);
  const begun = await readWhole(from, room);
  if (begun.kind !== 'read' || !lost.refuses(begun.plain.toString('utf8'))) return { from, begun };
  const held = await fetchAnswer(lost.responseId);
  if (held.statusCode !== 200) {
    held.destroy();
    return { from, begun };
  }
  const read = await readWhole(held, room);
  const answer = read.kind === 'read' ? parseRecord(read.plain.toString('utf8')) : undefined;
  if (read.kind !== 'read') held.destroy();
  const body = answer && (await lost.body(answer));
  if (body === 'gone') return GONE;
  return body ? { from: await sendAgain(body) } : { from, begun };
}
