import type { Metadata } from '@grpc/grpc-js';
import type { Caller, Gateway } from '@total-recall/gateway';
import { createSystemClock } from '@total-recall/runtime';
import { metadataText } from './metadata-text.ts';

/** Who is let in by the metadata of a call, before a message of it is read. */
export interface EnteredCallers {
  /** Rejects where the call is refused: for its key, or because there are too many. */
  enter(metadata: Metadata, peer: string): Promise<void>;
  /** Whose the next message of a call is. The first came in with the call, unless it is long in coming; each further one is counted by itself. */
  next(metadata: Metadata): Promise<Caller>;
}

/** A stream may be held open for hours before its first message, and its key be revoked meanwhile. */
const KNOWN_MS = 30_000;

export function createEnteredCallers(gateway: Gateway): EnteredCallers {
  const clock = createSystemClock();
  const entered = new WeakMap<Metadata, { readonly caller: Caller; readonly untilMs: number }>();
  const callerOf = (metadata: Metadata, peer?: string): Promise<Caller> =>
    gateway.enter(metadataText(metadata, 'authorization'), peer?.replace(/:\d+$/, ''));
  return {
    async enter(metadata, peer) {
      const caller = await callerOf(metadata, peer);
      entered.set(metadata, { caller, untilMs: clock.monotonicMs() + KNOWN_MS });
    },
    async next(metadata) {
      const first = entered.get(metadata);
      entered.delete(metadata);
      return first && clock.monotonicMs() < first.untilMs ? first.caller : callerOf(metadata);
    },
  };
}
