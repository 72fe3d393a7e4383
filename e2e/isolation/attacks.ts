import type { RouteId } from '@total-recall/contracts';
import { withString, type Field, type PublishedRoute } from './published-routes.ts';
import { kindsOf, type Reference, type References } from './references.ts';
import type { ApiCall } from './transports.ts';
import { SHARED, type Tenant } from './two-tenants.ts';

/** Effect of a route on its caller, and a request to it that works. */
export interface RouteCase {
  /**
   * Kind of the route. `ask` reads too, and is counted as a recall or as shown; `public` answers everybody the same.
   */
  readonly kind: 'read' | 'ask' | 'write' | 'operator' | 'public';
  readonly why?: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Builds a body that differs with every `turn`. By default the published example. */
  readonly body?: (turn: number) => unknown;
}

const read = { kind: 'read' } as const;
const write = { kind: 'write' } as const;
const policy = { ...write, body: () => ({ windowTokens: 8_192 }) };
const LONG_AGO = '2020-01-01T00:00:00Z';
const FILE = (turn: number): unknown => [
  { role: 'user', content: `Greetings, number ${String(turn).padStart(6, '0')}.` },
  { role: 'assistant', content: 'And to you.' },
];

/** Every route of the API. Of the writing ones, those that create a session come last, so that the others find none. */
export const ROUTE_CASES = {
  listSpaces: read,
  listSessions: read,
  getSession: read,
  listEvents: read,
  getEvent: read,
  getArtifact: read,
  listMarkers: read,
  getManifest: read,
  expandMarker: read,
  listAnatomy: read,
  listRetrievals: read,
  getDemand: { ...read, query: { from: LONG_AGO, by: 'session' } },
  getTaskState: read,
  getTenantPolicy: read,
  getSpacePolicy: read,
  getSessionPolicy: read,
  listKeys: read,
  listAudit: read,
  exportAudit: { kind: 'ask' },
  getTenant: read,
  // Nothing of the owner's was erased, so there is nothing to show.
  listErasures: { kind: 'ask' },
  getErasure: { kind: 'ask' },
  // Nothing has exceeded its retention.
  getExpired: { kind: 'ask' },
  getCertificateKey: { kind: 'public', why: 'the same public key for everybody' },
  erase: { ...write, body: () => ({ space: SHARED.space, session: SHARED.session, dryRun: true }) },
  // Nothing is held.
  listHolds: { kind: 'ask' },
  getHold: { kind: 'ask' },
  placeHold: { ...write, body: () => ({ name: 'a case', space: SHARED.space, session: SHARED.session }) },
  releaseHold: { ...write, body: () => ({}) },
  listFacts: { ...read, query: { history: 'true' } },
  getProfile: read,
  listUnits: read,
  listLedger: read,
  getDigest: read,
  getReflection: { kind: 'ask' },
  reflect: { ...write, body: () => ({}) },
  consolidate: write,
  forgetFact: { ...write, body: () => ({}) },
  undoEntry: { ...write, body: () => ({}) },
  listDelegations: read,
  getTools: { kind: 'public', why: 'the same declarations for everybody' },
  recall: { kind: 'ask', body: () => ({ query: 'crate 7 quay', session: SHARED.session, limit: 5 }) },
  open: { ...read, body: () => ({ ref: 'e1', session: SHARED.session }) },
  assembleWindow: { kind: 'ask', body: () => ({ format: 'blocks' }) },
  prefetch: write,
  listTenants: { kind: 'operator' },
  createTenant: { kind: 'operator' },
  changeTenant: { kind: 'operator' },
  removeTenant: { kind: 'operator' },
  compactSession: write,
  putTenantPolicy: policy,
  putSpacePolicy: policy,
  putSessionPolicy: policy,
  createKey: write,
  revokeKey: write,
  rotateKey: write,
  correctFact: { ...write, body: () => ({ text: 'Crate 7 stands at quay 9.' }) },
  rememberFact: { ...write, body: (turn) => ({ label: 'project', subject: 'harbour', text: `Note ${turn} is kept.` }) },
  putTaskState: { ...write, body: () => ({ expectedVersion: 0, fields: { phase: 'execute' } }) },
  // The session was handed no subtask, so its report is refused; a delegation creates the session of its executor.
  reportSubtask: { kind: 'ask', body: () => ({ status: 'done', summary: 'Crate 7 was found.' }) },
  delegateSubtask: { ...write, body: (turn) => ({ subtaskId: `turn-${turn}`, objective: 'Find crate 7.' }) },
  appendEvents: { ...write, body: (turn) => ({ events: [{ kind: 'user_message', text: `Note ${turn}` }] }) },
  importSession: { ...write, query: { format: 'openai-chat' }, body: (turn) => Buffer.from(JSON.stringify(FILE(turn))) },
} as const satisfies Record<RouteId, RouteCase>;

export const caseOf = (route: PublishedRoute): RouteCase => ROUTE_CASES[route.id as RouteId];

/** The same request twice: for something of the owner's, and for something that nobody has. */
export interface Attack {
  readonly name: string;
  readonly mine: ApiCall;
  readonly nobodys: ApiCall;
  readonly asked: readonly Reference[];
}

interface Place {
  readonly name: string;
  readonly references: Readonly<Partial<Record<'space' | 'session', Reference>>>;
}

let turn = 0;

/** Builds a request of the stranger for its own data, or of the owner when its events and artifacts are to be named. */
export function plainCall(route: PublishedRoute, references: References, whose: keyof Reference = 'nobodys'): ApiCall {
  const { query = {}, body } = caseOf(route);
  const ids: Readonly<Record<string, string>> = {
    ...SHARED,
    eventId: references.event[0]![whose],
    artifactId: references.artifact[0]![whose],
    markerId: 'm1',
    factId: references.fact[0]!.nobodys,
    entryId: references.entry[0]!.nobodys,
    keyId: references.key[0]!.nobodys,
    erasureId: references.event[0]!.nobodys,
    holdId: references.event[0]!.nobodys,
    tenant: references.tenant[0]!.nobodys,
  };
  return {
    route,
    params: Object.fromEntries(route.parameters.map((name) => [name, ids[name] ?? missing(name)])),
    query,
    headers: {},
    ...(route.body && { body: body ? body(++turn) : route.body.example }),
  };
}

function missing(name: string): never {
  throw new Error(`Which ${name} does a request name? Say so in e2e/isolation/attacks.ts.`);
}

/** Number of the owner's references that attacks name: all, or the first of each kind in each place and field. */
export type Breadth = 'all' | 'one of a kind';

/**
 * Builds attacks with the owner's references in every string of a request that can name one, in places that both
 * tenants have and in the owner's own.
 */
export function attacksOf(route: PublishedRoute, references: References, breadth: Breadth = 'all'): Attack[] {
  const most = breadth === 'all' ? Infinity : 1;
  const places: readonly Place[] = [
    { name: 'in a place that both have', references: {} },
    { name: "in the owner's session", references: { session: references.session[0]! } },
    { name: "in the owner's space", references: { space: references.space[0]! } },
  ];
  const fields = route.fields.filter(({ part, path }) => part !== 'path' || !(path[0]! in SHARED));
  return places
    .filter((place) => Object.keys(place.references).every((name) => route.parameters.includes(name)))
    .flatMap((place) => {
      const isElsewhere = Object.keys(place.references).length > 0;
      const named = fields.flatMap((field) =>
        kindsOf(field, references).flatMap((kind) => references[kind].slice(0, most).map((one): Named => ({ field, kind, one }))),
      );
      const bare = isElsewhere ? [attackOf(route, references, place)] : [];
      return [...bare, ...named.map((one) => attackOf(route, references, place, one))];
    });
}

interface Named {
  readonly field: Field;
  readonly kind: string;
  readonly one: Reference;
}

function attackOf(route: PublishedRoute, references: References, place: Place, named?: Named): Attack {
  const asked = [...Object.values(place.references), ...(named ? [named.one] : [])];
  const callWith = (side: keyof Reference): ApiCall => {
    const plain = plainCall(route, references);
    const params = { ...plain.params, ...Object.fromEntries(Object.entries(place.references).map(([name, one]) => [name, one[side]])) };
    return named ? withNamed({ ...plain, params }, named.field, named.one[side]) : { ...plain, params };
  };
  const what = named ? `, ${named.kind} as ${named.field.part} ${named.field.path.join('.')}` : '';
  return { name: `${route.id} ${place.name}${what}`, mine: callWith('mine'), nobodys: callWith('nobodys'), asked };
}

function withNamed(call: ApiCall, { part, path }: Field, text: string): ApiCall {
  if (part === 'path') return { ...call, params: { ...call.params, [path[0]!]: text } };
  if (part === 'query') return { ...call, query: { ...call.query, [path[0]!]: text } };
  if (part === 'header') return { ...call, headers: { ...call.headers, [path[0]!]: text } };
  return { ...call, body: withString(call.route.body!.schema, withCompany(call.body, path), path, text) };
}

/**
 * Adds the fields that an event must have together although no schema says so. An erasure or a hold keeps just one
 * target.
 */
function withCompany(body: unknown, path: readonly string[]): unknown {
  const { events, space, session, ...rest } = body as { events?: readonly object[]; space?: string; session?: string };
  if (space !== undefined && session !== undefined)
    return path[0] === 'tenant' ? rest : ['eventIds', 'subject'].includes(path[0]!) ? { space, ...rest } : body;
  if (!events) return body;
  if (path[0] === 'source') return { events: [{ ...events[0], sequence: 1 }] };
  if (path.includes('thinking')) return { events: [{ ...events[0], kind: 'thinking', thinking: { vendor: 'google', redacted: 'seal' } }] };
  if (path.includes('pin')) return { events: [{ ...events[0], kind: 'system_note' }] };
  return path.includes('call') ? { events: [{ ...events[0], kind: 'tool_call', call: { id: 'c', name: 'look' } }] } : body;
}

/** Sets the version of the session on which a task state is written. */
export async function withVersion(call: ApiCall, { send }: Tenant): Promise<ApiCall> {
  if (call.route.id !== 'putTaskState') return call;
  const { space, session } = call.params;
  const { state } = await send('GET', `/v1/spaces/${space}/sessions/${session}/task-state`).catch(() => ({ state: null }));
  return { ...call, body: { ...(call.body as object), expectedVersion: state?.version ?? 0 } };
}
