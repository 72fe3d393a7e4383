import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createClientAddresses } from './client-address.ts';

const from = (peer: string | undefined, forwarded?: string) => ({
  socket: { remoteAddress: peer } as Socket,
  headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
});

describe('the address a request comes from', () => {
  it('is that of its peer, whatever it says of itself, unless the peer is a trusted proxy', () => {
    const nobody = createClientAddresses([]);
    expect(nobody.of(from('::ffff:10.1.2.3', '8.8.8.8'))).toBe('10.1.2.3');
    expect(nobody.of(from(undefined))).toBeUndefined();
  });

  it('is the last before the trusted proxies: what a client puts before it is not believed', () => {
    const proxies = createClientAddresses(['10.0.0.0/8', '2001:db8::1']);
    expect(proxies.of(from('10.1.2.3', '1.1.1.1, 8.8.8.8, 10.9.9.9'))).toBe('8.8.8.8');
    expect(proxies.of(from('2001:db8::1', '2001:db8::7'))).toBe('2001:db8::7');
    expect(proxies.of(from('10.1.2.3', 'not an address'))).toBe('10.1.2.3');
    expect(proxies.of(from('10.1.2.3'))).toBe('10.1.2.3');
    expect(proxies.of(from('8.8.4.4', '1.1.1.1'))).toBe('8.8.4.4');
  });
});
