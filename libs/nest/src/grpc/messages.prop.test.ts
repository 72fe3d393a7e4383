import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { buildOpenApi, fromMessage, publicService, toMessage } from '@total-recall/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { publicServiceDefinition } from '../../testing/public-service-definition.ts';
import { measureMessage } from './measure-message.ts';
import { readMessageLayouts } from './message-layout.ts';

type Schema = Readonly<Record<string, any>>;
const SCHEMAS = buildOpenApi({ version: '0' }).components.schemas as Record<string, Schema>;
const DEFINITION = publicServiceDefinition();
const { rpcs, messages } = publicService();
const PROTO = createRequire(import.meta.url).resolve('@total-recall/contracts/proto/totalrecall/v1/total_recall.proto');
const LAYOUTS = readMessageLayouts(readFileSync(PROTO, 'utf8'));

const time = fc.integer({ min: 0, max: 253_402_300_799_999 }).map((ms) => new Date(ms).toISOString());
const jsonKey = fc.string({ unit: 'grapheme' }).filter((key) => key !== '__proto__');
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>(null, true, false, '', 0),
    fc.string({ unit: 'grapheme' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(jsonKey, tie('json'), { maxKeys: 3 }).map((value) => ({ ...value })),
  ),
}));

/**
 * Generates values that a JSON Schema of the OpenAPI document accepts. Bounds and patterns are left out, as messages do
 * not carry them.
 */
function arbitraryOf(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  if (schema['$ref']) return arbitraryOf(SCHEMAS[(schema['$ref'] as string).split('/').at(-1)!]!, depth);
  const variants: Schema[] | undefined = schema['oneOf'] ?? schema['anyOf'];
  if (variants?.some((one) => one['format'] === 'date-time')) return withNull(time, variants);
  if (variants) return fc.oneof(...variants.map((one) => arbitraryOf(one, depth)));
  if (Array.isArray(schema['type'])) return fc.oneof(...schema['type'].map((type: string) => arbitraryOf({ ...schema, type }, depth)));
  if ('const' in schema) return fc.constant(schema['const']);
  if (schema['format'] === 'date-time') return time;
  if (schema['contentEncoding'] === 'base64') return fc.uint8Array({ maxLength: 9 }).map((bytes) => Buffer.from(bytes).toString('base64'));
  switch (schema['type']) {
    case 'null':
      return fc.constant(null);
    case 'string':
      return fc.string({ unit: 'grapheme' });
    case 'integer':
      return fc.maxSafeInteger();
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(arbitraryOf(schema['items'], depth + 1), { maxLength: depth > 1 ? 1 : 2 });
    case 'object':
      return arbitraryObject(schema, depth + 1);
    default:
      return json.map((value) => value ?? null);
  }
}

const withNull = (arbitrary: fc.Arbitrary<unknown>, variants: readonly Schema[]) =>
  variants.some((one) => one['type'] === 'null') ? fc.option(arbitrary, { nil: null }) : arbitrary;

function arbitraryObject({ properties, required = [] }: Schema, depth: number): fc.Arbitrary<unknown> {
  if (!properties) return fc.dictionary(jsonKey, json, { maxKeys: 3 }).map((value) => ({ ...value }));
  const fields = Object.entries(properties as Record<string, Schema>).map(([key, part]) => {
    const arbitrary = arbitraryOf(part, depth);
    // A null that is the same as nothing there comes back as nothing.
    return [key, part['default'] === null ? arbitrary.filter((value) => value !== null) : arbitrary] as const;
  });
  return fc.record(Object.fromEntries(fields), { requiredKeys: required, noNullPrototype: true });
}

const cases = rpcs.flatMap(({ name, request, response }) => [
  { what: `${name} takes`, message: request, write: DEFINITION[name]!.requestSerialize, read: DEFINITION[name]!.requestDeserialize },
  { what: `${name} gives`, message: response, write: DEFINITION[name]!.responseSerialize, read: DEFINITION[name]!.responseDeserialize },
]);
const once = [...new Map(cases.map((one) => [one.message, one])).values()];

describe('a message', () => {
  it.each(once.filter(({ message }) => SCHEMAS[message]))('carries whatever $what', ({ message, write, read }) => {
    fc.assert(
      fc.property(arbitraryOf(SCHEMAS[message]!), (value) => {
        const back = fromMessage(messages, message, read(write(toMessage(messages, message, value as Record<string, unknown>))));
        expect(back).toEqual(value);
      }),
      { numRuns: 25 },
    );
  });

  it.each(once.filter(({ message }) => message.endsWith('Call')))(
    'carries whatever $what, parameters and body',
    ({ message, write, read }) => {
      const { fields } = messages.get(message)!;
      const arbitrary = fc.record(
        Object.fromEntries(
          fields.map(({ name, shape }) => [
            name,
            shape.kind === 'message'
              ? arbitraryOf(SCHEMAS[shape.name]!)
              : shape.kind === 'bytes'
                ? fc.uint8Array({ maxLength: 9 }).map((bytes) => Buffer.from(bytes))
                : shape.kind === 'int64'
                  ? fc.maxSafeInteger()
                  : fc.string({ unit: 'grapheme' }),
          ]),
        ),
        { requiredKeys: fields.filter(({ required }) => required).map(({ name }) => name), noNullPrototype: true },
      );
      fc.assert(
        fc.property(arbitrary, (value) => {
          const bytes = write(toMessage(messages, message, value));
          expect(fromMessage(messages, message, read(bytes))).toEqual(value);
          expect(measureMessage(bytes, message, LAYOUTS, { values: 10_000, depth: 100 })).toBeUndefined();
        }),
        { numRuns: 15 },
      );
    },
  );

  it('is refused where a value says what JSON cannot', () => {
    const tool = (value: object) => ({ items: [value] });
    const blocks = (value: object) => fromMessage(messages, 'CallerBlocks', { tools: tool(value) });
    expect(blocks({ nullValue: 0 })).toEqual({ tools: [null] });
    expect(() => blocks({ numberValue: Infinity })).toThrow('infinite');
    let deep: object = { nullValue: 0 };
    for (let level = 0; level < 40; level++) deep = { listValue: { values: [deep] } };
    expect(() => blocks(deep)).toThrow('levels');
    expect(() => fromMessage(messages, 'NewEvent', { occurred_at: { seconds: 1e15 } })).toThrow('calendar');
  });
});
