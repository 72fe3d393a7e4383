import { isDeepStrictEqual } from 'node:util';
import { arbitraryHistory, toRecords } from '@total-recall/domain/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeCall,
  decodeDocument,
  encodeCall,
  encodeDocument,
  rpcOf,
  SERVICE_METHODS,
  type ServiceName,
} from '@total-recall/runtime/service-calls';
import { loadServices } from './services-definition.ts';

const SERVICES = loadServices();
const APPEND = SERVICES.ingest.service['Append']!;

/** Sends a value through protobuf and back, as a call does. */
function throughTheWire(value: object): unknown {
  const sent = APPEND.requestSerialize({ tenant: 't', request: encodeDocument(value) });
  return decodeDocument((APPEND.requestDeserialize(sent) as { request: Parameters<typeof decodeDocument>[0] }).request);
}

const key = fc.oneof(
  fc.string(),
  fc.stringMatching(/^\$(\$|bytes|set|map|number)?$/),
  fc.constantFrom('__proto__', 'constructor', 'length'),
);
const { anything } = fc.letrec<{ anything: unknown }>((tie) => ({
  anything: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<unknown>(null, true, false, NaN, Infinity, -Infinity, -0, 0),
    fc.double(),
    fc.maxSafeInteger(),
    fc.string({ unit: 'binary' }),
    fc.uint8Array({ maxLength: 16 }),
    fc.array(tie('anything'), { maxLength: 4 }),
    fc.array(tie('anything'), { maxLength: 4 }).map((items) => new Set(items)),
    fc.array(fc.tuple(tie('anything'), tie('anything')), { maxLength: 4 }).map((pairs) => new Map(pairs)),
    fc.dictionary(key, tie('anything'), { maxKeys: 4 }).map((value) => ({ ...value })),
  ),
}));

describe('a document between services', () => {
  it('comes back equal, whatever a domain value may hold', () => {
    fc.assert(
      fc.property(anything, (value) => {
        expect(isDeepStrictEqual(throughTheWire({ value }), { value })).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('carries the records of any session', () => {
    fc.assert(
      fc.property(arbitraryHistory(60), (steps) => {
        const records = toRecords(steps);
        expect(throughTheWire({ records })).toEqual({ records });
      }),
      { numRuns: 30 },
    );
  });

  it('leaves an undefined field absent, and refuses what is no data', () => {
    expect(throughTheWire({ a: undefined, b: 1 })).toStrictEqual({ b: 1 });
    for (const value of [() => 1, 1n, Symbol('s'), new Date(0), [undefined]])
      expect(() => encodeDocument({ value })).toThrow('cannot travel');
  });

  it('is refused where it cannot be read', () => {
    const bad = ['', '{', '{"$bytes":0}', '{"$bytes":"length"}', '{"$what":1}', '{"$map":[1]}', '{"$set":7}'];
    for (const json of bad) expect(() => decodeDocument({ json: Buffer.from(json) })).toThrow('cannot be read');
    expect(() => decodeDocument(undefined)).toThrow('cannot be read');
  });

  it('cannot say whom a call is about: the typed fields alone do', () => {
    const request = { tenant: 'acme', space: 'main', limit: 5 };
    expect(decodeCall(encodeCall(request))).toEqual(request);
    const forged = encodeDocument({ tenant: 'rival', space: 'side', session: 's9', limit: 5 });
    expect(decodeCall({ tenant: 'acme', request: forged })).toEqual({ tenant: 'acme', limit: 5 });
  });
});

describe('services.proto', () => {
  it.each(Object.keys(SERVICE_METHODS) as ServiceName[])('has one rpc for every method of %s, and none beside', (service) => {
    const rpcs = Object.values(SERVICES[service].service).map(({ path }) => path);
    const name = service.charAt(0).toUpperCase() + service.slice(1);
    expect(rpcs.toSorted()).toEqual(
      Object.keys(SERVICE_METHODS[service])
        .map((method) => `/totalrecall.internal.v1.${name}/${rpcOf(method)}`)
        .toSorted(),
    );
  });
});
