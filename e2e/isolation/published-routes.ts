/** A schema of the OpenAPI document. */
export type Schema = Readonly<Record<string, any>>;

export type Part = 'path' | 'query' | 'header' | 'body';

/** Place of a caller's string in a request; `[]` is the first element of a list. */
export interface Field {
  readonly part: Part;
  readonly path: readonly string[];
  readonly schema: Schema;
}

/** One operation as a running service publishes it. */
export interface PublishedRoute {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly string[];
  readonly fields: readonly Field[];
  readonly body?: { readonly schema: Schema; readonly isJson: boolean; readonly example: unknown };
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly in: Part; readonly name: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>> };
}

/** Reads the routes of `/openapi.json`, with every string that a caller chooses. */
export async function publishedRoutes(url: string): Promise<readonly PublishedRoute[]> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as Schema;
  return Object.entries(document['paths'] as Readonly<Record<string, Readonly<Record<string, Operation>>>>).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => routeOf(document, path, method, operation)),
  );
}

function routeOf(document: Schema, path: string, method: string, operation: Operation): PublishedRoute {
  const { operationId: id, parameters = [], requestBody } = operation;
  const [[type, content] = []] = Object.entries(requestBody?.content ?? {});
  const schema = content && inlined(document, content.schema);
  const isJson = type === 'application/json';
  const fields = parameters.flatMap((one) =>
    stringsOf(inlined(document, one.schema)).map((found) => ({ ...found, part: one.in, path: [one.name] })),
  );
  return {
    id,
    method: method.toUpperCase(),
    path,
    parameters: parameters.filter((one) => one.in === 'path').map(({ name }) => name),
    fields: [...fields, ...(schema && isJson ? stringsOf(schema).map((found): Field => ({ ...found, part: 'body' })) : [])],
    ...(schema && { body: { schema, isJson, example: content!.example } }),
  };
}

function inlined(document: Schema, schema: Schema): Schema {
  const name = /^#\/components\/schemas\/(.+)$/.exec((schema['$ref'] as string | undefined) ?? '')?.[1];
  if (name !== undefined) return inlined(document, document['components'].schemas[name] as Schema);
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'properties')
        return [key, Object.fromEntries(Object.entries(value as Schema).map(([of, one]) => [of, inlined(document, one as Schema)]))];
      if (key === 'items') return [key, inlined(document, value as Schema)];
      if (key === 'anyOf' || key === 'oneOf' || key === 'allOf') return [key, (value as Schema[]).map((one) => inlined(document, one))];
      return [key, value];
    }),
  );
}

/** Returns every string below a schema whose value is neither one of a closed set nor a time. */
function stringsOf(schema: Schema, path: readonly string[] = []): { path: readonly string[]; schema: Schema }[] {
  const branches = (schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf']) as readonly Schema[] | undefined;
  if (branches) return branches.flatMap((branch) => stringsOf(branch, path));
  if (schema['type'] === 'array') return stringsOf(schema['items'] as Schema, [...path, '[]']);
  if (schema['type'] === 'object')
    return Object.entries((schema['properties'] ?? {}) as Schema).flatMap(([name, one]) => stringsOf(one as Schema, [...path, name]));
  const isOpen = schema['enum'] === undefined && schema['const'] === undefined && schema['format'] === undefined;
  return schema['type'] === 'string' && isOpen ? [{ path, schema }] : [];
}

/** Strings that match the patterns of required sibling fields. */
const SAMPLES = ['x', '0'.repeat(64), '01ARZ3NDEKTSV4RRFFQ69G5FAV', `art_${'0'.repeat(32)}`, 'text/plain', '0'.repeat(16), 'm1', 'a.0.0'];

/** Returns the smallest value that a schema accepts. */
export function sample(schema: Schema): unknown {
  const { type, const: only, enum: choices, anyOf, oneOf, properties = {}, required = [], minItems = 0, minimum = 0, pattern } = schema;
  if (only !== undefined) return only;
  if (choices) return choices[0];
  const branches = anyOf ?? oneOf;
  if (branches) return sample(branches[0]);
  if (type === 'object') return Object.fromEntries((required as string[]).map((name) => [name, sample(properties[name])]));
  if (type === 'array') return Array.from({ length: minItems }, () => sample(schema['items']));
  if (type === 'integer' || type === 'number') return minimum;
  if (type === 'boolean') return true;
  if (schema['contentEncoding'] === 'base64') return 'AAAA';
  return SAMPLES.find((text) => pattern === undefined || new RegExp(pattern).test(text)) ?? '';
}

/** Puts a string at a place in a value, and fills in the fields that the schema requires beside it. */
export function withString(schema: Schema, value: unknown, [step, ...rest]: readonly string[], text: string): unknown {
  if (step === undefined) return text;
  const branches = (schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf']) as readonly Schema[] | undefined;
  const branch = branches?.find((one) => stringsOf(one).some(({ path }) => path.join('/') === [step, ...rest].join('/')));
  if (branch) return withString(branch, value, [step, ...rest], text);
  if (step === '[]') return [withString(schema['items'], (value as unknown[] | undefined)?.[0], rest, text)];
  const fields = (value ?? sample(schema)) as Readonly<Record<string, unknown>>;
  return { ...fields, [step]: withString(schema['properties'][step], fields[step], rest, text) };
}
