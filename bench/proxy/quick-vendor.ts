import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface QuickVendor {
  readonly url: string;
  /** Body of the last request. */
  last(): Buffer;
  close(): Promise<void>;
}

const PIECES = [
  { choices: [{ index: 0, delta: { role: 'assistant', content: 'Done.' }, finish_reason: null }] },
  { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
].map((piece) => `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', ...piece })}\n\n`);

/** Starts a server that answers every request with a short stream, as soon as it has read it: what is left is the way. */
export async function startQuickVendor(): Promise<QuickVendor> {
  let last = Buffer.alloc(0);
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
    last = Buffer.concat(chunks);
    outgoing.writeHead(200, { 'Content-Type': 'text/event-stream' });
    outgoing.end(`${PIECES.join('')}data: [DONE]\n\n`);
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    last: () => last,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const agent = new Agent({ keepAlive: true });

/** Sends a chat completion and returns the milliseconds until the first byte of the stream. */
export async function timeToFirstByte(url: string, body: Buffer): Promise<number> {
  const before = performance.now();
  const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length, Authorization: 'Bearer sk-bench' };
  const sent = request(`${url}/v1/chat/completions`, { method: 'POST', agent, headers });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [NodeJS.ReadableStream & { statusCode: number }];
  if (answer.statusCode !== 200) throw new Error(`The call was answered with ${answer.statusCode}.`);
  let took = 0;
  for await (const _chunk of answer) took ||= performance.now() - before;
  return took;
}
