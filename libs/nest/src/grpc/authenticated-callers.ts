import type { Metadata } from '@grpc/grpc-js';
import type { Caller, Gateway } from '@total-recall/gateway';
import { createSystemClock } from '@total-recall/runtime';
import type { ClientAddresses } from '../http/client-address.ts';
import { metadataText } from './metadata-text.ts';

/** Authenticates calls by their metadata, before any message is read. */
export interface AuthenticatedCallers {
  /** Authenticates a call. Rejects when its key is not valid or it exceeds a rate limit. */
  enter(metadata: Metadata, address: string | undefined): Promise<void>;
  /**
   * Returns the caller of the next message. The first message reuses the check made by `enter` unless it arrived late;
   * each later message is checked and counted again.
   */
  next(metadata: Metadata): Promise<Caller>;
}

/**
 * Time for which the check at the start of a call covers its first message. A stream may wait for hours before it, and
 * its key may be revoked meanwhile.
 */
const KNOWN_MS = 30_000;

export function createEnteredCallers(gateway: Gateway): AuthenticatedCallers {
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

/**
 * Returns the address that a call comes from: the peer without its port, or behind trusted proxies the last address
 * before them.
 */
export function addressOfCall(addresses: Pick<ClientAddresses, 'from'>, peer: string, metadata: Metadata): string | undefined {
  return addresses.from(peer.replace(/:\d+$/, ''), metadataText(metadata, 'x-forwarded-for'));
}
