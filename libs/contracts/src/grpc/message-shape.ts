import type { JsonSchema } from '../http/components.ts';

/** Form of one JSON value in a protobuf message. */
export type Shape =
  /** `base64`: bytes that JSON carries as base64; `bytes`: bytes on both sides. */
  | { readonly kind: 'string' | 'double' | 'int64' | 'bool' | 'base64' | 'bytes' }
  /** google.protobuf.Timestamp for ISO 8601, Struct for an object with any keys, Value for any JSON. */
  | { readonly kind: 'time' | 'struct' | 'any' }
  | { readonly kind: 'message'; readonly name: string }
  /** `wrapper`: name of the message around an optional list, which lets an empty list differ from a missing one. */
  | { readonly kind: 'list'; readonly of: Shape; readonly wrapper?: string };

export interface Field {
  /** Name in JSON; `key` is the name in protobuf. */
  readonly name: string;
  readonly key: string;
  readonly shape: Shape;
  readonly required: boolean;
  /** True when a JSON null stands for a missing field of the message. */
  readonly nullable?: boolean;
  readonly description?: string;
}

export interface Message {
  readonly name: string;
  readonly fields: readonly Field[];
}

/** Messages built so far, by name, including those made for objects without a name. */
export type Messages = Map<string, Message>;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const snake = (name: string): string => name.replaceAll('-', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const isNull = (schema: JsonSchema): boolean => schema['type'] === 'null';

/** Builds a field from the JSON Schema of its value. `owner` is the prefix for types without a name. */
export function fieldOf(owner: string, name: string, schema: JsonSchema, required: boolean, messages: Messages): Field {
  const { schema: bare, nullable } = withoutNull(schema);
  const isAlike = schema['default'] === null;
  if (nullable && !required && !isAlike) throw new Error(`${owner}.${name}: a message cannot tell null from absent`);
  const shape = shapeOf(bare, `${owner}${capital(name)}`, messages);
  const optionalList = shape.kind === 'list' && !required;
  const description = schema['description'];
  return {
    name,
    key: snake(name),
    shape: optionalList ? wrapped(shape.of, messages) : shape,
    required,
    ...(nullable && !isAlike && { nullable }),
    ...(typeof description === 'string' && { description }),
  };
}

/** Adds the message of an object with known fields. A union of objects becomes one message with the fields of all. */
export function addMessage(name: string, schema: JsonSchema, messages: Messages): void {
  const variants = (schema['oneOf'] ?? schema['anyOf'] ?? [schema]) as JsonSchema[];
  const fields = new Map<string, Field>();
  for (const { properties = {}, required = [] } of variants as { properties?: Record<string, JsonSchema>; required?: string[] }[]) {
    for (const [key, part] of Object.entries(properties)) {
      const everywhere =
        required.includes(key) && variants.every((variant) => (variant['required'] as string[] | undefined)?.includes(key));
      const field = fieldOf(name, key, part, everywhere, messages);
      const known = fields.get(key);
      if (known && JSON.stringify(known.shape) !== JSON.stringify(field.shape)) throw new Error(`${name}.${key} has two shapes`);
      fields.set(key, known ?? field);
    }
  }
  const message = { name, fields: [...fields.values()] };
  const known = messages.get(name);
  // Variants of one message may have a field of the same form.
  if (known && JSON.stringify(known) !== JSON.stringify(message)) throw new Error(`two messages are named ${name}`);
  messages.set(name, message);
}

function withoutNull(schema: JsonSchema): { schema: JsonSchema; nullable: boolean } {
  const { type, anyOf } = schema as { type?: unknown; anyOf?: JsonSchema[] };
  if (Array.isArray(type)) {
    const types = type.filter((one) => one !== 'null') as unknown[];
    // Several types have no field of their own: they go as any JSON.
    return { schema: { ...schema, type: types.length === 1 ? types[0] : types }, nullable: types.length < type.length };
  }
  const others = anyOf?.filter((one) => !isNull(one));
  if (!anyOf || !others || others.length === anyOf.length) return { schema, nullable: false };
  return { schema: others.length === 1 ? others[0]! : { ...schema, anyOf: others }, nullable: true };
}

function shapeOf(schema: JsonSchema, name: string, messages: Messages): Shape {
  const { $ref, type, anyOf, oneOf, format } = schema as Record<'$ref' | 'type' | 'format', string | undefined> &
    Record<'anyOf' | 'oneOf', JsonSchema[]>;
  if ($ref !== undefined) return { kind: 'message', name: $ref.slice($ref.lastIndexOf('/') + 1) };
  if (format === 'date-time' || anyOf?.some((one) => one['format'] === 'date-time')) return { kind: 'time' };
  if (schema['properties'] || oneOf) {
    addMessage(name, schema, messages);
    return { kind: 'message', name };
  }
  switch (type) {
    case 'string':
      return { kind: schema['contentEncoding'] === 'base64' ? 'base64' : 'string' };
    case 'number':
      return { kind: 'double' };
    case 'integer':
      return { kind: 'int64' };
    case 'boolean':
      return { kind: 'bool' };
    case 'object':
      return { kind: 'struct' };
    case 'array': {
      const of = shapeOf(schema['items'] as JsonSchema, name.replace(/ies$/, 'y').replace(/s$/, ''), messages);
      return of.kind === 'list' ? { kind: 'any' } : { kind: 'list', of };
    }
    default:
      return { kind: 'any' };
  }
}

const ITEM_NAMES = {
  string: 'String',
  double: 'Double',
  int64: 'Int64',
  bool: 'Bool',
  base64: 'Bytes',
  bytes: 'Bytes',
  time: 'Time',
  any: 'Value',
  struct: 'Struct',
} as const;

function wrapped(of: Shape, messages: Messages): Shape {
  if (of.kind === 'list') throw new Error('a list of lists has no message');
  const wrapper = `${of.kind === 'message' ? of.name : ITEM_NAMES[of.kind]}Items`;
  const items: Field = { name: 'items', key: 'items', shape: { kind: 'list', of }, required: true };
  if (!messages.has(wrapper)) messages.set(wrapper, { name: wrapper, fields: [items] });
  return { kind: 'list', of, wrapper };
}
