import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TotalRecallError } from '../errors.ts';
import { readSigningKey, readVerifyingKeys } from './service-keys.ts';
import { createServiceTokenSigner, createServiceTokenVerifier, requireGrant, type ServiceGrant } from './service-token.ts';

function newKeys() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }) as string,
  };
}
const OLD = newKeys();
const NEW = newKeys();
const STRANGER = newKeys();
const NOW = 1_900_000_000_000;
const at = (now: number) => ({ now: () => now, monotonicMs: () => now });
const signerOf = ({ privatePem }: { privatePem: string }, now = NOW, lifeMs?: number) =>
  createServiceTokenSigner({ key: readSigningKey(privatePem), clock: at(now), ...(lifeMs === undefined ? {} : { lifeMs }) });
const verifierAt = (now: number, pem = OLD.publicPem, audience = 'ingest') =>
  createServiceTokenVerifier({ keys: readVerifyingKeys(pem), audience, clock: at(now) });

function codeOf(act: () => unknown): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    return error instanceof TotalRecallError ? error.code : String(error);
  }
}

const GRANT: ServiceGrant = { tenant: 'acme', spaces: ['main'], scope: 'write', audience: 'ingest' };
const arbitraryGrant: fc.Arbitrary<ServiceGrant> = fc.record(
  {
    tenant: fc.string({ minLength: 1, unit: 'grapheme' }),
    spaces: fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 5 }),
    scope: fc.constantFrom('read', 'write', 'admin'),
    audience: fc.constant('ingest'),
  },
  { requiredKeys: ['tenant', 'scope', 'audience'] },
);

describe('a token between services', () => {
  it('says what was signed, while it lives', () => {
    fc.assert(
      fc.property(arbitraryGrant, fc.integer({ min: -5_000, max: 64_999 }), (grant, passedMs) => {
        const claims = verifierAt(NOW + passedMs).verify(signerOf(OLD).sign(grant));
        expect(claims).toEqual({ ...grant, issuedAt: NOW, expiresAt: NOW + 60_000 });
      }),
    );
  });

  it('is refused once a single character of it was changed', () => {
    const token = signerOf(OLD).sign(GRANT);
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(...'Aa0_-.~é'), (index, other) => {
        const forged = token.slice(0, index) + other + token.slice(index + 1);
        // The last base64 character has unused bits.
        fc.pre(forged !== token && index < token.length - 1);
        expect(codeOf(() => verifierAt(NOW).verify(forged))).toBe('service_token_invalid');
      }),
    );
  });

  it.each<[string, () => unknown, string]>([
    ['none', () => verifierAt(NOW).verify(undefined), 'service_token_invalid'],
    ['an empty one', () => verifierAt(NOW).verify(''), 'service_token_invalid'],
    ['one of a key that is not known', () => verifierAt(NOW).verify(signerOf(STRANGER).sign(GRANT)), 'service_token_invalid'],
    [
      'another key under a known name',
      () => {
        const [version, keyId] = signerOf(OLD).sign(GRANT).split('.');
        const [, , payload, signature] = signerOf(STRANGER).sign(GRANT).split('.');
        return verifierAt(NOW).verify([version, keyId, payload, signature].join('.'));
      },
      'service_token_invalid',
    ],
    [
      'one for another service',
      () => verifierAt(NOW).verify(signerOf(OLD).sign({ ...GRANT, audience: 'retriever' })),
      'service_token_invalid',
    ],
    ['one from the future', () => verifierAt(NOW - 5_001).verify(signerOf(OLD).sign(GRANT)), 'service_token_invalid'],
    ['one that lives too long', () => verifierAt(NOW).verify(signerOf(OLD, NOW, 300_001).sign(GRANT)), 'service_token_invalid'],
    ['an expired one', () => verifierAt(NOW + 65_000).verify(signerOf(OLD).sign(GRANT)), 'service_token_expired'],
  ])('is refused: %s', (_name, act, code) => {
    expect(codeOf(act)).toBe(code);
  });

  it('is accepted of the old key and of the new one while keys rotate', () => {
    const both = verifierAt(NOW, `${OLD.publicPem}\n${NEW.publicPem}`);
    for (const keys of [OLD, NEW]) expect(both.verify(signerOf(keys).sign(GRANT)).tenant).toBe('acme');
    expect(codeOf(() => verifierAt(NOW, NEW.publicPem).verify(signerOf(OLD).sign(GRANT)))).toBe('service_token_invalid');
  });

  it('grants its tenant, its scope and its spaces, and nothing else', () => {
    const claims = verifierAt(NOW).verify(signerOf(OLD).sign(GRANT));
    const needed = { tenant: 'acme', scope: 'write', spaces: ['main'] } as const;
    expect(codeOf(() => requireGrant(claims, needed))).toBeUndefined();
    for (const other of [{ tenant: 'rival' }, { scope: 'read' as const }, { spaces: ['main', 'side'] }, { spaces: undefined }])
      expect(codeOf(() => requireGrant(claims, { ...needed, ...other }))).toBe('service_token_forbidden');
    const { spaces: _spaces, ...whole } = claims;
    expect(codeOf(() => requireGrant(whole, { tenant: 'acme', scope: 'write' }))).toBeUndefined();
  });

  it('holds as many spaces as an API key may', () => {
    const spaces = Array.from({ length: 256 }, (_, index) => `${index}`.padEnd(128, 's'));
    expect(verifierAt(NOW).verify(signerOf(OLD).sign({ ...GRANT, spaces })).spaces).toEqual(spaces);
  });
});

describe('service keys', () => {
  it('must be Ed25519 in PEM', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    expect(codeOf(() => readSigningKey(privateKey.export({ type: 'pkcs8', format: 'pem' }) as string))).toBe('invalid_request');
    expect(codeOf(() => readVerifyingKeys(publicKey.export({ type: 'spki', format: 'pem' }) as string))).toBe('invalid_request');
    expect(codeOf(() => readSigningKey('secret'))).toBe('invalid_request');
    expect(codeOf(() => readVerifyingKeys(''))).toBe('invalid_request');
  });
});
