import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { PreparedCall } from '../calls/agent-call.ts';
import type { Round, ToolAnswer } from '../answers/answer-form.ts';
import { exchangeOf } from '../answers/exchanges.ts';
import { readEvents } from '../answers/read-events.ts';
import { PROXY_LIMITS } from '../limits.ts';
import { parseRecord, type JsonRecord } from '../text/json-values.ts';
import { endToEnd } from './upstream.ts';

export interface Relay {
  readonly from: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly call: PreparedCall;
  /** Sends another body in place of the call's. */
  readonly sendAgain: (body: Buffer) => Promise<IncomingMessage>;
  readonly signal: AbortSignal;
}

/** Passes an answer on as it comes. */
export async function pass(from: IncomingMessage, outgoing: ServerResponse, added: Readonly<Record<string, string>> = {}): Promise<void> {
  outgoing.writeHead(from.statusCode!, from.statusMessage ?? '', [...endToEnd(from.rawHeaders), ...Object.entries(added).flat()]);
  // A stream may stay silent for long; its reader is told at once that it has begun.
  outgoing.flushHeaders();
  await pipeline(from, outgoing);
}

/** Passes the answer of a model on. Calls of the proxy's own tools are answered here, and the model is asked again. */
export async function relayAnswer(relay: Relay): Promise<void> {
  const { from, outgoing, call } = relay;
  const type = from.headers['content-type'] ?? '';
  const isPlain = from.statusCode === 200 && from.headers['content-encoding'] === undefined;
  if (isPlain && type.includes('text/event-stream')) return relayStream(relay);
  if (isPlain && type.includes('json')) return relayWhole(relay);
  return pass(from, outgoing, headerOf(call));
}

/** Says by headers what became of a request. */
export function headerOf({ outcome, edits }: Pick<PreparedCall, 'outcome' | 'edits'>): Record<string, string> {
  return { 'X-Total-Recall-Window': outcome, ...(edits && { 'X-Total-Recall-Edits': edits.join(', ') }) };
}

function begin({ from, outgoing, call }: Relay): void {
  const headers = endToEnd(from.rawHeaders, new Set(['content-length']));
  outgoing.writeHead(200, from.statusMessage ?? '', [...headers, ...Object.entries(headerOf(call)).flat()]);
  outgoing.flushHeaders();
}

/** What was said in the rounds before, and the answers to the last one's calls. */
interface Said {
  readonly messages: JsonRecord[];
  answers: readonly ToolAnswer[];
  rounds: number;
}

/** Answers the calls of a round; returns true where the model is to be asked again. */
async function goOn({ call }: Relay, round: Round, said: Said): Promise<boolean> {
  said.rounds += 1;
  if (round.own.length === 0) return false;
  said.answers = await call.answer(round.own, said.rounds);
  if (round.others > 0 || said.rounds > PROXY_LIMITS.recallRounds + 1) return false;
  said.messages.push(...call.dialect.answers.followUp(round, said.answers));
  return true;
}

async function relayWhole(relay: Relay): Promise<void> {
  const { from, outgoing, call, sendAgain } = relay;
  const { answers: form } = call.dialect;
  const said: Said = { messages: [], answers: [], rounds: 0 };
  const bodies: JsonRecord[] = [];
  for (let next = from; ;) {
    const bytes = await bytesOf(next);
    const body = next.statusCode === 200 ? parseRecord(bytes.toString('utf8')) : undefined;
    const round = body && form.readWhole(body, call.names);
    if (!round) {
      outgoing.writeHead(next.statusCode!, endToEnd(next.rawHeaders)).end(bytes);
      return;
    }
    bodies.push(body);
    if (await goOn(relay, round, said)) {
      next = await sendAgain(await call.again(said.messages));
      continue;
    }
    const exchange = exchangeOf(call.dialect, said.messages, round, said.answers);
    const joined = exchange ? form.joinWhole(bodies, call.names) : body;
    begin(relay);
    outgoing.end(exchange ? JSON.stringify(joined) : bytes);
    call.done(form.toldIn(joined), exchange, form.usageOf(bodies));
    return;
  }
}

export async function bytesOf(from: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of from as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function relayStream(relay: Relay): Promise<void> {
  const { from, outgoing, call, sendAgain, signal } = relay;
  const stream = call.dialect.answers.createStream(call.names);
  const said: Said = { messages: [], answers: [], rounds: 0 };
  const write = async (text: string): Promise<void> => {
    if (text !== '' && !outgoing.write(text)) await once(outgoing, 'drain', { signal });
  };
  begin(relay);
  for (let next = from; ;) {
    for await (const event of readEvents(next)) await write(stream.take(event));
    const round = stream.endRound();
    if (!round) break;
    if (!(await goOn(relay, round, said))) {
      call.done(stream.told(), exchangeOf(call.dialect, said.messages, round, said.answers), stream.usage());
      break;
    }
    next = await sendAgain(await call.again(said.messages));
    if (next.statusCode !== 200) {
      await write(errorEvent(await bytesOf(next)));
      outgoing.end();
      return;
    }
  }
  outgoing.end(stream.finish());
}

/** Says within a stream that the vendor refused to go on; SDKs of both vendors raise it. */
function errorEvent(bytes: Buffer): string {
  const error = parseRecord(bytes.toString('utf8'))?.error ?? { type: 'api_error', message: 'The vendor did not go on with the answer.' };
  return `event: error\ndata: ${JSON.stringify({ type: 'error', error })}\n\n`;
}
