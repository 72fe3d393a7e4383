import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

export interface ClientAddresses {
  /**
   * Returns the address that a request comes from: its peer, or behind trusted proxies the last address before them,
   * without its port. Of an IPv6 address it is the network, such as `2001:db8:0:1::/64`, as one host may use all
   * addresses in it. A trusted proxy that speaks for nobody, or for what is no address, is named by its own address.
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
    if (peer === undefined || peer === '') return undefined;
    if (!isTrusted(peer)) return networkOf(peer);
    const forwarded = forwardedFor.split(',').map((part) => plain(withoutPort(part.trim())));
    // Proxies append, so the client may have written anything that is left of this entry.
    const client = forwarded.findLast((address) => !isTrusted(address));
    return client === undefined || isIP(client) === 0 ? peer : networkOf(client);
  };
  return { isTrusted, from, of: ({ headers, socket }) => from(socket.remoteAddress, String(headers['x-forwarded-for'] ?? '')) };
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/** Takes the port of `192.0.2.1:443` and `[2001:db8::1]:443` away, and the brackets. */
function withoutPort(entry: string): string {
  const [, v6, v4] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/.exec(entry) ?? [];
  return v6 ?? v4 ?? entry;
}

/** Returns an IPv4 address that was written as an IPv6 one in its own form; others unchanged. */
function plain(address: string): string {
  if (isIP(address) !== 6) return address;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped ? [groups[6]! >> 8, groups[6]! & 0xff, groups[7]! >> 8, groups[7]! & 0xff].join('.') : address;
}

/** Returns the network of an IPv6 address, and an IPv4 address itself. */
function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const network = groupsOf(address).slice(0, 4);
  return `${network.map((group) => group.toString(16)).join(':')}::/64`;
}

/** Returns the eight groups of an IPv6 address, without its zone. */
function groupsOf(address: string): readonly number[] {
  const [before = '', behind] = address.replace(/%.*$/, '').split('::');
  const [first, last] = [partsOf(before), partsOf(behind ?? '')];
  return behind === undefined ? first : [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}

/** The last 32 bits may stand as an IPv4 address. */
function partsOf(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((part) => {
    if (!part.includes('.')) return [Number.parseInt(part, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
