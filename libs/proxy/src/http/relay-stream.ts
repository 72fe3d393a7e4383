import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AnswerRoom } from '../answers/answer-budget.ts';
import type { AnswerStream, StreamEvent } from '../answers/answer-form.ts';
import { exchangeOf } from '../answers/exchanges.ts';
import { readEvents } from '../answers/read-events.ts';
import { parseRecord } from '../text/json-values.ts';
import { askAgain, begin, goOn, unreadable, type Relay, type Said } from './answer-rounds.ts';
import { isReadable, plainChunks, readWhole, type UnreadReason, type WholeAnswer } from './read-answer.ts';
import { errorOf } from './refuse.ts';

/** Passes a stream on as it comes, event by event, as one stream over all rounds. */
export async function relayStream(relay: Relay): Promise<void> {
  const { outgoing, call, openRoom, signal } = relay;
  const stream = call.dialect.answers.createStream(call.names, call.asksJson);
  const room = openRoom(() => stream.giveUp() !== undefined);
  const said: Said = { messages: [], answers: [], rounds: 0 };
  const write = async (text: string): Promise<void> => {
    if (text !== '' && !outgoing.write(text)) await once(outgoing, 'drain', { signal });
  };
  const breakOff = (why: UnreadReason): void => {
    call.notKept(why);
    outgoing.end(errorEvent(errorOf(unreadable(why))));
  };
  let isCut = false;
  const brokenOff = (): void => {
    const isMessage = stream.breakOff();
    if (isMessage || isCut) call.brokenOff(isMessage ? stream.told() : undefined, stream.usage());
  };
  const end = (text: string): void => {
    if (isCut) cutBehind(text, outgoing);
    else outgoing.end(text);
  };
  begin(relay);
  for (let next = relay.from; ;) {
    isCut = false;
    const chunks = untilCut(plainChunks(next), () => (isCut = true));
    const { beyond, isGivenUp } = await passRound(readEvents(chunks, room), { stream, room, call, write });
    if (beyond !== undefined) return breakOff(beyond);
    if (signal.aborted) return;
    if (isGivenUp) return end('');
    const round = stream.endRound();
    if (!round) {
      brokenOff();
      break;
    }
    if (!(await goOn(relay, round, said))) {
      call.done(stream.told(), exchangeOf(call.dialect, said.messages, round, said.answers), stream.usage(), round.cutsOwn);
      break;
    }
    // A failure of ours to plan it is none of the vendor's.
    const body = await call.again(said.messages, said.container);
    let begun: WholeAnswer | undefined;
    try {
      ({ from: next, begun } = await askAgain(relay, body, said, room));
    } catch {
      if (signal.aborted) return;
      isCut = true;
      brokenOff();
      return end('');
    }
    if (next.statusCode !== 200) {
      brokenOff();
      outgoing.end(await refusalEvent(next, room, begun));
      return;
    }
    if (!isReadable(next)) {
      next.destroy();
      return breakOff('encoding');
    }
  }
  end(stream.finish());
}

interface Passing extends Pick<Relay, 'call'> {
  readonly stream: AnswerStream;
  readonly room: AnswerRoom;
  readonly write: (text: string) => Promise<void>;
}

/** Passes the events of a round on, unread once there is no room for them; `beyond` says why they can go on no further. */
async function passRound(
  events: AsyncIterable<StreamEvent>,
  { stream, room, call, write }: Passing,
): Promise<{ readonly isGivenUp: boolean; readonly beyond?: UnreadReason }> {
  let isGivenUp = false;
  let isWaiting = call.waits === undefined;
  for await (const event of events) {
    if (isGivenUp) {
      await write(event.raw);
      continue;
    }
    let { beyond } = event;
    if (beyond === undefined) {
      const before = stream.held();
      const shown = stream.take(event);
      // Its caller may leave at once, and ask for it anew.
      isWaiting ||= call.waits!(stream.told());
      await write(shown);
      if (!room.hold(stream.held() - before)) beyond = 'no_room';
    }
    if (beyond === undefined) continue;
    const held = stream.giveUp();
    if (held === undefined) return { isGivenUp, beyond };
    call.notKept(beyond);
    isGivenUp = true;
    await write(event.beyond === undefined ? held : held + event.raw);
  }
  return { isGivenUp };
}

/** Yields the chunks of an answer; one whose connection breaks ends there, and is said to be cut. */
async function* untilCut(chunks: AsyncIterable<Buffer>, cut: () => void): AsyncGenerator<Buffer> {
  try {
    yield* chunks;
  } catch {
    cut();
  }
}

/** Breaks the connection behind a text, for its reader to see an answer that is cut. */
function cutBehind(text: string, outgoing: ServerResponse): void {
  if (text !== '') outgoing.write(text);
  if (outgoing.socket) outgoing.socket.destroySoon();
  else outgoing.destroy();
}

/** Says within a stream that the vendor refused to go on; SDKs of both vendors raise it. */
async function refusalEvent(from: IncomingMessage, room: AnswerRoom, begun?: WholeAnswer): Promise<string> {
  const read = begun ?? (await readWhole(from, room));
  if (read.kind === 'unread') from.destroy();
  const error = read.kind === 'read' ? parseRecord(read.plain.toString('utf8'))?.error : undefined;
  return errorEvent(error ?? { type: 'api_error', message: 'The vendor did not go on with the answer.' });
}

function errorEvent(error: unknown): string {
  return `event: error\ndata: ${JSON.stringify({ type: 'error', error })}\n\n`;
}
