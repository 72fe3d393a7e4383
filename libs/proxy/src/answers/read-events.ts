import { StringDecoder } from 'node:string_decoder';
import type { AnswerRoom } from './answer-budget.ts';
import type { StreamEvent } from './answer-form.ts';

/** The end of an event, and the most characters of it that may stand in an earlier chunk. */
const END = /\r?\n\r?\n/;
const END_BEGUN = '\r\n\r'.length;

/**
 * Cuts a stream of server-sent events into its events. What follows the last empty line is an event without data. Once
 * there is no room any more, what is left of the stream comes as it is, in pieces that are no events. Of what was read,
 * only the event that has not ended is counted as held.
 */
export async function* readEvents(chunks: AsyncIterable<Buffer>, room: AnswerRoom): AsyncGenerator<StreamEvent> {
  const decoder = new StringDecoder('utf8');
  // An event of many chunks, such as a picture, is not put together and looked through again with each of them.
  let pieces: string[] = [];
  let tail = '';
  let held = 0;
  let beyond: StreamEvent['beyond'];
  for await (const chunk of chunks) {
    let piece = decoder.write(chunk);
    room.bytes -= chunk.length;
    if (room.bytes < 0) beyond ??= 'too_large';
    if (beyond === undefined) {
      for (let end = END.exec(tail + piece); end; end = END.exec(tail + piece)) {
        const length = end.index + end[0].length - tail.length;
        const raw = [...pieces, piece.slice(0, length)].join('');
        room.release(held);
        [pieces, tail, piece, held] = [[], '', piece.slice(length), 0];
        yield { raw, data: dataOf(raw) };
      }
      if (room.hold(piece.length)) {
        pieces.push(piece);
        tail = (tail + piece).slice(-END_BEGUN);
        held += piece.length;
        continue;
      }
      beyond = 'no_room';
    }
    yield { raw: [...pieces, piece].join(''), data: '', beyond };
    room.release(held);
    [pieces, tail, held] = [[], '', 0];
  }
  room.release(held);
  const rest = [...pieces, decoder.end()].join('');
  if (rest !== '') yield { raw: rest, data: '', ...(beyond !== undefined && { beyond }) };
}

function dataOf(raw: string): string {
  return raw
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(line[5] === ' ' ? 6 : 5))
    .join('\n');
}
