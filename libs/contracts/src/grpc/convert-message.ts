import type { ErrorCode } from '../error-codes.ts';
import { LIMITS } from '../limits.ts';
import type { Message, Shape } from './message-shape.ts';

type Fields = Readonly<Record<string, unknown>>;
type MessageTable = ReadonlyMap<string, Message>;

/** A value in a message that JSON cannot hold. */
export class MessageProblem extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.name = 'MessageProblem';
    this.code = code;
  }
}

/**
 * Converts JSON to a message with the field names of the proto file (`keepCase`); protobufjs uses camel case for
 * Google's own messages.
 */
export function toMessage(table: MessageTable, name: string, json: Fields): Record<string, unknown> {
  const message: Record<string, unknown> = {};
  for (const field of table.get(name)!.fields) {
    const value = json[field.name];
    if (value !== undefined && value !== null) message[field.key] = toProto(table, field.shape, value);
  }
  return message;
}

/** Converts a message to the JSON that HTTP would carry. Errors: `MessageProblem`. */
export function fromMessage(table: MessageTable, name: string, message: Fields): Record<string, unknown> {
  const json: Record<string, unknown> = {};
  for (const { name: key, key: protoKey, shape, required, nullable } of table.get(name)!.fields) {
    const value = message[protoKey] ?? undefined;
    const empty = shape.kind === 'list' && required ? [] : nullable ? null : undefined;
    const read = value === undefined ? empty : fromProto(table, shape, value);
    if (read !== undefined) json[key] = read;
  }
  return json;
}

function toProto(table: MessageTable, shape: Shape, value: unknown): unknown {
  switch (shape.kind) {
    case 'base64':
      return Buffer.from(value as string, 'base64');
    case 'time': {
      const ms = Date.parse(value as string);
      const seconds = Math.floor(ms / 1_000);
      return { seconds, nanos: (ms - seconds * 1_000) * 1_000_000 };
    }
    case 'struct':
      return toStruct(value as Fields);
    case 'any':
      return toValue(value);
    case 'message':
      return toMessage(table, shape.name, value as Fields);
    case 'list': {
      const items = (value as unknown[]).map((item) => toProto(table, shape.of, item));
      return shape.wrapper === undefined ? items : { items };
    }
    default:
      return value;
  }
}

function fromProto(table: MessageTable, shape: Shape, value: unknown): unknown {
  switch (shape.kind) {
    case 'base64':
      return Buffer.from(value as Uint8Array).toString('base64');
    case 'time':
      return isoTime(value as { seconds?: number; nanos?: number });
    case 'struct':
      return fromStruct(value as Fields, 1);
    case 'any':
      return fromValue(value as Fields, 1);
    case 'message':
      return fromMessage(table, shape.name, value as Fields);
    case 'list': {
      const items = shape.wrapper === undefined ? value : ((value as Fields)['items'] ?? []);
      return (items as unknown[]).map((item) => fromProto(table, shape.of, item));
    }
    default:
      return value;
  }
}

function isoTime({ seconds = 0, nanos = 0 }: { seconds?: number; nanos?: number }): string {
  const time = new Date(seconds * 1_000 + Math.floor(nanos / 1_000_000));
  if (Number.isNaN(time.getTime())) throw new MessageProblem('invalid_request', 'A timestamp lies outside of what a calendar holds.');
  return time.toISOString();
}

function toValue(value: unknown): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'number') return { numberValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (Array.isArray(value)) return { listValue: { values: value.map(toValue) } };
  return value === null || value === undefined ? { nullValue: 0 } : { structValue: toStruct(value as Fields) };
}

const toStruct = (value: Fields): object => ({
  fields: Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .map(([key, part]) => [key, toValue(part)]),
  ),
});

function fromValue(value: Fields, depth: number): unknown {
  if (depth > LIMITS.jsonDepth)
    throw new MessageProblem('json_too_deep', `At most ${LIMITS.jsonDepth} levels of lists and objects are taken.`);
  if ('stringValue' in value) return value['stringValue'];
  if ('boolValue' in value) return value['boolValue'];
  if ('listValue' in value) {
    const { values = [] } = value['listValue'] as { values?: Fields[] };
    return values.map((item) => fromValue(item, depth + 1));
  }
  if ('structValue' in value) return fromStruct(value['structValue'] as Fields, depth + 1);
  if (!('numberValue' in value)) return null;
  if (Number.isFinite(value['numberValue'])) return value['numberValue'];
  throw new MessageProblem('invalid_request', 'A number in a value is infinite or none.');
}

function fromStruct({ fields = {} }: { readonly fields?: unknown } & Fields, depth: number): object {
  return Object.fromEntries(Object.entries(fields as Record<string, Fields>).map(([key, part]) => [key, fromValue(part, depth)]));
}
