import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

export interface ClientAddresses {
  /**
   * Returns the address that a request comes from: its peer, or behind trusted proxies the last address before them.
   */
  of(request: Pick<IncomingMessage, 'headers' | 'socket'>): string | undefined;
  /** Returns the same for a peer and its `X-Forwarded-For` header. */
  from(peer: string | undefined, forwardedFor?: string): string | undefined;
  isTrusted(address: string): boolean;
}

/**
 * Takes the trusted proxies as addresses and subnets (`10.0.0.0/8`). With an empty list no X-Forwarded-For is believed.
 */
export function createClientAddresses(trusted: readonly string[]): ClientAddresses {
  const list = new BlockList();
  for (const each of trusted) {
    const [address = '', bits] = each.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  const isTrusted = (address: string): boolean => isIP(address) !== 0 && list.check(address, familyOf(address));
  const from = (socketPeer: string | undefined, forwardedFor = ''): string | undefined => {
    const peer = socketPeer && plain(socketPeer);
    if (peer === undefined || !isTrusted(peer)) return peer;
    const forwarded = forwardedFor.split(',').map((part) => plain(part.trim()));
    return forwarded.findLast((address) => isIP(address) !== 0 && !isTrusted(address)) ?? peer;
  };
  return { isTrusted, from, of: ({ headers, socket }) => from(socket.remoteAddress, String(headers['x-forwarded-for'] ?? '')) };
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/** Strips the prefix of an IPv4 address that was received on an IPv6 port. */
function plain(address: string): string {
  return address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
}
