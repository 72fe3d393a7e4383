import { atFirstUse } from '@total-recall/domain';
import { componentSchemas, inlineSchema, schemaName, type JsonSchema } from '../http/components.ts';
import type { Bytes, Json, Route } from '../http/route.ts';
import { ROUTES, type RouteId } from '../http/routes.ts';
import { addMessage, fieldOf, type Field, type Message, type Messages } from './message-shape.ts';

export const GRPC_PACKAGE = 'totalrecall.v1';
export const GRPC_SERVICE = 'TotalRecall';

/** One rpc of the public service. An rpc with a `routeId` does what the route does over HTTP. */
export interface PublicRpc {
  readonly name: string;
  readonly routeId?: RouteId;
  readonly request: string;
  readonly response: string;
  readonly requestStream?: boolean;
  readonly responseStream?: boolean;
  readonly summary: string;
}

export interface PublicService {
  readonly rpcs: readonly PublicRpc[];
  readonly messages: ReadonlyMap<string, Message>;
}

export const APPEND_STREAM: PublicRpc = {
  name: 'AppendStream',
  request: 'AppendEventsCall',
  response: 'AppendStreamResult',
  requestStream: true,
  summary:
    'Append batches one after the other, each durable before the next is read. What was appended before an error stays; its details say how many batches.',
};

export const STREAM_EVENTS: PublicRpc = {
  name: 'StreamEvents',
  request: 'StreamEventsCall',
  response: 'Event',
  responseStream: true,
  summary: 'Read the events of a session in order, from one on to the last',
};

/** Parts of a route that make up its call message. Their fields are joined to one message, except the body's. */
export const CALL_PARTS = ['params', 'query', 'headers'] as const;

/** Returns the rpc name of a route. */
export const rpcOfRoute = (id: RouteId): string => id.charAt(0).toUpperCase() + id.slice(1);

/** Returns the public gRPC service, built from the route table and the schemas that check requests and answers. */
export const publicService = atFirstUse((): PublicService => {
  const messages: Messages = new Map();
  const rpcs = Object.entries<Route>(ROUTES).map(([id, route]): PublicRpc => {
    const name = rpcOfRoute(id as RouteId);
    const request = `${name}Call`;
    messages.set(request, { name: request, fields: callFields(request, route, messages) });
    const response = route.response.kind === 'bytes' ? ARTIFACT_BYTES.name : nameOf(route.response);
    return { name, routeId: id as RouteId, request, response, summary: route.summary };
  });
  for (const message of [ARTIFACT_BYTES, APPEND_STREAM_RESULT, STREAM_EVENTS_CALL]) messages.set(message.name, message);
  for (const [name, schema] of Object.entries(componentSchemas())) addMessage(name, schema, messages);
  return { rpcs: [...rpcs, APPEND_STREAM, STREAM_EVENTS], messages };
});

function callFields(owner: string, route: Route, messages: Messages): Field[] {
  const fields = CALL_PARTS.flatMap((part) => {
    const { properties = {}, required = [] } = inlineSchema(route[part]) as {
      properties?: Record<string, JsonSchema>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, schema]) => fieldOf(owner, name, schema, required.includes(name), messages));
  });
  return route.body ? [...fields, bodyField(route.body)] : fields;
}

function bodyField(body: Json | Bytes): Field {
  const shape = body.kind === 'bytes' ? ({ kind: 'bytes' } as const) : ({ kind: 'message', name: nameOf(body) } as const);
  return { name: 'body', key: 'body', shape, required: true };
}

function nameOf({ schema }: Json): string {
  const name = schemaName(schema);
  if (name === undefined) throw new Error('every body and answer has a name in the OpenAPI document');
  return name;
}

const field = (name: string, shape: Field['shape'], required = true): Field => ({
  name,
  key: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  shape,
  required,
});

const ARTIFACT_BYTES: Message = {
  name: 'ArtifactBytes',
  fields: [
    field('content', { kind: 'bytes' }),
    field('mime', { kind: 'string' }),
    field('etag', { kind: 'string' }),
    field('sizeBytes', { kind: 'int64' }),
    { ...field('from', { kind: 'int64' }, false), description: 'Of a range: its first byte, and the first that is no longer of it.' },
    field('to', { kind: 'int64' }, false),
  ],
};

const APPEND_STREAM_RESULT: Message = {
  name: 'AppendStreamResult',
  fields: [
    field('batches', { kind: 'int64' }),
    field('events', { kind: 'list', of: { kind: 'message', name: 'AppendedEvent' } }),
    field('position', { kind: 'string' }, false),
  ],
};

const STREAM_EVENTS_CALL: Message = {
  name: 'StreamEventsCall',
  fields: [field('space', { kind: 'string' }), field('session', { kind: 'string' }), field('fromOrdinal', { kind: 'int64' }, false)],
};
