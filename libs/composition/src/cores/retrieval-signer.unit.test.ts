import { describe, expect, it } from 'vitest';
import { createRetrievalSigner } from './retrieval-signer.ts';

describe('the signer of retrieval ids', () => {
  const ID = '01HZZZZZZZZZZZZZZZZZZZZZZZ';
  const HERE = { tenant: 'acme', space: 'demo' };
  const signer = createRetrievalSigner(Buffer.alloc(32, 7));

  it('knows its own, and nothing else', () => {
    const signed = signer.signIn(HERE, ID);
    expect(signer.isOurs(HERE, signed)).toBe(true);
    expect(createRetrievalSigner(Buffer.alloc(32, 7)).isOurs(HERE, signed)).toBe(true);
    expect(signer.isOurs(HERE, signed.slice(0, -1))).toBe(false);
    expect(signer.isOurs(HERE, `${signed.slice(0, -1)}0`) && signer.isOurs(HERE, `${signed.slice(0, -1)}1`)).toBe(false);
    expect(signer.isOurs(HERE, createRetrievalSigner(Buffer.alloc(32, 8)).signIn(HERE, ID))).toBe(false);
    for (const other of ['', 'a', '.', `${signed}0`, signed.toLowerCase(), `é${signed.slice(1)}`, signed.replace('.', '/')])
      expect(signer.isOurs(HERE, other), other).toBe(false);
  });

  it('does not know them in another tenant or space, nor ids of before, which name none', () => {
    const signed = signer.signIn(HERE, ID);
    expect(signer.isOurs({ tenant: 'other', space: 'demo' }, signed)).toBe(false);
    expect(signer.isOurs({ tenant: 'acme', space: 'other' }, signed)).toBe(false);
    expect(signer.isOurs(HERE, signer.sign(ID))).toBe(false);
    expect(signer.isOurs(HERE, signer.sign(`acme/demo/${ID}`))).toBe(false);
  });

  it('signs the names of markers as it always did', () => {
    expect(signer.sign('marker/acme/demo/run/3-90')).toBe('marker/acme/demo/run/3-90.3ea4e80402d026bf');
  });
});
