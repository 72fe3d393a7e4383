import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anthropicProblems, openAiProblems } from '@total-recall/domain/testing';
import { answerAnthropic, answerChat, answerResponses, type Written } from './vendor-answers.ts';
import type { ScriptedModel } from './scripted-model.ts';

type Body = Readonly<Record<string, unknown>>;

/**
 * A server with the protocols of the vendors. It refuses what they would refuse, and sometimes fails as they do. Under
 * `/strict` it also refuses what a chat template may refuse.
 */
export interface VendorServer {
  readonly url: string;
  /** Requests that were answered, and the problems of those that were refused. */
  readonly requests: readonly Body[];
  readonly refused: readonly unknown[];
  /** Sets the answers to the next requests. The first request gets an overload error before its answer. */
  script(model: ScriptedModel): void;
  close(): Promise<void>;
}

export async function openVendorServer(): Promise<VendorServer> {
  const requests: Body[] = [];
  const refused: unknown[] = [];
  let model: ScriptedModel | undefined;
  let overloaded = false;
  // Ids of answers are never given twice, whatever the script: frameworks know messages by them.
  let answered = 0;
  const server = createServer((request, response) => void handle(request, response));

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await readText(request)) as Body;
    const problems = problemsOf(request.url!, body);
    if (problems.length > 0) {
      refused.push(problems);
      return send(response, 400, { kind: 'json', value: { error: { type: 'invalid_request_error', message: JSON.stringify(problems) } } });
    }
    if (!overloaded) {
      overloaded = true;
      return send(response, 503, { kind: 'json', value: { error: { type: 'overloaded_error', message: 'try again' } } });
    }
    const answer = model?.next();
    if (!answer)
      return send(response, 400, { kind: 'json', value: { error: { type: 'invalid_request_error', message: 'the script is over' } } });
    requests.push(body);
    send(response, 200, writerOf(request.url!)(answer, { stream: body['stream'] === true, number: (answered += 1) }));
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    refused,
    script(next) {
      model = next;
      overloaded = false;
      requests.length = 0;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function writerOf(url: string) {
  if (url.endsWith('/messages')) return answerAnthropic;
  return url.endsWith('/responses') ? answerResponses : answerChat;
}

function problemsOf(url: string, body: Body): unknown[] {
  if (url.endsWith('/messages')) return anthropicProblems(body);
  if (url.endsWith('/responses')) return responsesProblems(body);
  return openAiProblems(body, url.startsWith('/strict/') ? 'strict' : 'open');
}

/** Checks a request of the Responses API: every call must be answered once, after it. */
function responsesProblems(body: Body): unknown[] {
  const items = body['input'] as { type?: string; role?: string; call_id?: string; content?: unknown; output?: string }[];
  const open = new Set<string>();
  const problems = items.flatMap((item, at) => {
    if (item.type === 'function_call') open.add(item.call_id!);
    if (item.type === 'function_call_output' && (!open.delete(item.call_id!) || !item.output)) return [{ rule: 'output', at }];
    return item.type === undefined && !item.content ? [{ rule: 'blank', at }] : [];
  });
  return [...problems, ...[...open].map((id) => ({ rule: 'call without output', id })), ...(items.length === 0 ? [{ rule: 'empty' }] : [])];
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function send(response: ServerResponse, status: number, written: Written): void {
  if (written.kind === 'json') {
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after-ms': '1' });
    response.end(JSON.stringify(written.value));
    return;
  }
  response.writeHead(status, { 'content-type': 'text/event-stream' });
  for (const { event, data } of written.events) {
    response.write(`${event === undefined ? '' : `event: ${event}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
  }
  response.end();
}
