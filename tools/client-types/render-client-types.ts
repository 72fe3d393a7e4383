import { buildOpenApi, ERROR_CODES, ROUTES, type Route } from '@total-recall/contracts';
import { renderNamed, renderType, type Schema } from './render-type.ts';

const HEADER = '// Made from the routes and their schemas by `npm run client:types`: change those, not this file.\n';

export interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>>;
}

/**
 * Renders the files of the client that are made from the contracts, by name. With them the client's package needs no
 * other package of the project.
 */
export function renderClientTypes(): Readonly<Record<string, string>> {
  const { operations, schemas } = readContracts();
  const calls = operations.map((operation) => renderCall(operation, ROUTES[operation.operationId as keyof typeof ROUTES]));
  const used = reachable(`Problem ${calls.join('\n')}`, schemas);
  const files = splitTypes(used, schemas);
  const imports = files.map(({ file, names }) => importOf(file, names, calls.join('\n'))).join('');
  return {
    ...Object.fromEntries(files.map(({ file, text }) => [file, text])),
    'wire-calls.ts': `${HEADER}${imports}\n/** Parameters, body and reply of each route. */\nexport interface WireCalls {\n${calls.join('\n')}\n}\n`,
    'wire-routes.ts': `${HEADER}${renderRoutes()}\n${renderErrors()}`,
  };
}

/** Returns the operations and schemas of the API document, from which the clients are made. */
export function readContracts(): { readonly operations: readonly Operation[]; readonly schemas: Readonly<Record<string, Schema>> } {
  const document = buildOpenApi({ version: '' });
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path) as unknown as Operation[]);
  return { operations, schemas: document.components.schemas as Record<string, Schema> };
}

function renderCall({ operationId, parameters, requestBody, responses }: Operation, route: Route): string {
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const body = requestBody?.content['application/json']?.schema;
  const reply = responses[String(route.status)]?.content?.['application/json']?.schema;
  return [
    `${operationId}: {`,
    `readonly query: {${query.map(({ name, schema }) => `readonly ${name}?: ${renderType(schema)};`).join(' ')}};`,
    `readonly body: ${body ? renderType(body) : requestBody ? 'Uint8Array | string' : 'undefined'};`,
    `readonly reply: ${reply ? renderType(reply) : 'Uint8Array'};`,
    '};',
  ].join('\n');
}

function renderRoutes(): string {
  const rows = Object.entries<Route>(ROUTES).map(
    ([id, { method, path, body }]) => `${id}: { method: '${method}', path: '${path}', body: ${body ? `'${body.kind}'` : 'undefined'} },`,
  );
  return `/** Method, path and kind of body of each route. */\nexport const WIRE_ROUTES = {\n${rows.join('\n')}\n} as const;\n\nexport type RouteId = keyof typeof WIRE_ROUTES;\n\n${renderBytesRoutes()}`;
}

function renderBytesRoutes(): string {
  const ids = Object.entries<Route>(ROUTES).flatMap(([id, { response }]) => (response.kind === 'bytes' ? [`'${id}'`] : []));
  return `/** Routes that answer with bytes. */\nexport const BYTES_ROUTES = [${ids.join(', ')}] as const;\n\n/** Routes that answer with JSON. */\nexport type JsonRouteId = Exclude<RouteId, (typeof BYTES_ROUTES)[number]>;\n`;
}

function renderErrors(): string {
  const rows = Object.entries(ERROR_CODES).map(([code, { http, retryable }]) => `${code}: { http: ${http}, retryable: ${retryable} },`);
  return `/** Error codes, with their status and whether a retry may help. */\nexport const WIRE_ERRORS = {\n${rows.join('\n')}\n} as const;\n\nexport type ErrorCode = keyof typeof WIRE_ERRORS;\n`;
}

/** Returns the names of all schemas that a text refers to, directly or through others. */
function reachable(text: string, schemas: Readonly<Record<string, Schema>>): string[] {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    namesIn(renderType(schemas[name]!), schemas).forEach(visit);
  };
  namesIn(text, schemas).forEach(visit);
  return Object.keys(schemas).filter((name) => found.has(name));
}

function namesIn(text: string, schemas: Readonly<Record<string, Schema>>): string[] {
  return [...text.matchAll(/\b[A-Z]\w+\b/g)].map(([name]) => name).filter((name) => Object.hasOwn(schemas, name));
}

interface TypeFile {
  readonly file: string;
  readonly names: readonly string[];
  readonly text: string;
}

/**
 * Files by subject: delegations and compactions, which need no other; facts; erasures, holds and retention; keys, tenants
 * and audit; policies and lists; requests and answers of the agent's loop; and the types that these share. The others
 * import only from files after them.
 */
const FILES: readonly (readonly [file: string, names: RegExp])[] = [
  ['wire-delegations.ts', /Delegat|^NewReport|^KeptReport|^ReportFinding|^ReceivedReport/],
  ['wire-compactions.ts', /^CompactionRecord$|^KnowledgeChoice$|^Marker$|^Manifest$|^(?:Vendor|Other)Edit$|^AppliedEdits$/],
  ['wire-facts.ts', /Fact|Profile|Ledger|Undo|Undone|Sweep|Digest|Unit|Reflect|Proposal/],
  ['wire-erasures.ts', /Eras|Hold|Expired|Retention/],
  ['wire-tenants.ts', /Key|Tenant|Quota|Audit/],
  ['wire-records.ts', /Policy|Demand|Retrieval|EvidenceUse|Import|Open|AnatomyList|MarkerManifest|Session|Space|ToolDecl/],
  [
    'wire-answers.ts',
    /^Recall(?!Receipt)|^Append|EventPage|Marker(List|Expansion)|^Window(Request|Block)|Assembled|Caller|Prefetch|Compact(Re)|TaskState(Update|View)/,
  ],
  ['wire-types.ts', /./],
];

/** Sorts names into the files of their subjects. */
export function groupNames(used: readonly string[]): { readonly file: string; readonly names: readonly string[] }[] {
  return FILES.map(([file, pattern], at) => ({
    file,
    names: used.filter((name) => pattern.test(name) && !FILES.slice(0, at).some(([, earlier]) => earlier.test(name))),
  }));
}

function splitTypes(used: readonly string[], schemas: Readonly<Record<string, Schema>>): TypeFile[] {
  const groups = groupNames(used);
  return groups.map(({ file, names }) => {
    const bodies = names.map((name) => renderNamed(name, schemas[name]!)).join('\n');
    const imports = groups.filter((other) => other.file !== file).map((other) => importOf(other.file, other.names, bodies));
    return { file, names, text: `${HEADER}${imports.join('')}\n${bodies}` };
  });
}

function importOf(file: string, names: readonly string[], text: string): string {
  const wanted = names.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  return wanted.length > 0 ? `import type { ${wanted.join(', ')} } from './${file}';\n` : '';
}
