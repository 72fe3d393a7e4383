import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Metrics } from '@total-recall/observability';
import { createAnswerBudget } from '../answers/answer-budget.ts';
import type { AgentCalls } from '../calls/agent-calls.ts';
import { PROXY_LIMITS } from '../limits.ts';
import type { Admission } from './admit-call.ts';
import type { Relay } from './answer-rounds.ts';
import { createBodyRoom } from './body-room.ts';
import { kindOfCall, type Vendor } from './call-kind.ts';
import { refuse, type Refusal } from './refuse.ts';
import { pass } from './pass.ts';
import { relayAnswer } from './relay-answer.ts';
import { relayCount } from './relay-count.ts';
import { relayLater } from './relay-later.ts';
import { createSendAgain, type SendAgainDeps } from './send-again.ts';
import { takeBody } from './take-body.ts';
import { endToEnd, withBetas, type Upstream, type UpstreamCall } from './upstream.ts';

export interface ForwardDeps extends SendAgainDeps {
  readonly calls: AgentCalls;
  readonly upstreams: Readonly<Record<Vendor, Upstream>>;
  readonly metrics: Metrics;
  /** Most bytes that are read of an answer. */
  readonly answerBytes: number;
  /** Most bytes of requests that are held at once. */
  readonly heldBodyBytes: number;
}

/** A call that was let in, and whose share of what is held its body takes: a tenant, or else a key. */
export type AdmittedCall = Extract<Admission, { kind: 'admitted' }> & { readonly holder: string };

const TOO_LARGE: Refusal = {
  status: 413,
  code: 'request_too_large',
  message: `a request has at most ${PROXY_LIMITS.bodyBytes} bytes.`,
};

function refuseTooLarge(outgoing: ServerResponse, metrics: Metrics, route: string): void {
  metrics.proxyCalls.inc({ route, outcome: 'too_large' });
  refuse(outgoing, TOO_LARGE);
}

/** A failure of the proxy's own, before the vendor was asked. */
export class PreparingError extends Error {
  override readonly name = 'PreparingError';
}

/**
 * Creates the way of an admitted call to its vendor and back. Rejects where the vendor does not answer; with a
 * `PreparingError` where it was not asked.
 */
export function createForwarder({ calls, upstreams, metrics, clock, scheduler, answerBytes, heldBodyBytes }: ForwardDeps) {
  const senderOf = createSendAgain({ clock, scheduler });
  const bodies = createBodyRoom({ scheduler, bytes: heldBodyBytes });
  const budget = createAnswerBudget({ answerBytes, bytes: PROXY_LIMITS.answersAtOnce * answerBytes });
  const reportHeld = (): void => {
    metrics.memoryHeld.set({ part: 'proxy_requests' }, bodies.held);
    metrics.memoryHeld.set({ part: 'proxy_answers' }, budget.held);
  };
  return async function forward(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    admission: AdmittedCall,
    signal: AbortSignal,
  ): Promise<void> {
    const { method = 'GET', headers, rawHeaders } = incoming;
    const { target } = admission;
    const { vendor, dialect, counts, compacts } = kindOfCall(method, target, headers);
    const upstream = upstreams[vendor];
    const call = { method, target, rawHeaders, signal };
    if (!dialect) {
      metrics.proxyCalls.inc({ route: 'other', outcome: 'untouched' });
      const take = noticed(calls, admission, method);
      const answer = await upstream.send({ ...call, stream: incoming, readsAnswer: take !== undefined });
      return take ? relayLater(answer, outgoing, budget.open(signal), take, signal) : pass(answer, outgoing);
    }
    const room = bodies.open(admission.holder, signal);
    const received = await takeBody(incoming, room);
    reportHeld();
    // The rooms of the call are given back by then.
    signal.addEventListener('abort', () => queueMicrotask(reportHeld), { once: true });
    const route = counts ? 'count_tokens' : compacts ? 'compact' : dialect.name;
    if (received.kind === 'too_large') return refuseTooLarge(outgoing, metrics, route);
    const passUnread = async (as: Pick<UpstreamCall, 'body' | 'stream'>): Promise<void> =>
      pass(await upstream.send({ ...call, ...as }), outgoing, { 'X-Total-Recall-Window': 'unread' });
    if (received.kind === 'no_room') {
      calls.unread(dialect.name, 'no_room');
      return passUnread(received.as);
    }
    const { body, plain } = received;
    if (!plain) {
      calls.unread(route, 'encoding');
      return passUnread({ body });
    }
    const read = { ...call, rawHeaders: plain.rawHeaders };
    const place = { ...admission, take: room.take };
    if (counts) {
      const count = await own(calls.prepareCount(dialect, plain.bytes, place));
      metrics.proxyCalls.inc({ route, outcome: count?.outcome ?? 'unread' });
      const counted = count && { ...read, rawHeaders: withBetas(read.rawHeaders, count.betas), body: count.body, readsAnswer: true };
      const send = () => upstream.send(counted ?? { ...call, body });
      return count ? relayCount(send, outgoing, count, budget.open(signal), signal) : pass(await send(), outgoing);
    }
    if (compacts) {
      const compacted = await own(calls.compact(dialect, plain.bytes, place));
      const outcome = compacted === undefined ? 'vendor_history' : 'compacted';
      metrics.proxyCalls.inc({ route, outcome });
      const header = { 'X-Total-Recall-Window': outcome };
      if (compacted === undefined) return pass(await upstream.send({ ...call, body }), outgoing, header);
      outgoing.writeHead(200, { 'Content-Type': 'application/json', ...header }).end(compacted);
      return;
    }
    const prepared = await own(calls.prepare(dialect, plain.bytes, place));
    if (!prepared) return passUnread({ body });
    const named = withBetas(read.rawHeaders, prepared.betas());
    const from = await upstream.send({ ...read, rawHeaders: named, body: prepared.body, readsAnswer: true });
    const sendAgain: Relay['sendAgain'] = (again) => senderOf(upstream, read)(again, prepared.betas());
    const openRoom: Relay['openRoom'] = (mayGiveUp) => budget.open(signal, mayGiveUp);
    const fetchAnswer: Relay['fetchAnswer'] = (responseId) => upstream.send(answerCall(read, responseId));
    return relayAnswer({ from, outgoing, call: prepared, sendAgain, fetchAnswer, openRoom, signal });
  };
}

/** The name of a response in the path of a request for it. */
const RESPONSE_ID = /\/responses\/([\w-]+)(?:\?|$)/;

/** Notices what is done with a response by its name; returns what takes the answer, where a call waits for that. */
function noticed(calls: AgentCalls, admission: AdmittedCall, method: string): ReturnType<AgentCalls['later']> {
  const named = RESPONSE_ID.exec(admission.target)?.[1];
  if (named !== undefined && method === 'DELETE') calls.forget(admission, named);
  return named !== undefined && method === 'GET' ? calls.later(admission, named) : undefined;
}

/** Tells a failure while a call is prepared from one of its vendor. */
function own<T>(prepared: Promise<T>): Promise<T> {
  return prepared.catch((cause: unknown) => {
    throw new PreparingError('The call could not be prepared.', { cause });
  });
}

/** Headers that are about the body of a call. */
const OF_BODY: ReadonlySet<string> = new Set(['content-encoding', 'content-length', 'content-type', 'idempotency-key']);

/** Returns the call that asks the vendor for an answer of its own, with what else the caller sent. */
function answerCall({ target, rawHeaders, signal }: Omit<UpstreamCall, 'body' | 'stream'>, responseId: string): UpstreamCall {
  const path = target.replace(/^[^?]*/, (route) => `${route}/${encodeURIComponent(responseId)}`);
  return { method: 'GET', target: path, rawHeaders: endToEnd(rawHeaders, OF_BODY), readsAnswer: true, signal };
}
