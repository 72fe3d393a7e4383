import type { z } from 'zod';
import { ERROR_CODES, type ErrorCode } from '../error-codes.ts';
import { componentSchemas, inlineSchema, schemaName, type JsonSchema } from './components.ts';
import { BODY_ERRORS, COMMON_ERRORS, type Bytes, type Json, type Route } from './route.ts';
import { ROUTES } from './routes.ts';

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Record<string, Record<string, JsonSchema>>;
  readonly components: { readonly schemas: Record<string, JsonSchema>; readonly securitySchemes: JsonSchema };
  readonly [more: string]: unknown;
}

const DESCRIPTION = `Lossless memory and context compaction for LLM agents.

Every request sends its API key: \`Authorization: Bearer tr_...\`, which identifies the tenant. Errors are RFC 9457 problem details with a stable \`code\`.
Times are ISO 8601; epoch milliseconds are accepted too. Unknown fields are refused.`;

/** Builds the OpenAPI 3.1 document of every route from the schemas that check the requests. */
export function buildOpenApi(options: { version: string; serverUrl?: string }): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const [id, route] of Object.entries<Route>(ROUTES)) {
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(id, route);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Total Recall',
      version: options.version,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    } as OpenApiDocument['info'],
    servers: [{ url: options.serverUrl ?? '/' }],
    tags: [...new Set(Object.values<Route>(ROUTES).map((route) => route.tag))].map((name) => ({ name })),
    security: [{ apiKey: [] }],
    paths,
    components: {
      schemas: componentSchemas(),
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: tr_<id>_<secret>.' } },
    },
  };
}

function operation(id: string, route: Route): JsonSchema {
  return {
    operationId: id,
    tags: [route.tag],
    summary: route.summary,
    description: [route.description, `Needs the scope \`${route.scope}\`${route.operator ? ' and a key of the operator tenant' : ''}.`]
      .filter(Boolean)
      .join('\n\n'),
    parameters: [...parameters(route.params, 'path'), ...parameters(route.query, 'query'), ...parameters(route.headers, 'header')],
    ...(route.body ? { requestBody: { required: isRequired(route.body), content: content(route.body, route.example?.body) } } : {}),
    responses: responses(route),
    'x-scope': route.scope,
    ...(route.example ? { 'x-example': route.example } : {}),
  };
}

/** Returns true where the schema asks for a body. One that is not sent is read as `{}`. */
function isRequired(body: Json | Bytes): boolean {
  return body.kind === 'bytes' || !body.schema.safeParse({}).success;
}

const HEADER_NAMES: Readonly<Record<string, string>> = { 'idempotency-key': 'Idempotency-Key', range: 'Range' };

function parameters(schema: z.ZodObject, where: 'path' | 'query' | 'header'): JsonSchema[] {
  return Object.entries(schema.shape).map(([name, part]) => ({
    name: HEADER_NAMES[name] ?? name,
    in: where,
    required: where === 'path',
    schema: inlineSchema(part as z.ZodType),
  }));
}

function content(body: Json | Bytes, example?: unknown): JsonSchema {
  if (body.kind === 'bytes')
    return { 'application/octet-stream': { schema: { type: 'string', format: 'binary', description: body.description } } };
  const name = schemaName(body.schema);
  const schema = name ? { $ref: `#/components/schemas/${name}` } : inlineSchema(body.schema);
  return { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
}

/** Groups error codes by HTTP status; each group is one response. */
export function errorsOf(route: Route): Map<number, ErrorCode[]> {
  const body = route.body?.kind === 'json' ? BODY_ERRORS : route.body ? (['payload_too_large', 'unsupported_media_type'] as const) : [];
  const codes = [...new Set<ErrorCode>([...COMMON_ERRORS, ...body, ...route.errors])];
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) byStatus.set(ERROR_CODES[code].http, [...(byStatus.get(ERROR_CODES[code].http) ?? []), code]);
  return new Map([...byStatus].sort(([a], [b]) => a - b));
}

function responses(route: Route): JsonSchema {
  const ok = { description: route.response.kind === 'bytes' ? route.response.description : 'Done.', content: content(route.response) };
  const made: JsonSchema = { [String(route.status)]: ok };
  if (route.response.kind === 'bytes') made['206'] = { ...ok, description: 'The range that was asked for.' };
  for (const [status, codes] of errorsOf(route)) {
    made[String(status)] = {
      description: codes.map((code) => `\`${code}\` ${ERROR_CODES[code].title}.`).join(' '),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    };
  }
  return made;
}
