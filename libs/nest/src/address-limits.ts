import type { Socket } from 'node:net';
import { TotalRecallError } from '@total-recall/runtime';

/** How much of what all callers share one address may hold at a time: 0 or more of one kind. */
export interface AddressLimit {
  /** Counts one in; the answer counts it out again, however often it is called. Undefined where the address has as many as it may. */
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

/** Addresses as a port sees them: of a peer, and whether many callers stand behind it. */
export interface PeerAddresses {
  from(peer: string | undefined): string | undefined;
  isTrusted(address: string): boolean;
}

/** Ends a connection of an address that has too many, whatever has come of its requests. Those of trusted proxies are not counted. */
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

/** Requests of which a part is still to come, by the address that they come from. */
export interface HalfOpen {
  /** Counts one in until the answer is called. Errors: `rate_limited` where so many of the address are half open. */
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
