import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AnswerRoom } from '../answers/answer-budget.ts';
import { readEvents } from '../answers/read-events.ts';
import { endedIn } from '../answers/responses-stream.ts';
import { parseRecord, type JsonRecord } from '../text/json-values.ts';
import { beginRead, pass } from './pass.ts';
import { isReadable, plainChunks, readWhole } from './read-answer.ts';

/** Passes on an answer that was made in the background, whole or as a stream, and tells what it is. */
export async function relayLater(
  from: IncomingMessage,
  outgoing: ServerResponse,
  room: AnswerRoom,
  take: (answer: JsonRecord) => void,
  signal: AbortSignal,
): Promise<void> {
  const type = (from.headers['content-type'] ?? '').toLowerCase();
  if (from.statusCode !== 200 || !isReadable(from)) return pass(from, outgoing);
  if (!type.includes('text/event-stream')) {
    const read = await readWhole(from, room);
    const answer = read.kind === 'read' ? parseRecord(read.plain.toString('utf8')) : undefined;
    if (answer) take(answer);
    return pass(from, outgoing, {}, read.raw);
  }
  beginRead(from, outgoing);
  for await (const { raw, data } of readEvents(plainChunks(from), room)) {
    const ended = endedIn(data);
    if (ended) take(ended);
    if (!outgoing.write(raw)) await once(outgoing, 'drain', { signal });
  }
  outgoing.end();
}
