import { createMemoryControlStore } from '@total-recall/adapter-memory';
import type { ApiKey } from '@total-recall/ports';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OPERATOR_TENANT } from '../gateway.ts';
import { effectivePermissions, shownKey, takesLastAdmin, toKeyViews } from './key-permissions.ts';

const NOW = 1_000;

function key(id: string, rest: Partial<ApiKey> = {}): ApiKey {
  return { id, tenant: 'acme', name: id, secretHash: '', scopes: ['admin', 'read'], createdAt: 0, ...rest };
}

/** Tells whether the end of the first key takes the last admin of its tenant, among all keys of a service. */
async function takesLast(...keys: readonly ApiKey[]): Promise<boolean> {
  const control = createMemoryControlStore();
  for (const each of keys) await control.putApiKey(each);
  return takesLastAdmin(toKeyViews(await control.apiKeys('acme')), keys[0]!.id, NOW);
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

describe('a list of keys', () => {
  const SPACES = ['harbour', 'yard', 'mole', 'quay'];
  /** A key made by one of those before it, by one that is not there, by one of another tenant, or by none. */
  const grown = fc.record({
    maker: fc.option(fc.nat(12), { nil: undefined }),
    tenant: fc.oneof({ weight: 9, arbitrary: fc.constant('acme') }, { weight: 1, arbitrary: fc.constant('globex') }),
    scopes: fc.uniqueArray(fc.constantFrom('admin', 'read', 'write'), { minLength: 1 }),
    spaces: fc.option(fc.uniqueArray(fc.constantFrom(...SPACES)), { nil: undefined }),
    subjects: fc.option(fc.uniqueArray(fc.constantFrom('anna', 'ben')), { nil: undefined }),
    expiresAt: fc.option(fc.nat(100), { nil: undefined }),
    revokedAt: fc.option(fc.nat(100), { nil: undefined }),
    createdAt: fc.nat(100),
  });

  it('shows each key with what it permits, in whatever order they stand', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(grown, { minLength: 1, maxLength: 12 }), fc.boolean(), async (all, isReversed) => {
        const keys = all.map(({ maker, spaces, subjects, expiresAt, revokedAt, ...rest }, at): ApiKey => ({
          ...key(`key-${at}`, rest as Partial<ApiKey>),
          ...(maker !== undefined && { madeBy: maker < at ? `key-${maker}` : 'nobody' }),
          ...(spaces && { spaces }),
          ...(subjects && { subjects }),
          ...(expiresAt !== undefined && { expiresAt }),
          ...(revokedAt !== undefined && { revokedAt }),
        }));
        if (isReversed) keys.reverse();
        const byId = new Map(keys.map((each) => [each.id, each]));
        const alone = keys.map(async (each) => shownKey(each, await effectivePermissions(each, (id) => byId.get(id))));
        expect(toKeyViews(keys)).toEqual(await Promise.all(alone));
      }),
    );
  });

  it('shows what makes each other round as worth nothing', () => {
    const views = toKeyViews([key('a', { madeBy: 'b' }), key('b', { madeBy: 'a' }), key('c', { madeBy: 'a' })]);
    expect(views.map(({ scopes, revokedAt }) => ({ scopes, revokedAt }))).toEqual(views.map(() => ({ scopes: [], revokedAt: 0 })));
  });
});

describe('a long line of keys', () => {
  /** Makes a line of keys, each bound to the same names, and counts how often a name is read. */
  function lineOf(length: number, names: readonly string[]) {
    let reads = 0;
    const counted = new Proxy(names, {
      get(target, property, receiver) {
        if (typeof property === 'string' && /^\d+$/.test(property)) reads += 1;
        return Reflect.get(target, property, receiver) as unknown;
      },
    });
    const bound = { spaces: counted, subjects: counted };
    const keys = Array.from({ length }, (_, at) => key(`key-${at}`, { ...bound, ...(at > 0 && { madeBy: `key-${at - 1}` }) }));
    return { keys, reads: () => reads };
  }
  const NAMES = Array.from({ length: 32 }, (_, at) => `yard-${at}`);

  it('reads the names of each key a few times at most to list them', () => {
    const { keys, reads } = lineOf(40, NAMES);
    const views = toKeyViews(keys.toReversed());
    expect(views.every(({ scopes, spaces }) => scopes.length === 2 && spaces!.length === NAMES.length)).toBe(true);
    expect(reads()).toBeLessThanOrEqual(40 * 2 * 2 * NAMES.length);
  });

  it('looks up each maker once, and reads its names a few times at most, to let the last one in', async () => {
    const { keys, reads } = lineOf(40, NAMES);
    const asked: string[] = [];
    const { scopes, lineage } = await effectivePermissions(keys.at(-1)!, (id) => {
      asked.push(id);
      return keys.find((each) => each.id === id);
    });
    expect(scopes).toEqual(['admin', 'read']);
    expect(lineage).toEqual(keys.map(({ id }) => id).toReversed());
    expect(asked).toEqual(lineage.slice(1));
    expect(reads()).toBeLessThanOrEqual(40 * 2 * 2 * NAMES.length);
  });

  it('is followed up to a thousand makers, and permits nothing beyond', async () => {
    const { keys } = lineOf(1_002, ['yard']);
    const byId = new Map(keys.map((each) => [each.id, each]));
    const scopesOf = async (at: number) => (await effectivePermissions(keys[at]!, (id) => byId.get(id))).scopes.length;
    expect([await scopesOf(1_000), await scopesOf(1_001)]).toEqual([2, 0]);
    expect(
      toKeyViews(keys)
        .slice(-2)
        .map(({ scopes }) => scopes.length),
    ).toEqual([2, 0]);
  });
});
