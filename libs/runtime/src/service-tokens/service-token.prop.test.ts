import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import fc from 'fast-check';
import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { TotalRecallError } from '../errors.ts';
import { readSigningKey, readVerifyingKeys } from './service-keys.ts';
import { requireGrant, type ServiceGrant } from './service-claims.ts';
import { createServiceTokenSigner, createServiceTokenVerifier } from './service-token.ts';

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

async function codeOf(act: () => unknown): Promise<string | undefined> {
  try {
    await act();
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
    scope: fc.constantFrom('read', 'write', 'admin', 'erase', 'hold'),
    audience: fc.constant('ingest'),
  },
  { requiredKeys: ['tenant', 'scope', 'audience'] },
);

const OUR_KEY = readSigningKey(OLD.privatePem);
const CLAIMS = { tenant: 'acme', spaces: ['main'], scope: 'write' };

/** Makes a JSON Web Token that is accepted as it is; each argument changes one part of it. */
function jwt(header: object, key: KeyObject | Uint8Array = OUR_KEY.privateKey, claims: object = {}): Promise<string> {
  return new SignJWT({ ...CLAIMS, aud: 'ingest', iat: NOW / 1_000, exp: NOW / 1_000 + 60, ...claims })
    .setProtectedHeader({ alg: 'EdDSA', kid: OUR_KEY.keyId, typ: 'total-recall-service+jwt', ...header })
    .sign(key);
}

/** Makes a token in the form of version 0.1. */
function formerToken({ privatePem }: { privatePem: string }, more: object = {}): string {
  const { keyId, privateKey } = readSigningKey(privatePem);
  const claims = { ...GRANT, issuedAt: NOW, expiresAt: NOW + 60_000, ...more };
  const signed = `trs1.${keyId}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
}

describe('a token between services', () => {
  it('is accepted as the tests below make it, before they change it', async () => {
    expect((await verifierAt(NOW).verify(await jwt({}))).tenant).toBe('acme');
  });

  it('says what was signed, while it lives', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryGrant, fc.integer({ min: -5_000, max: 64_999 }), async (grant, passedMs) => {
        const claims = await verifierAt(NOW + passedMs).verify(await signerOf(OLD).sign(grant));
        expect(claims).toEqual({ ...grant, issuedAt: NOW, expiresAt: NOW + 60_000 });
      }),
    );
  });

  it.each<[string, () => string | Promise<string>]>([
    ['this one', () => signerOf(OLD).sign(GRANT)],
    ['the former one', () => formerToken(OLD)],
  ])('is refused once a single character of it was changed: %s', async (_form, make) => {
    const token = await make();
    await fc.assert(
      fc.asyncProperty(fc.nat(token.length - 1), fc.constantFrom(...'Aa0_-.~é'), async (index, other) => {
        const forged = token.slice(0, index) + other + token.slice(index + 1);
        // The last base64 character has unused bits.
        fc.pre(forged !== token && index < token.length - 1);
        expect(await codeOf(() => verifierAt(NOW).verify(forged))).toBe('service_token_invalid');
      }),
    );
  });

  it.each<[string, () => Promise<string | undefined> | string | undefined, number, string]>([
    ['none', () => undefined, NOW, 'service_token_invalid'],
    ['an empty one', () => '', NOW, 'service_token_invalid'],
    ['one of a key that is not known', () => signerOf(STRANGER).sign(GRANT), NOW, 'service_token_invalid'],
    ['another key under a known name', () => jwt({}, readSigningKey(STRANGER.privatePem).privateKey), NOW, 'service_token_invalid'],
    ['one without a signature', () => new UnsecuredJWT({ ...CLAIMS, aud: 'ingest' }).encode(), NOW, 'service_token_invalid'],
    ['one signed with the public key as a secret', () => jwt({ alg: 'HS256' }, Buffer.from(OLD.publicPem)), NOW, 'service_token_invalid'],
    ['one of another type', () => jwt({ typ: 'JWT' }), NOW, 'service_token_invalid'],
    ['one without an end', () => jwt({}, undefined, { exp: undefined }), NOW, 'service_token_invalid'],
    ['one without a start', () => jwt({}, undefined, { iat: undefined }), NOW, 'service_token_invalid'],
    ['one of a scope that there is not', () => jwt({}, undefined, { scope: 'audit' }), NOW, 'service_token_invalid'],
    ['one of spaces that are no names', () => jwt({}, undefined, { spaces: [1] }), NOW, 'service_token_invalid'],
    ['one for several services', () => jwt({}, undefined, { aud: ['ingest', 'retriever'] }), NOW, 'service_token_invalid'],
    ['one for another service', () => signerOf(OLD).sign({ ...GRANT, audience: 'retriever' }), NOW, 'service_token_invalid'],
    ['one from the future', () => signerOf(OLD).sign(GRANT), NOW - 5_001, 'service_token_invalid'],
    ['one that lives too long', () => signerOf(OLD, NOW, 300_001).sign(GRANT), NOW, 'service_token_invalid'],
    ['an expired one', () => signerOf(OLD).sign(GRANT), NOW + 65_000, 'service_token_expired'],
    ['one longer than any grant', () => signerOf(OLD).sign({ ...GRANT, tenant: 't'.repeat(60_000) }), NOW, 'service_token_invalid'],
    ['a former one for another service', () => formerToken(OLD, { audience: 'retriever' }), NOW, 'service_token_invalid'],
    ['a former one of another key', () => formerToken(STRANGER), NOW, 'service_token_invalid'],
    ['a former one that lives too long', () => formerToken(OLD, { expiresAt: NOW + 300_001 }), NOW, 'service_token_invalid'],
    ['an expired former one', () => formerToken(OLD), NOW + 65_000, 'service_token_expired'],
  ])('is refused: %s', async (_name, make, now, code) => {
    const token = await make();
    expect(await codeOf(() => verifierAt(now).verify(token))).toBe(code);
  });

  it('is accepted in the form of version 0.1 too, while a cluster is upgraded', async () => {
    expect(await verifierAt(NOW).verify(formerToken(OLD))).toEqual({ ...GRANT, issuedAt: NOW, expiresAt: NOW + 60_000 });
  });

  it('is accepted of the old key and of the new one while keys rotate', async () => {
    const both = verifierAt(NOW, `${OLD.publicPem}\n${NEW.publicPem}`);
    for (const keys of [OLD, NEW]) expect((await both.verify(await signerOf(keys).sign(GRANT))).tenant).toBe('acme');
    const token = await signerOf(OLD).sign(GRANT);
    expect(await codeOf(() => verifierAt(NOW, NEW.publicPem).verify(token))).toBe('service_token_invalid');
  });

  it('grants its tenant, its scope and its spaces, and nothing else', async () => {
    const claims = await verifierAt(NOW).verify(await signerOf(OLD).sign(GRANT));
    const needed = { tenant: 'acme', scope: 'write', spaces: ['main'] } as const;
    expect(await codeOf(() => requireGrant(claims, needed))).toBeUndefined();
    for (const other of [{ tenant: 'rival' }, { scope: 'read' as const }, { spaces: ['main', 'side'] }, { spaces: undefined }])
      expect(await codeOf(() => requireGrant(claims, { ...needed, ...other }))).toBe('service_token_forbidden');
    const { spaces: _spaces, ...whole } = claims;
    expect(await codeOf(() => requireGrant(whole, { tenant: 'acme', scope: 'write' }))).toBeUndefined();
  });

  it('holds as many spaces as an API key may', async () => {
    const spaces = Array.from({ length: 256 }, (_, index) => `${index}`.padEnd(128, 's'));
    expect((await verifierAt(NOW).verify(await signerOf(OLD).sign({ ...GRANT, spaces }))).spaces).toEqual(spaces);
  });
});

describe('service keys', () => {
  it('must be Ed25519 in PEM', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const [signing, verifying] = [privateKey.export({ type: 'pkcs8', format: 'pem' }), publicKey.export({ type: 'spki', format: 'pem' })];
    expect(await codeOf(() => readSigningKey(signing as string))).toBe('invalid_request');
    expect(await codeOf(() => readVerifyingKeys(verifying as string))).toBe('invalid_request');
    expect(await codeOf(() => readSigningKey('secret'))).toBe('invalid_request');
    expect(await codeOf(() => readVerifyingKeys(''))).toBe('invalid_request');
  });
});
