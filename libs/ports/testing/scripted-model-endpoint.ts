import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Reaction of the endpoint to one question. */
export type ScriptedAnswer =
  /** Says this text, or an object as JSON, as the model's answer. `usage` replaces what is counted. */
  | { readonly says: unknown; readonly usage?: unknown }
  /** Ends as the protocol says that a model refuses, or was cut. */
  | { readonly ends: 'refused' | 'cut' }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  /** Answers with this body, whatever the protocol is. */
  | { readonly body: string }
  /** Sends bytes without an end until the other side lets go. */
  | { readonly floods: true }
  /** Ends the connection without an answer. */
  | { readonly hangsUp: true }
  /** Never answers. */
  | { readonly silent: true };

/** A question as the endpoint was asked. */
export interface ScriptedQuestion {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
  readonly protocol: 'openai' | 'anthropic';
  readonly instructions: string;
  /** Name of the answer that is wanted. */
  readonly asksFor: string;
  /** Texts of the conversation, in turn of the user and of the model. */
  readonly messages: readonly string[];
}

export type AnswerScript = (question: ScriptedQuestion, number: number) => ScriptedAnswer | Promise<ScriptedAnswer>;

export interface ScriptedModelEndpoint {
  /** Address up to the path of a protocol. */
  readonly url: string;
  readonly asked: readonly ScriptedQuestion[];
  /** Replaces the script, and forgets what was asked. */
  answer(script: AnswerScript): void;
  close(): Promise<void>;
}

/** Starts a server that speaks the protocols of OpenAI and Anthropic, and answers by a script. */
export async function startScriptedModelEndpoint(first: AnswerScript): Promise<ScriptedModelEndpoint> {
  let script = first;
  const asked: ScriptedQuestion[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
      const question = questionOf(request.url!, request.headers, body);
      asked.push(question);
      give(response, question.protocol, await script(question, asked.length));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    answer(next) {
      script = next;
      asked.length = 0;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Message {
  readonly role: string;
  readonly content: string;
}

function questionOf(path: string, headers: IncomingHttpHeaders, body: Record<string, unknown>): ScriptedQuestion {
  const messages = body['messages'] as readonly Message[];
  const protocol = path.endsWith('/messages') ? 'anthropic' : 'openai';
  return {
    path,
    headers,
    body,
    protocol,
    asksFor: nameIn(body),
    instructions: protocol === 'anthropic' ? (body['system'] as string) : messages[0]!.content,
    messages: messages.filter(({ role }) => role !== 'system').map(({ content }) => content),
  };
}

function nameIn({ response_format: format, tools }: Record<string, unknown>): string {
  const named = format ? (format as { json_schema: { name: string } }).json_schema : (tools as { name: string }[])[0]!;
  return named.name;
}

function give(response: ServerResponse, protocol: ScriptedQuestion['protocol'], answer: ScriptedAnswer): void {
  const send = (body: string, status = 200, headers = {}): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body);
  };
  if ('silent' in answer) return;
  if ('hangsUp' in answer) return void response.destroy();
  if ('floods' in answer) return flood(response);
  if ('status' in answer) return send(answer.body ?? '{}', answer.status, answer.headers);
  if ('body' in answer) return send(answer.body);
  send(JSON.stringify(protocol === 'openai' ? completionOf(answer) : messageOf(answer)));
}

type Said = Extract<ScriptedAnswer, { readonly says: unknown } | { readonly ends: string }>;

function completionOf(answer: Said): unknown {
  if ('ends' in answer) {
    const message = answer.ends === 'refused' ? { refusal: 'I must not.' } : { content: '{"fac' };
    return { choices: [{ index: 0, message, finish_reason: answer.ends === 'cut' ? 'length' : 'stop' }] };
  }
  const content = typeof answer.says === 'string' ? answer.says : JSON.stringify(answer.says);
  return {
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: 'usage' in answer ? answer.usage : { prompt_tokens: 100, completion_tokens: 20 },
  };
}

function messageOf(answer: Said): unknown {
  if ('ends' in answer) return { content: [], stop_reason: answer.ends === 'cut' ? 'max_tokens' : 'refusal' };
  return {
    role: 'assistant',
    content: [
      { type: 'text', text: 'Here it is.' },
      { type: 'tool_use', id: 'call_1', name: 'answer', input: answer.says },
    ],
    stop_reason: 'tool_use',
    usage: 'usage' in answer ? answer.usage : { input_tokens: 100, output_tokens: 20 },
  };
}

function flood(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const part = `"${'x'.repeat(65_534)}`;
  const more = (): void => {
    while (!response.destroyed && response.write(part));
  };
  response.on('drain', more);
  more();
}
