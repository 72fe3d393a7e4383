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
    expect(proxies.of(from('2001:db8::1', '2001:db8::7'))).toBe('2001:db8:0:0::/64');
    expect(proxies.of(from('2001:db8::1', '::ffff:808:404'))).toBe('8.8.4.4');
    expect(proxies.of(from('2001:db8::1'))).toBe('2001:db8::1');
    expect(proxies.of(from('10.1.2.3', 'not an address'))).toBe('10.1.2.3');
    expect(proxies.of(from('10.1.2.3'))).toBe('10.1.2.3');
    expect(proxies.of(from('8.8.4.4', '1.1.1.1'))).toBe('8.8.4.4');
  });

  it('is told without the port that a proxy appends', () => {
    const proxies = createClientAddresses(['10.0.0.0/8', '2001:db8::1']);
    for (const [forwarded, address] of [
      ['9.9.9.9, 1.2.3.4:5678', '1.2.3.4'],
      ['9.9.9.9, [2001:db8:7::5]:443', '2001:db8:7:0::/64'],
      ['9.9.9.9, [2001:db8:7::5]', '2001:db8:7:0::/64'],
      ['9.9.9.9, 1.2.3.4:5678, 10.9.9.9:80, [2001:db8::1]:80', '1.2.3.4'],
      ['9.9.9.9, [::ffff:1.2.3.4]:5678', '1.2.3.4'],
    ] as const)
      expect(proxies.of(from('10.0.0.5', forwarded))).toBe(address);
  });

  it('is that of the proxy where the last before it is no address, as what is left of it may be forged', () => {
    const proxies = createClientAddresses(['10.0.0.0/8']);
    for (const last of ['unknown', '_hidden', '1.2.3.4:port', '[1.2.3', '1.2.3.4.5:80', '[]:80', '1.2.3.4]', ''])
      expect(proxies.of(from('10.0.0.5', `9.9.9.9, ${last}`))).toBe('10.0.0.5');
    expect(proxies.of(from('10.0.0.5', '9.9.9.9, unknown, 10.9.9.9'))).toBe('10.0.0.5');
  });

  it('is the network of an IPv6 address, as one host has all addresses in it, and IPv4 is told in any of its forms', () => {
    const nobody = createClientAddresses([]);
    const of = (peer: string) => nobody.of(from(peer));
    expect(of('2001:DB8:1:2::5')).toBe('2001:db8:1:2::/64');
    expect(of('2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(of('2001:db8:1:2::5'));
    expect(of('2001:db8:1:3::5')).not.toBe(of('2001:db8:1:2::5'));
    expect(of('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
    expect(of('::1')).toBe('0:0:0:0::/64');
    expect(['::FFFF:10.1.2.3', '::ffff:a01:203', '0:0:0:0:0:ffff:10.1.2.3'].map(of)).toEqual(['10.1.2.3', '10.1.2.3', '10.1.2.3']);
    expect(of('64:ff9b::10.1.2.3')).toBe('64:ff9b:0:0::/64');
  });
});
