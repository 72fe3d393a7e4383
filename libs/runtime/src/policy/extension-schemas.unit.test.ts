import { describe, expect, it } from 'vitest';
import { createExtensionChecker, extensionSchemaProblems } from './extension-schemas.ts';

const schemas = { release: { type: 'object', properties: { version: { type: 'string' }, blockers: { type: 'integer', minimum: 0 } }, required: ['version'], additionalProperties: false } };

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
    expect(extensionSchemaProblems({ bad: { type: 'no such type' } }).map(({ name }) => name)).toEqual(['bad']);
  });
});
