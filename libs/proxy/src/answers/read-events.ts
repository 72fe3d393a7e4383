import { StringDecoder } from 'node:string_decoder';
import type { StreamEvent } from './answer-form.ts';

/** Bytes that may still be read of an answer, over all its rounds. */
export interface AnswerRoom {
  bytes: number;
}

/** The end of an event, and the most characters of it that may stand in an earlier chunk. */
const END = /\r?\n\r?\n/;
const END_BEGUN = '\r\n\r'.length;

/**
 * Cuts a stream of server-sent events into its events. What follows the last empty line is an event without data. Once
 * there is no room any more, what is left of the stream comes as it is, in pieces that are no events.
 */
export async function* readEvents(chunks: AsyncIterable<Buffer>, room: AnswerRoom): AsyncGenerator<StreamEvent> {
  const decoder = new StringDecoder('utf8');
  // An event of many chunks, such as a picture, is not put together and looked through again with each of them.
  let pieces: string[] = [];
  let tail = '';
  for await (const chunk of chunks) {
    let piece = decoder.write(chunk);
    room.bytes -= chunk.length;
    if (room.bytes < 0) {
      yield { raw: [...pieces, piece].join(''), data: '', isBeyond: true };
      [pieces, tail] = [[], ''];
      continue;
    }
    for (let end = END.exec(tail + piece); end; end = END.exec(tail + piece)) {
      const length = end.index + end[0].length - tail.length;
      const raw = [...pieces, piece.slice(0, length)].join('');
      [pieces, tail, piece] = [[], '', piece.slice(length)];
      yield { raw, data: dataOf(raw) };
    }
    pieces.push(piece);
    tail = (tail + piece).slice(-END_BEGUN);
  }
  const rest = [...pieces, decoder.end()].join('');
  if (rest !== '') yield { raw: rest, data: '', ...(room.bytes < 0 && { isBeyond: true }) };
}

function dataOf(raw: string): string {
  return raw
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(line[5] === ' ' ? 6 : 5))
    .join('\n');
}
