import { createMemoryControlStore } from '@total-recall/adapter-memory';
import type { ApiKey } from '@total-recall/ports';
import { describe, expect, it } from 'vitest';
import { OPERATOR_TENANT } from '../gateway.ts';
import { takesLastAdmin, toKeyViews } from './key-permissions.ts';

const NOW = 1_000;

function key(id: string, rest: Partial<ApiKey> = {}): ApiKey {
  return { id, tenant: 'acme', name: id, secretHash: '', scopes: ['admin', 'read'], createdAt: 0, ...rest };
}

/** Tells whether the end of the first key takes the last admin of its tenant, among all keys of a service. */
async function takesLast(...keys: readonly ApiKey[]): Promise<boolean> {
  const control = createMemoryControlStore();
  for (const each of keys) await control.putApiKey(each);
  return takesLastAdmin(await toKeyViews(await control.apiKeys('acme')), keys[0]!.id, NOW);
}

describe('the end of an admin key', () => {
  it('takes the last where no other key of the tenant administers it', async () => {
    expect(await takesLast(key('a'))).toBe(true);
    expect(await takesLast(key('a'), key('reader', { scopes: ['read'] }))).toBe(true);
    expect(await takesLast(key('a'), key('bound', { spaces: ['harbour'] }))).toBe(true);
    expect(await takesLast(key('a'), key('b'))).toBe(false);
  });

  it('takes those that came of it too, and leaves its maker', async () => {
    const [made, below] = [key('made', { madeBy: 'a' }), key('below', { madeBy: 'made' })];
    expect(await takesLast(key('a'), made, below)).toBe(true);
    expect(await takesLast(made, key('a'), below)).toBe(false);
  });

  it('leaves none in one that is revoked or expired, itself or by its maker', async () => {
    const revoked = key('b', { revokedAt: NOW - 1 });
    const expired = key('b', { expiresAt: NOW });
    for (const other of [revoked, expired])
      expect(await Promise.all([takesLast(key('a'), other), takesLast(key('a'), other, key('of-b', { madeBy: 'b' }))])).toEqual([
        true,
        true,
      ]);
    expect(await takesLast(key('a'), key('b', { expiresAt: NOW + 1 }))).toBe(false);
  });

  it('leaves none in one of another tenant, or whose maker is of another or not there', async () => {
    const operators = key('b', { tenant: OPERATOR_TENANT });
    const made = key('of-b', { madeBy: 'b' });
    expect(await takesLast(key('a'), operators)).toBe(true);
    expect(await takesLast(key('a'), operators, made)).toBe(true);
    expect(await takesLast(key('a'), made)).toBe(true);
    expect(await takesLast(key('a'), key('b'), made)).toBe(false);
  });
});

describe('the end of another key', () => {
  it('takes no admin where it is none, no longer one, or not there', async () => {
    expect(await takesLast(key('reader', { scopes: ['read'] }), key('a'))).toBe(false);
    expect(await takesLast(key('expired', { expiresAt: NOW }), key('a'))).toBe(false);
    expect(await takesLast(key('b', { tenant: OPERATOR_TENANT }), key('a'))).toBe(false);
  });

  it('takes no last admin of a tenant that has none', async () => {
    expect(await takesLast(key('a', { revokedAt: 1 }))).toBe(false);
  });
});
