import type { Message, Shape } from './message-shape.ts';
import { GRPC_PACKAGE, GRPC_SERVICE, publicService, type PublicRpc } from './public-service.ts';

const HEADER = `// The public API over gRPC. Made from the route table and its schemas by \`npm run docs:proto\`: change those, not this
// file. Field numbers are taken over from the former file; those of removed fields are reserved.
//
// Every call names its API key: metadata \`authorization: Bearer tr_...\`. The tenant is known from the key alone. Each
// rpc does the same as the route of its name over HTTP, with the same checks, limits and errors. An error is
// google.rpc.Status in \`grpc-status-details-bin\`: an ErrorInfo of the domain \`total-recall\` whose reason is the
// stable code of HTTP, RetryInfo where a call may be repeated after a time, and BadRequest with the problems by field.
syntax = "proto3";

package ${GRPC_PACKAGE};

import "google/protobuf/struct.proto";
import "google/protobuf/timestamp.proto";
`;

const TYPES = {
  string: 'string',
  double: 'double',
  int64: 'int64',
  bool: 'bool',
  base64: 'bytes',
  bytes: 'bytes',
  time: 'google.protobuf.Timestamp',
  struct: 'google.protobuf.Struct',
  any: 'google.protobuf.Value',
} as const;
const SCALARS: readonly string[] = ['string', 'double', 'int64', 'bool', 'base64', 'bytes'];

/** Renders the proto file of the public service. `before` is the present file, which determines the field numbers. */
export function renderProto(before: string): string {
  const { rpcs, messages } = publicService();
  const numbers = readNumbers(before);
  const used = reachable(rpcs, messages);
  const service = [`service ${GRPC_SERVICE} {`, ...rpcs.flatMap(renderRpc), '}'].join('\n');
  return `${[HEADER, service, ...used.map((name) => `\n${renderMessage(messages.get(name)!, numbers.get(name))}`)].join('\n')}\n`;
}

function renderRpc({ name, request, response, requestStream, responseStream, summary }: PublicRpc): string[] {
  const [takes, gives] = [`${requestStream ? 'stream ' : ''}${request}`, `${responseStream ? 'stream ' : ''}${response}`];
  return [`  // ${summary}`, `  rpc ${name}(${takes}) returns (${gives});`];
}

/** Lists messages in the order in which the service refers to them. */
function reachable(rpcs: readonly PublicRpc[], messages: ReadonlyMap<string, Message>): string[] {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    for (const { shape } of messages.get(name)!.fields) visitShape(shape);
  };
  const visitShape = (shape: Shape): void => {
    if (shape.kind === 'message') visit(shape.name);
    if (shape.kind === 'list' && shape.wrapper !== undefined) visit(shape.wrapper);
    else if (shape.kind === 'list') visitShape(shape.of);
  };
  for (const { request, response } of rpcs) [request, response].forEach(visit);
  return [...found];
}

interface Numbers {
  readonly fields: Map<string, number>;
  readonly reserved: Set<number>;
}

function readNumbers(proto: string): Map<string, Numbers> {
  const messages = new Map<string, Numbers>();
  for (const [, name, body] of proto.matchAll(/^message (\w+) \{\n([\s\S]*?)^\}/gm)) {
    const fields = [...body!.matchAll(/^ {2}(?:optional |repeated )?[\w.]+ (\w+) = (\d+);/gm)].map(
      ([, key, number]) => [key!, Number(number)] as const,
    );
    const reserved = [...body!.matchAll(/^ {2}reserved ([\d, ]+);/gm)].flatMap(([, list]) => list!.split(',').map(Number));
    messages.set(name!, { fields: new Map(fields), reserved: new Set(reserved) });
  }
  return messages;
}

function renderMessage({ name, fields }: Message, before: Numbers = { fields: new Map(), reserved: new Set() }): string {
  const keys = new Set(fields.map(({ key }) => key));
  const gone = [...before.fields].filter(([key]) => !keys.has(key)).map(([, number]) => number);
  const reserved = [...before.reserved, ...gone].toSorted((a, b) => a - b);
  let next = Math.max(0, ...before.fields.values(), ...reserved);
  const lines = fields.flatMap(({ key, shape, description }) => {
    const number = before.fields.get(key) ?? (next += 1);
    return [...(description === undefined ? [] : [`  // ${description.replaceAll('\n', ' ')}`]), `  ${typeOf(shape)} ${key} = ${number};`];
  });
  return [`message ${name} {`, ...(reserved.length > 0 ? [`  reserved ${reserved.join(', ')};`] : []), ...lines, '}'].join('\n');
}

function typeOf(shape: Shape): string {
  if (shape.kind === 'message') return shape.name;
  if (shape.kind === 'list') return shape.wrapper ?? `repeated ${itemType(shape.of)}`;
  return SCALARS.includes(shape.kind) ? `optional ${TYPES[shape.kind]}` : TYPES[shape.kind];
}

function itemType(shape: Shape): string {
  if (shape.kind === 'list') throw new Error('a list of lists has no message');
  return shape.kind === 'message' ? shape.name : TYPES[shape.kind];
}
