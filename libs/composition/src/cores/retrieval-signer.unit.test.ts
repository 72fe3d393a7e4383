import { describe, expect, it } from 'vitest';
import { createRetrievalSigner } from './retrieval-signer.ts';

describe('the signer of retrieval ids', () => {
  const signer = createRetrievalSigner(Buffer.alloc(32, 7));

  it('knows its own, and nothing else', () => {
    const signed = signer.sign('01HZZZZZZZZZZZZZZZZZZZZZZZ');
    expect(signer.isOurs(signed)).toBe(true);
    expect(signer.isOurs(signed.slice(0, -1))).toBe(false);
    expect(signer.isOurs(`${signed.slice(0, -1)}0`) && signer.isOurs(`${signed.slice(0, -1)}1`)).toBe(false);
    expect(signer.isOurs(createRetrievalSigner(Buffer.alloc(32, 8)).sign('01HZZZZZZZZZZZZZZZZZZZZZZZ'))).toBe(false);
    expect(signer.isOurs('')).toBe(false);
  });
});
