import { createPublicKey, verify } from 'node:crypto';
import { canonicalJson, statementOf, type ErasureCertificate } from '@total-recall/domain';
import type { KeyStore } from '@total-recall/ports';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCertificateSigner, problemOfCertificate } from './certificate-signer.ts';

const keysWith = (byte: number) =>
  ({ spaceKey: () => Promise.resolve({ keyId: 'k', key: new Uint8Array(32).fill(byte) }) }) as unknown as KeyStore;
const signer = createCertificateSigner({ keys: keysWith(7) });
const statement = statementOf({
  id: '01JZX0000000000000000000AA',
  tenant: 'default',
  at: 1_700_000_000_000,
  completedAt: 1_700_000_001_000,
  actor: 'key',
  scope: { kind: 'subject' },
  targets: {
    events: [{ space: 'harbour', session: 'run-1', eventIds: ['01JZX0000000000000000000AB', '01JZX0000000000000000000AC'] }],
    sessions: [{ space: 'harbour', session: 'run-2' }],
    spaces: ['quay'],
    artifacts: [{ space: 'harbour', artifactId: 'art_00000000000000000000000000000000' }],
  },
  counts: { events: 2, quoting: 1, sessions: 1, spaces: 1, artifacts: 1 },
  seen: { service: '0.1.0', generation: 'g1', staying: 5 },
});
let certificate: ErasureCertificate;

beforeAll(async () => {
  certificate = await signer.certify(statement);
});

type Step = string | number;

/** Lists the paths to all leaves of a tree. */
function leaves(value: unknown, way: readonly Step[] = []): Step[][] {
  if (Array.isArray(value)) return value.flatMap((one, at) => leaves(one, [...way, at]));
  if (typeof value === 'object' && value !== null) return Object.entries(value).flatMap(([name, one]) => leaves(one, [...way, name]));
  return [[...way]];
}

/** Copies the certificate and changes or removes the value at a path. */
function changed(way: readonly Step[], change: (holder: Record<Step, unknown>, last: Step) => void): unknown {
  const copy = structuredClone(certificate) as unknown;
  let holder = copy as Record<Step, unknown>;
  for (const step of way.slice(0, -1)) holder = holder[step] as Record<Step, unknown>;
  change(holder, way.at(-1)!);
  return copy;
}

describe('the certificate of an erasure', () => {
  it('verifies, in whatever order and spelling its members are written', () => {
    const { statement: said, ...rest } = certificate;
    const turned = JSON.parse(
      JSON.stringify({ ...rest, statement: Object.fromEntries(Object.entries(said).toReversed()) }, null, 4),
    ) as unknown;
    expect(problemOfCertificate(certificate)).toBeUndefined();
    expect(problemOfCertificate(turned, certificate.publicKey)).toBeUndefined();
  });

  it('can be verified without code of ours, as the reference says', () => {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: certificate.publicKey }, format: 'jwk' });
    const signed = Buffer.from(`total-recall erasure certificate 1\n${canonicalJson(certificate.statement)}`);
    expect(verify(null, signed, key, Buffer.from(certificate.signature, 'base64url'))).toBe(true);
  });

  it('is refused when any value of it is changed or taken away', () => {
    const ways = leaves(certificate);
    expect(ways.length).toBeGreaterThan(30);
    for (const way of ways) {
      const other = changed(way, (holder, last) => {
        const value = holder[last];
        holder[last] = typeof value === 'number' ? value + 1 : `${String(value)}x`;
      });
      expect(problemOfCertificate(other), `changed: ${way.join('.')}`).toBeDefined();
      const less = changed(way, (holder, last) => {
        if (Array.isArray(holder)) holder.splice(Number(last), 1);
        else delete holder[last];
      });
      expect(problemOfCertificate(less), `without: ${way.join('.')}`).toBeDefined();
    }
  });

  it('is refused when any character of its signature or key is another', () => {
    for (const member of ['signature', 'publicKey'] as const)
      for (let at = 0; at < certificate[member].length; at += 1) {
        const text = certificate[member];
        const other = text[at] === 'A' ? 'B' : 'A';
        expect(problemOfCertificate({ ...certificate, [member]: text.slice(0, at) + other + text.slice(at + 1) })).toBeDefined();
      }
  });

  it('is refused when anything is added, and when it is no certificate', () => {
    expect(problemOfCertificate({ ...certificate, note: 'and more' })).toBeDefined();
    expect(problemOfCertificate({ ...certificate, statement: { ...statement, note: 'and more' } })).toBeDefined();
    for (const other of [undefined, null, 1, 'text', [], {}]) expect(problemOfCertificate(other)).toBeDefined();
  });

  it('is refused where another key signed the same', async () => {
    const forged = await createCertificateSigner({ keys: keysWith(8) }).certify(statement);
    expect(problemOfCertificate(forged)).toBeUndefined();
    expect(problemOfCertificate(forged, await signer.publicKey())).toMatch(/another key/);
  });

  it('is the same whenever it is asked for', async () => {
    expect(await signer.certify(statement)).toEqual(certificate);
  });
});
