import type { Socket } from 'node:net';
import { TotalRecallError } from '@total-recall/runtime';

/** Limits how many connections or requests one client address may hold at a time. */
export interface AddressLimit {
  /**
   * Takes one slot and returns the function that frees it, which may be called more than once. Returns undefined when
   * the address holds as many as it may.
   */
  hold(address: string): (() => void) | undefined;
}

export function createAddressLimit(most: number): AddressLimit {
  const held = new Map<string, number>();
  return {
    hold(address) {
      const before = held.get(address) ?? 0;
      if (before >= most) return undefined;
      held.set(address, before + 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        const left = held.get(address)! - 1;
        if (left > 0) held.set(address, left);
        else held.delete(address);
      };
    },
  };
}

/** Resolves the address of a peer, and tells whether that address is a trusted proxy, which speaks for many callers. */
export interface PeerAddresses {
  from(peer: string | undefined): string | undefined;
  isTrusted(address: string): boolean;
}

/**
 * Destroys a connection when its address already has `most` of them. Connections of trusted proxies are not counted.
 */
export function limitConnections(addresses: PeerAddresses, most: number): (socket: Socket) => void {
  const limit = createAddressLimit(most);
  return (socket) => {
    const address = addresses.from(socket.remoteAddress);
    if (address === undefined || addresses.isTrusted(address)) return;
    const release = limit.hold(address);
    if (release) socket.once('close', release);
    else socket.destroy();
  };
}

/** Limits the requests of one address that have begun and are not fully received. */
export interface HalfOpen {
  /**
   * Takes one slot until the returned function is called. Errors: `rate_limited` when the address has too many
   * half-open requests.
   */
  hold(address: string | undefined): () => void;
}

export function createHalfOpen(addresses: Pick<PeerAddresses, 'isTrusted'>, most: number): HalfOpen {
  const limit = createAddressLimit(most);
  return {
    hold(address) {
      if (address === undefined || addresses.isTrusted(address)) return () => undefined;
      const release = limit.hold(address);
      if (release) return release;
      throw new TotalRecallError(
        'rate_limited',
        `At most ${most} requests of an address may be half sent. Send the others to their end first.`,
        {
          retryAfterMs: 1_000,
        },
      );
    },
  };
}
