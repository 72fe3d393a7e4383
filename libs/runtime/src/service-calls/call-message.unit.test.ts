import { describe, expect, it } from 'vitest';
import { decodeCall, encodeCall, spacesOf } from './call-message.ts';
import { encodeDocument } from './document.ts';

describe('a call between services', () => {
  it('comes as it was sent', () => {
    const request = { tenant: 'acme', space: 'main', session: 'run-1', limit: 3, kinds: new Set(['decision']), bytes: Uint8Array.of(1, 2) };
    expect(decodeCall(encodeCall(request))).toEqual(request);
    expect(decodeCall(encodeCall({ tenant: 'acme', limit: 3 }))).toEqual({ tenant: 'acme', limit: 3 });
  });

  it('is about the place of its typed fields alone, which the token was checked against', () => {
    const document = encodeDocument({ tenant: 'rival', space: 'side', session: 'run-0', limit: 3 });
    expect(decodeCall({ tenant: 'acme', request: document })).toEqual({ tenant: 'acme', limit: 3 });
    expect(decodeCall({ tenant: 'acme', space: 'main', request: document })).toEqual({ tenant: 'acme', space: 'main', limit: 3 });
  });

  it.each<[string, string, unknown]>([
    ['no tenant', '', {}],
    ['a list', 'acme', [{ limit: 3 }]],
    ['a text', 'acme', 'limit'],
    ['nothing', 'acme', null],
  ])('is refused with %s', (_name, tenant, document) => {
    expect(() => decodeCall({ tenant, request: encodeDocument(document) })).toThrow(/names no tenant, or its document is no object/);
  });

  it('is refused without a document, or with one that cannot be read', () => {
    for (const request of [undefined, null, { json: Buffer.from('{'), binaries: [] }, { json: Buffer.from('{"$bytes":0}'), binaries: [] }])
      expect(() => decodeCall({ tenant: 'acme', ...(request !== undefined && { request }) })).toThrow(/cannot be read/);
  });

  it('reads its own space, those that it names, or all', () => {
    expect(spacesOf({ tenant: 'acme', space: 'main', only: ['side'] })).toEqual(['main']);
    expect(spacesOf({ tenant: 'acme', only: ['side'] })).toEqual(['side']);
    expect(spacesOf({ tenant: 'acme' })).toBeUndefined();
  });
});
