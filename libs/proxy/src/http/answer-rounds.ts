import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AnswerRoom } from '../answers/answer-budget.ts';
import type { Round, ToolAnswer } from '../answers/answer-form.ts';
import type { PreparedCall } from '../calls/agent-call.ts';
import { PROXY_LIMITS } from '../limits.ts';
import type { JsonRecord } from '../text/json-values.ts';
import { beginRead, headerOf } from './pass.ts';
import { readWhole, type UnreadReason, type WholeAnswer } from './read-answer.ts';
import type { Refusal } from './refuse.ts';
import type { SendAgain } from './send-again.ts';

export interface Relay {
  readonly from: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly call: PreparedCall;
  readonly sendAgain: SendAgain;
  /** Asks the vendor for an answer that it holds, as the caller could. */
  readonly fetchAnswer: (responseId: string) => Promise<IncomingMessage>;
  /** Opens the room for reading the answer, over all its rounds; `mayGiveUp` returns true while it may go on unread. */
  readonly openRoom: (mayGiveUp: () => boolean) => AnswerRoom;
  readonly signal: AbortSignal;
}

/** The messages of the rounds before, and the answers to the last one's calls. */
export interface Said {
  readonly messages: JsonRecord[];
  answers: readonly ToolAnswer[];
  rounds: number;
  /** Container that the vendor's tools ran in last. */
  container?: string;
}

/** Writes the head of an answer to a call of a model. */
export function begin({ from, outgoing, call }: Relay): void {
  beginRead(from, outgoing, headerOf(call));
}

/** Answers the calls of a round; returns true where the model is to be asked again. */
export async function goOn({ call }: Relay, round: Round, said: Said): Promise<boolean> {
  said.rounds += 1;
  if (round.container !== undefined) said.container = round.container;
  if (round.own.length === 0) return false;
  said.answers = await call.answer(round.own, said.rounds);
  if (round.others > 0 || said.rounds > PROXY_LIMITS.recallRounds + 1) return false;
  said.messages.push(...call.dialect.answers.followUp(round, said.answers));
  return true;
}

/** An answer, with what was read of one that refuses something. */
export interface Asked {
  readonly from: IncomingMessage;
  readonly begun?: WholeAnswer;
}

/**
 * Asks once more where the vendor refuses thinking that was made behind other messages or tools: a window, or a restart
 * of this process, has changed these. `messages` stand behind the caller's; `begun` is what was read of an answer that is
 * about something else.
 */
export async function withThinkingFreedIfRefused(
  { call, sendAgain }: Relay,
  from: IncomingMessage,
  messages: readonly JsonRecord[],
  roomFor: () => AnswerRoom,
): Promise<Asked> {
  if (!call.freed || from.statusCode !== 400) return { from };
  const read = await readWhole(from, roomFor());
  const body = read.kind === 'read' ? await call.freed.body(read.plain.toString('utf8'), messages) : undefined;
  if (!body) return { from, begun: read };
  const next = await sendAgain(body);
  if (next.statusCode === 200) call.freed.worked();
  return { from: next };
}

/** Asks the model again behind a round whose calls were answered here; `body` is planned for what was said. */
export async function askAgain(relay: Relay, body: Buffer, { messages }: Said, room: AnswerRoom): Promise<Asked> {
  const from = await relay.sendAgain(body);
  return withThinkingFreedIfRefused(relay, from, messages, () => room);
}

/** Returns the refusal for an answer behind a recall that cannot be read, nor passed on: the caller never saw the recall. */
export function unreadable(why: UnreadReason): Refusal {
  if (why === 'too_large')
    return {
      status: 502,
      code: 'upstream_answer_too_large',
      message:
        'the answer, over its recalls, is larger than the proxy reads. Ask for a shorter one, or raise --answer-mb or TOTAL_RECALL_PROXY_ANSWER_MB.',
    };
  return {
    status: 502,
    code: 'upstream_answer_unreadable',
    message: 'the upstream went on behind a recall in an encoding that the proxy does not read. Let it send its answers uncompressed.',
  };
}
