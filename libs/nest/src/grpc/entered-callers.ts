import type { Metadata } from '@grpc/grpc-js';
import type { Caller, Gateway } from '@total-recall/gateway';
import { createSystemClock } from '@total-recall/runtime';
import type { ClientAddresses } from '../http/client-address.ts';
import { metadataText } from './metadata-text.ts';

/** Who is let in by the metadata of a call, before a message of it is read. */
export interface EnteredCallers {
  /** Rejects where the call is refused: for its key, or because there are too many. */
  enter(metadata: Metadata, address: string | undefined): Promise<void>;
  /** Whose the next message of a call is. The first came in with the call, unless it is long in coming; each further one is counted by itself. */
  next(metadata: Metadata): Promise<Caller>;
}

/** A stream may be held open for hours before its first message, and its key be revoked meanwhile. */
const KNOWN_MS = 30_000;

export function createEnteredCallers(gateway: Gateway): EnteredCallers {
  const clock = createSystemClock();
  const entered = new WeakMap<Metadata, { readonly caller?: Caller; readonly untilMs: number; readonly address: string | undefined }>();
  const callerOf = (metadata: Metadata, address: string | undefined): Promise<Caller> =>
    gateway.enter(metadataText(metadata, 'authorization'), address);
  return {
    async enter(metadata, address) {
      const caller = await callerOf(metadata, address);
      entered.set(metadata, { caller, untilMs: clock.monotonicMs() + KNOWN_MS, address });
    },
    async next(metadata) {
      const { caller, untilMs = 0, address } = entered.get(metadata) ?? {};
      entered.set(metadata, { untilMs: 0, address });
      return caller && clock.monotonicMs() < untilMs ? caller : callerOf(metadata, address);
    },
  };
}

/** Where a call comes from: its peer, whose port is left off, or behind trusted proxies the last address before them. */
export function addressOfCall(addresses: Pick<ClientAddresses, 'from'>, peer: string, metadata: Metadata): string | undefined {
  return addresses.from(peer.replace(/:\d+$/, ''), metadataText(metadata, 'x-forwarded-for'));
}
