import { describe, expect, it } from 'vitest';
import { createExtensionChecker, extensionSchemaProblems } from './extension-schemas.ts';

const schemas = {
  release: {
    type: 'object',
    properties: { version: { type: 'string' }, blockers: { type: 'integer', minimum: 0 } },
    required: ['version'],
    additionalProperties: false,
  },
};

describe('extensions of a task state', () => {
  const check = createExtensionChecker();

  it('pass where they fit their schema', () => {
    expect(() => check(undefined, schemas)).not.toThrow();
    expect(() => check({ release: { version: '2.1', blockers: 0 } }, schemas)).not.toThrow();
  });

  it('are refused where they do not, with the place', () => {
    expect(() => check({ release: { version: '2.1', blockers: -1 } }, schemas)).toThrow(/release\.blockers/);
    expect(() => check({ release: { blockers: 1 } }, schemas)).toThrow(/release\.version/);
  });

  it('are refused where nobody registered them, whatever their name', () => {
    expect(() => check({ budget: 1 }, schemas)).toThrow(/"budget" is not registered/);
    expect(() => check({ constructor: 1 }, schemas)).toThrow(/not registered/);
  });

  it('have schemas that can be checked beforehand', () => {
    expect(extensionSchemaProblems(schemas)).toEqual([]);
    expect(extensionSchemaProblems({ tuple: { type: 'array', items: [{ type: 'string' }, { type: 'integer' }] } })).toEqual([]);
    expect(extensionSchemaProblems({ bad: { type: 'no such type' } }).map(({ name }) => name)).toEqual(['bad']);
  });

  const twice = (name: string) => ({ type: 'object', properties: { a: { $ref: `#/$defs/${name}` }, b: { $ref: `#/$defs/${name}` } } });
  const nested = (depth: number): object => (depth === 0 ? { type: 'string' } : { type: 'array', items: nested(depth - 1) });
  it.each([
    ['a pattern', { type: 'string', pattern: '(a+)+$' }, /^pattern is not allowed/],
    [
      'a pattern below',
      { type: 'object', properties: { a: { type: 'array', items: { type: 'string', pattern: 'a' } } } },
      /^properties\.a\.items\.pattern /,
    ],
    ['a pattern in a definition nobody uses', { $defs: { a: { type: 'string', pattern: 'a' } } }, /^\$defs\.a\.pattern /],
    ['a pattern in a list', { anyOf: [{ type: 'null' }, { type: 'string', pattern: 'a' }] }, /^anyOf\.1\.pattern /],
    ['a pattern in a tuple', { type: 'array', items: [{ type: 'string', pattern: 'a' }] }, /^items\.0\.pattern /],
    ['a pattern of names', { type: 'object', propertyNames: { pattern: 'a' } }, /^propertyNames\.pattern /],
    ['patterns as names', { type: 'object', patternProperties: { '(a+)+$': { type: 'string' } } }, /^patternProperties is not allowed/],
    ['a format that is a pattern', { type: 'string', format: 'email' }, /^format must be one of date-time/],
    [
      'a schema inside itself',
      { type: 'object', properties: { next: { $ref: '#' } } },
      /^properties\.next\.\$ref must point to a definition/,
    ],
    [
      'a definition inside itself',
      {
        $ref: '#/$defs/a',
        $defs: { a: { type: 'array', items: { $ref: '#/$defs/b' } }, b: { type: 'array', items: { $ref: '#/$defs/a' } } },
      },
      /leads back to itself/,
    ],
    ['a definition that is not there', { $ref: '#/$defs/constructor', $defs: {} }, /not there/],
    ['too deep a schema', nested(8), /deeper than 8/],
    [
      'too many schemas',
      { type: 'object', properties: Object.fromEntries(Array.from({ length: 256 }, (_, at) => [`p${at}`, {}])) },
      /limit of 256/,
    ],
    [
      'references that multiply',
      { $ref: '#/$defs/d0', $defs: Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`d${at}`, twice(`d${at + 1}`)])) },
      /deeper than 8|limit of 256/,
    ],
    ['a type many times over', { type: Array.from({ length: 99 }, () => 'object') }, /^type names a type twice/],
    ['a schema that is a text', { type: 'array', items: 'string' }, /^items must be a schema/],
    ['properties that are a list', { properties: ['a'] }, /must be an object of schemas/],
  ])('are refused with %s, and never run', (_, schema, message) => {
    expect(extensionSchemaProblems({ x: schema as Record<string, unknown> })).toEqual([
      { name: 'x', message: expect.stringMatching(message) },
    ]);
    expect(() => check({ x: `${'a'.repeat(40)}!` }, { x: schema as Record<string, unknown> })).toThrow(
      expect.objectContaining({ code: 'invalid_policy' }),
    );
  });

  it('may name definitions, also twice, and formats that are cheap to check', () => {
    const schema = {
      type: 'object',
      properties: { from: { $ref: '#/$defs/day' }, to: { $ref: '#/$defs/day' } },
      $defs: { day: { type: 'string', format: 'date' } },
    };
    expect(extensionSchemaProblems({ x: schema })).toEqual([]);
    expect(() => check({ x: { from: '2026-01-02', to: '2026-01-03' } }, { x: schema })).not.toThrow();
    expect(() => check({ x: { from: 'then' } }, { x: schema })).toThrow(/x\.from/);
    expect(extensionSchemaProblems({ x: nested(7) as Record<string, unknown> })).toEqual([]);
  });

  it('stay one tenant’s own where two use one $id', () => {
    const of = (type: string) => ({ x: { $id: 'same', type } });
    expect([extensionSchemaProblems(of('string')), extensionSchemaProblems(of('number'))]).toEqual([[], []]);
  });
});
