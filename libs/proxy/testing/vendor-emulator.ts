import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { anthropicProblems, openAiProblems } from '@total-recall/domain/testing';
import { createTokenCounter } from '@total-recall/runtime';
import { isRecord, type JsonRecord } from '../src/text/json-values.ts';
import { outlineRequest } from './outline-request.ts';
import { writeResponse } from './responses-answers.ts';
import { createResponsesStore, textsOf } from './responses-store.ts';
import { createThinkingBinding } from './thinking-binding.ts';
import { writeChat, writeMessages, type ScriptedAnswer } from './vendor-answers.ts';

export interface ReceivedCall {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
  readonly body: JsonRecord;
  /** Tokens of what the request says. */
  readonly tokens: number;
}

export interface VendorEmulator {
  readonly url: string;
  /** Calls of a model, in order. */
  readonly calls: ReceivedCall[];
  /** Questions of how many tokens a call has, in order. */
  readonly counts: ReceivedCall[];
  /** Status with which it answers these in place of a count. */
  countStatus: number | undefined;
  /** True for a server of chat completions that gives several calls one id, and takes them back. */
  reusesIds: boolean;
  /** True for a vendor that refuses thinking whose history has changed. */
  bindsThinking: boolean;
  /** By what it compresses its answers, whatever the caller asked for. */
  encoding: { readonly name: string; pack(bytes: Buffer): Buffer } | undefined;
  /** How many tokens it counts in place of one. */
  tokensOfOne: number;
  /** Requests that were refused: by which rules, and in outline, so that a failed test says what was sent. */
  readonly refused: string[];
  /** The same requests, whole. */
  readonly refusedCalls: ReceivedCall[];
  /** Number of streams whose reader went away. */
  readonly cancelled: () => number;
  /** Decides what the model says to a request. */
  script: (body: JsonRecord) => ScriptedAnswer;
  close(): Promise<void>;
}

export const UPSTREAM_KEY = 'sk-upstream-secret-5tr1ct';

/**
 * Starts a server that speaks both vendors' APIs and refuses what they refuse: wrong keys, messages in a wrong order,
 * calls without results, tools that are not declared, thinking that is missing, and requests beyond the window.
 */
export async function startVendorEmulator(windowTokens: number): Promise<VendorEmulator> {
  const counter = createTokenCounter();
  const calls: ReceivedCall[] = [];
  const counts: ReceivedCall[] = [];
  const refused: string[] = [];
  const refusedCalls: ReceivedCall[] = [];
  const responses = createResponsesStore();
  const binding = createThinkingBinding();
  /** Streams of answers in the background, by their ids. */
  const later = new Map<string, readonly string[]>();
  let written = 0;
  let cancelled = 0;

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const bytes = await buffer(incoming);
    const { url: path = '/', headers, method } = incoming;
    const isChat = path === '/v1/chat/completions';
    const isCount = path === '/v1/messages/count_tokens' || path === '/v1/responses/input_tokens';
    const isResponses = method === 'POST' && path === '/v1/responses';
    const name = method === 'GET' ? /^\/v1\/responses\/(\w+)/.exec(path)?.[1] : undefined;
    const kept = name === undefined ? undefined : responses.answer(name);
    if (kept && headers.authorization !== `Bearer ${UPSTREAM_KEY}`) return fail(outgoing, 401, 'wrong key');
    if (kept) return send(outgoing, { whole: kept, pieces: later.get(name!) ?? [] }, path.includes('stream=true'), {});
    if (!isChat && !isCount && !isResponses && path !== '/v1/messages') return echo(outgoing, { method, path, headers, bytes });
    const body = JSON.parse(bytes.toString('utf8')) as JsonRecord;
    const problems: string[] = [];
    const items = path.startsWith('/v1/responses') ? responses.read(body, headers, UPSTREAM_KEY, problems) : [];
    const tokens = await tokensOf(body, items);
    if (isCount) {
      counts.push({ path, headers, bytes, body, tokens });
      if (emulator.countStatus !== undefined) return fail(outgoing, emulator.countStatus, 'scripted');
      const count = { ...(path.startsWith('/v1/responses') && { object: 'response.input_tokens' }), input_tokens: tokens };
      return sendJson(outgoing, 200, count);
    }
    if (!isResponses) problems.push(...(isChat ? chatProblems(body, headers, emulator.reusesIds) : messagesProblems(body, headers)));
    if (emulator.bindsThinking) problems.push(...binding.problems(body, headers));
    if (tokens > windowTokens) problems.push(`the request has ${tokens} tokens, the window ${windowTokens}`);
    const call = { path, headers, bytes, body, tokens };
    calls.push(call);
    if (problems.length > 0) {
      refused.push(`${problems.join('; ')}\n${outlineRequest(path, body)}`);
      refusedCalls.push(call);
      return fail(outgoing, 400, problems.join('; '));
    }
    const said = emulator.script(body);
    if (said.breaksAt?.how === 'refused') return void outgoing.destroy();
    if (said.status !== undefined) return fail(outgoing, said.status, 'scripted', said.headers, emulator.encoding);
    const written = isResponses ? answerItems(said, body, tokens, items) : (isChat ? writeChat : writeMessages)(said, body, tokens);
    binding.keep(body, written.whole);
    outgoing.on('close', () => (cancelled += body.stream !== true || outgoing.writableFinished ? 0 : 1));
    if (emulator.encoding) return sendPacked(outgoing, written, body.stream === true, emulator.encoding);
    send(outgoing, written, body.stream === true, said);
  }

  function answerItems(said: ScriptedAnswer, body: JsonRecord, tokens: number, items: readonly JsonRecord[]) {
    const response = writeResponse(said, body, tokens, ++written);
    const isBackground = body.background === true;
    if (!said.stalls || isBackground) responses.keep(items, response.whole);
    if (!isBackground) return response;
    later.set(String(response.whole.id), response.pieces);
    return { ...response, whole: { ...response.whole, status: 'queued', output: [], usage: null } };
  }

  async function tokensOf(body: JsonRecord, items: readonly JsonRecord[]): Promise<number> {
    const { texts, sealedTokens } = textsOf(items);
    const counted = await counter.count('o200k', [...stringsIn([body.system, body.messages, body.tools, body.instructions]), ...texts]);
    return Math.round(counted.reduce((sum, count) => sum + count, sealedTokens) * emulator.tokensOfOne);
  }

  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing).catch(() => outgoing.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const emulator: VendorEmulator = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    counts,
    countStatus: undefined,
    reusesIds: false,
    bindsThinking: false,
    encoding: undefined,
    tokensOfOne: 1,
    refused,
    refusedCalls,
    cancelled: () => cancelled,
    script: () => ({ text: 'Done.' }),
    async close() {
      server.closeAllConnections();
      server.close();
      await counter.close();
    },
  };
  return emulator;
}

/** Strings of a request, without pictures: these cost by their size, not by their text. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith('data:image/') ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  if (!isRecord(value) || value.type === 'base64') return [];
  return Object.values(value).flatMap(stringsIn);
}

/**
 * Sends an answer whole or in pieces; one that stalls goes no further than its first, or the first that says something in
 * the Responses API, and one that breaks off does so where it is told to.
 */
function send(
  outgoing: ServerResponse,
  { whole, pieces }: { readonly whole: unknown; readonly pieces: readonly string[] },
  isStream: boolean,
  { stalls = false, breaksAt }: ScriptedAnswer,
): void {
  if (!isStream) return sendJson(outgoing, 200, whole);
  outgoing.writeHead(200, { 'Content-Type': 'text/event-stream' });
  if (stalls) {
    const said = pieces.findIndex((piece) => piece.includes('.delta'));
    for (const piece of pieces.slice(0, Math.max(said, 0) + 1)) outgoing.write(piece);
    return;
  }
  for (const piece of breaksAt === undefined ? pieces : untilText(pieces, breaksAt.text)) outgoing.write(piece);
  if (breaksAt?.how === 'cut') outgoing.socket!.destroySoon();
  else outgoing.end();
}

function untilText(pieces: readonly string[], text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  const last = pieces.findIndex((piece) => piece.includes(text));
  return last < 0 ? pieces : pieces.slice(0, last + 1);
}

function sendPacked(
  outgoing: ServerResponse,
  { whole, pieces }: { readonly whole: unknown; readonly pieces: readonly string[] },
  isStream: boolean,
  { name, pack }: NonNullable<VendorEmulator['encoding']>,
  status = 200,
): void {
  outgoing.writeHead(status, { 'Content-Type': isStream ? 'text/event-stream' : 'application/json', 'Content-Encoding': name });
  outgoing.end(pack(Buffer.from(isStream ? pieces.join('') : JSON.stringify(whole))));
}

function sendJson(outgoing: ServerResponse, status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void {
  outgoing.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
}

function fail(
  outgoing: ServerResponse,
  status: number,
  message: string,
  headers?: Readonly<Record<string, string>>,
  encoding?: VendorEmulator['encoding'],
): void {
  const error = { type: 'invalid_request_error', message, code: null, param: null };
  if (encoding) return sendPacked(outgoing, { whole: { type: 'error', error }, pieces: [] }, false, encoding, status);
  sendJson(outgoing, status, { type: 'error', error }, headers);
}

function echo(
  outgoing: ServerResponse,
  { method, path, headers, bytes }: { method?: string; path: string; headers: IncomingMessage['headers']; bytes: Buffer },
): void {
  outgoing.writeHead(203, { 'Content-Type': 'application/octet-stream', 'X-Echo': JSON.stringify({ method, path, headers }) });
  outgoing.end(bytes);
}

function* chatProblems(body: JsonRecord, headers: IncomingMessage['headers'], reusesIds: boolean): Generator<string> {
  if (headers.authorization !== `Bearer ${UPSTREAM_KEY}`) yield 'wrong key';
  // The API takes a refusal back, as it gave it.
  for (const { rule, at, what } of openAiProblems(body))
    if (what !== 'assistant.refusal' && !(reusesIds && rule === 'call id twice')) yield `${rule} at ${at} ${what}`;
}

function* messagesProblems(body: JsonRecord, headers: IncomingMessage['headers']): Generator<string> {
  if (headers['x-api-key'] !== UPSTREAM_KEY && headers.authorization !== `Bearer ${UPSTREAM_KEY}`) yield 'wrong key';
  if (headers['anthropic-version'] === undefined) yield 'no version';
  if (typeof body.max_tokens !== 'number') yield 'max_tokens is missing';
  if (isRecord(body.thread) && body.thread.type === 'continue' && (body.tools !== undefined || body.system !== undefined))
    yield 'a thread has the tools and the system prompt that it was made with';
  const system = Array.isArray(body.system) ? (body.system as JsonRecord[]).map(({ text }) => text).join('') : body.system;
  for (const { rule, at, what } of anthropicProblems({ ...body, system })) yield `${rule} at ${at} ${what}`;
  const messages = body.messages as { role: string; content: unknown }[];
  const blocks = (at: number) => (Array.isArray(messages.at(at)?.content) ? (messages.at(at)!.content as JsonRecord[]) : []);
  const uses = messages.flatMap((_, at) => blocks(at)).some(({ type }) => type === 'tool_use');
  if (uses && !Array.isArray(body.tools)) yield 'tool_use without tools';
  const marks = JSON.stringify(body).split('"cache_control"').length - 1;
  if (marks > 4) yield `${marks} cache marks`;
  const isThinking = isRecord(body.thinking) && body.thinking.type === 'enabled';
  const answersCall = blocks(-1).some(({ type }) => type === 'tool_result');
  if (isThinking && answersCall && !['thinking', 'redacted_thinking'].includes(String(blocks(-2)[0]?.type)))
    yield 'the last answer does not begin with its thinking';
}
