import { constants } from 'node:http2';
import { inTime, type Scheduler } from '@total-recall/runtime';

export interface AnswerPace {
  readonly scheduler: Pick<Scheduler, 'delay'>;
  /** Longest time that a reader may take for a small answer; each 64 KiB of a larger one have a thirtieth of it more. */
  readonly idleMs: number;
}

/**
 * A call as grpc-js passes it on: it emits `cancelled` when its trailers are sent, behind the whole answer, and when
 * its stream closes.
 */
interface RunningCall {
  readonly cancelled: boolean;
  once(event: 'cancelled', run: () => void): unknown;
}

const PIECE_BYTES = 64 * 1024;
const PIECE_SHARE = 1 / 30;

/** Resolves when the answer of a call has been taken, or nobody waits for it any more. */
export function endOf(call: RunningCall): Promise<void> {
  return call.cancelled ? Promise.resolve() : new Promise((resolve) => void call.once('cancelled', resolve));
}

/** Waits until an answer of so many bytes has been taken. Resets the call of a reader who is too slow. */
export async function untilTaken(call: object, taken: Promise<void>, bytes: number, { scheduler, idleMs }: AnswerPace): Promise<void> {
  const ms = idleMs * (1 + PIECE_SHARE * Math.ceil(bytes / PIECE_BYTES));
  const { kind } = await inTime(taken, { scheduler, ms });
  if (kind === 'late') cutCall(call);
}

/** Resets the stream of a call. grpc-js can only end one behind what it has written, so this reaches below it. */
function cutCall(call: object): void {
  const inner = call as { readonly call?: { readonly nextCall?: { readonly stream?: { close(code: number): void } } } };
  inner.call?.nextCall?.stream?.close(constants.NGHTTP2_CANCEL);
}
