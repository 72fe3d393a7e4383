import { StringDecoder } from 'node:string_decoder';
import type { StreamEvent } from './answer-form.ts';

/** Cuts a stream of server-sent events into its events. What follows the last empty line is an event without data. */
export async function* readEvents(chunks: AsyncIterable<Buffer>): AsyncGenerator<StreamEvent> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of chunks) {
    rest += decoder.write(chunk);
    for (let end = /\r?\n\r?\n/.exec(rest); end; end = /\r?\n\r?\n/.exec(rest)) {
      const raw = rest.slice(0, end.index + end[0].length);
      rest = rest.slice(raw.length);
      yield { raw, data: dataOf(raw) };
    }
  }
  rest += decoder.end();
  if (rest !== '') yield { raw: rest, data: '' };
}

function dataOf(raw: string): string {
  return raw
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(line[5] === ' ' ? 6 : 5))
    .join('\n');
}
