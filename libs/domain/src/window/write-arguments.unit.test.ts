import { describe, expect, it } from 'vitest';
import { writeArguments } from './write-arguments.ts';

const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);

describe('arguments of a call', () => {
  it.each([
    ['{"a":1}', { a: 1 }],
    ['', {}],
    [' ', {}],
    ['[1]', { value: [1] }],
    ['"ls"', { value: 'ls' }],
    ['null', { value: null }],
    ['ls -l', { raw: 'ls -l' }],
    ['{"a":', { raw: '{"a":' }],
  ])('as %j are an object', (given, value) => {
    expect(writeArguments(given).value).toEqual(value);
    expect(JSON.parse(writeArguments(given).text)).toEqual(value);
  });

  it('that are nested deeper than parsers read are a text, however they are nested', () => {
    expect(writeArguments(nested('[', ']', 128)).value).toHaveProperty('value');
    for (const deep of [nested('[', ']', 129), nested('[', ']', 100_000), nested('{"a":[', ']}', 65).replace('[]', '[1]')])
      expect(writeArguments(deep).value).toEqual({ raw: deep });
    // Brackets in a text nest nothing.
    expect(writeArguments(JSON.stringify({ a: `\\"${'['.repeat(200)}` })).value).toHaveProperty('a');
  });
});
