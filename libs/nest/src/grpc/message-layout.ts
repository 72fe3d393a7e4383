/** Content of one field of a message: a scalar by its name in the proto file, or a message by its own. */
export interface FieldLayout {
  readonly type: string;
  readonly isRepeated: boolean;
}

/** The fields of each message by their numbers. */
export type MessageLayouts = ReadonlyMap<string, ReadonlyMap<number, FieldLayout>>;

const one = (type: string): FieldLayout => ({ type, isRepeated: false });
const many = (type: string): FieldLayout => ({ type, isRepeated: true });

/** The messages of Google's that ours hold. */
const GOOGLES: readonly (readonly [string, readonly (readonly [number, FieldLayout])[]])[] = [
  [
    'google.protobuf.Timestamp',
    [
      [1, one('int64')],
      [2, one('int32')],
    ],
  ],
  ['google.protobuf.Struct', [[1, many('google.protobuf.Struct.Entry')]]],
  [
    'google.protobuf.Struct.Entry',
    [
      [1, one('string')],
      [2, one('google.protobuf.Value')],
    ],
  ],
  [
    'google.protobuf.Value',
    [
      [1, one('int32')],
      [2, one('double')],
      [3, one('string')],
      [4, one('bool')],
      [5, one('google.protobuf.Struct')],
      [6, one('google.protobuf.ListValue')],
    ],
  ],
  ['google.protobuf.ListValue', [[1, many('google.protobuf.Value')]]],
];

/** Reads the layouts of the messages in the proto file of the public service, which `renderProto` makes. */
export function readMessageLayouts(proto: string): MessageLayouts {
  const layouts = new Map(GOOGLES.map(([name, fields]) => [name, new Map(fields)]));
  for (const [, name, body] of proto.matchAll(/^message (\w+) \{\n([\s\S]*?)^\}/gm)) {
    const fields = [...body!.matchAll(/^ {2}(?:optional |(repeated) )?([\w.]+) \w+ = (\d+);/gm)].map(
      ([, repeated, type, number]) => [Number(number), { type: type!, isRepeated: repeated !== undefined }] as const,
    );
    layouts.set(name!, new Map(fields));
  }
  return layouts;
}
