/** A running service with its data, and keys of every sort. */
export interface BadInputWorld {
  readonly url: string;
  readonly keys: {
    /** Key of tenant `acme` with every scope. */
    readonly full: string;
    readonly read: string;
    /** Key with every scope, bound to the space `demo`. */
    readonly bound: string;
    readonly expired: string;
    readonly revoked: string;
    /** Key of tenant `other` with every scope. */
    readonly other: string;
  };
  /** Ids in tenant `acme`, space `demo`, session `s1`. */
  readonly eventId: string;
  readonly artifactId: string;
  /** Ids in tenant `other`, with the same names of space and session. */
  readonly otherEventId: string;
  readonly otherArtifactId: string;
  readonly bodyLimit: number;
}

export interface BadInputCase {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly key?: keyof BadInputWorld['keys'] | { readonly header: string | undefined };
  readonly headers?: Readonly<Record<string, string>>;
  /** Body of the request. Bytes and text are sent as they are, anything else as JSON. */
  readonly body?: unknown;
  readonly status: number;
  readonly code: string;
  /** Beginning of what is said about it. */
  readonly says?: string;
}

const EVENTS = '/v1/spaces/demo/sessions/s1/events';
const RECALL = '/v1/spaces/demo/recall';
const message = { kind: 'user_message', text: 'PAYLOAD-THAT-MUST-NOT-STAY' };
const many = (count: number) => Array.from({ length: count }, () => message);

/** Strings with a meaning to an engine, a shell, a path, a template or a terminal. */
export const INJECTIONS = [
  `'; DROP TABLE events; --`,
  `" OR 1=1 --`,
  `x' UNION SELECT secret_hash FROM api_keys --`,
  '{"$gt":""}',
  '*) OR (tenant:other',
  'NEAR(a b) AND text:*',
  '../../../../etc/passwd',
  '..%2f..%2f',
  '${jndi:ldap://x}',
  '$(touch /tmp/x)',
  '<script>alert(1)</script>',
  'a\u0000b',
  'other/demo/s1',
  '\u202Eevil',
  '\r\nX-Injected: 1',
  '%00',
  'a/../../b',
  'x'.repeat(200),
] as const;

function transport(world: BadInputWorld): BadInputCase[] {
  const json = { 'Content-Type': 'application/json' };
  const post = (name: string, body: unknown, status: number, code: string, headers: Record<string, string> = json): BadInputCase => ({
    name,
    method: 'POST',
    path: EVENTS,
    body,
    status,
    code,
    headers,
  });
  const deep = `{"events":[{"kind":"user_message","text":"x","meta":{"extra":${'{"a":'.repeat(40)}1${'}'.repeat(40)}}}]}`;
  return [
    post('a body over the limit', Buffer.alloc(world.bodyLimit + 1, 0x20), 413, 'payload_too_large'),
    post('a body far over the limit', Buffer.alloc(world.bodyLimit * 2, 0x20), 413, 'payload_too_large'),
    post(
      'bytes that are not UTF-8',
      Buffer.concat([Buffer.from('{"events":[{"kind":"user_message","text":"'), Buffer.from([0xc3, 0x28, 0xff]), Buffer.from('"}]}')]),
      400,
      'invalid_utf8',
    ),
    post('half of a surrogate pair', '{"events":[{"kind":"user_message","text":"\\ud83d"}]}', 400, 'invalid_request'),
    post('deep JSON', deep, 400, 'json_too_deep'),
    post('very deep JSON', '['.repeat(100_000), 400, 'json_too_deep'),
    post('text that is no JSON', '{"events": [PAYLOAD-THAT-MUST-NOT-STAY', 400, 'invalid_json'),
    post('an empty body', '', 400, 'invalid_request'),
    post('a form', 'a=b', 415, 'unsupported_media_type', { 'Content-Type': 'application/x-www-form-urlencoded' }),
    post('another character set', '{}', 415, 'unsupported_media_type', { 'Content-Type': 'application/json; charset=utf-16' }),
    post('a compressed body', '{}', 415, 'unsupported_media_type', { ...json, 'Content-Encoding': 'gzip' }),
    { name: 'a method that the path does not take', method: 'PATCH', path: EVENTS, status: 405, code: 'method_not_allowed' },
    { name: 'a path that is none', method: 'GET', path: '/v2/everything', status: 404, code: 'not_found' },
    { name: 'a broken percent encoding', method: 'GET', path: '/v1/spaces/%E0%A4%A/sessions', status: 400, code: 'invalid_request' },
  ];
}

function credentials(): BadInputCase[] {
  const get = (
    name: string,
    key: BadInputCase['key'],
    status: number,
    code: string,
    path = '/v1/spaces/demo/sessions/s1/events',
  ): BadInputCase => ({ name, method: 'GET', path, key, status, code });
  const none = `Bearer tr_${'0'.repeat(16)}_${'A'.repeat(43)}`;
  const write = (name: string, key: BadInputCase['key'], status: number, code: string, path = EVENTS): BadInputCase => ({
    name,
    method: 'POST',
    path,
    key,
    body: { events: [message] },
    status,
    code,
  });
  return [
    get('no key', { header: undefined }, 401, 'unauthenticated'),
    get('a key of another form', { header: 'Bearer letmein' }, 401, 'unauthenticated'),
    get('basic credentials', { header: 'Basic YTpi' }, 401, 'unauthenticated'),
    get('a key that was never made', { header: none }, 401, 'unauthenticated'),
    get('an expired key', 'expired', 401, 'key_expired'),
    get('a revoked key', 'revoked', 401, 'key_revoked'),
    write('writing with an expired key', 'expired', 401, 'key_expired'),
    write('writing with a revoked key', 'revoked', 401, 'key_revoked'),
    write('writing with a key that only reads', 'read', 403, 'forbidden'),
    get('administration with a key that only reads', 'read', 403, 'forbidden', '/v1/keys'),
    get('another space than the key is bound to', 'bound', 403, 'forbidden', '/v1/spaces/private/sessions'),
    write('writing to another space than the key is bound to', 'bound', 403, 'forbidden', '/v1/spaces/private/sessions/s1/events'),
    {
      name: 'a stronger key made by a bound one',
      method: 'POST',
      path: '/v1/keys',
      key: 'bound',
      body: { name: 'up', scopes: ['admin'] },
      status: 403,
      code: 'forbidden',
    },
    get('tenants without an operator key', 'full', 403, 'forbidden', '/v1/admin/tenants'),
  ];
}

function events(): BadInputCase[] {
  const append = (name: string, body: unknown, code: string, status = 400, headers: Record<string, string> = {}): BadInputCase => ({
    name,
    method: 'POST',
    path: EVENTS,
    body,
    status,
    code,
    headers,
  });
  const one = (event: object, more: object = {}) => ({ events: [{ ...message, ...event }], ...more });
  return [
    append('an unknown kind', one({ kind: 'gossip' }), 'unknown_kind'),
    append('a kind of the service', one({ kind: 'compaction' }), 'reserved_kind'),
    append('a task state among events', one({ kind: 'task_state' }), 'reserved_kind'),
    append('a kind that is a number', one({ kind: 3 }), 'invalid_request'),
    append('a text that is an array', one({ text: ['x'] }), 'invalid_request'),
    append('events that are an object', { events: message }, 'invalid_request'),
    append('a body that is a list', [message], 'invalid_request'),
    append('a null event', { events: [null] }, 'invalid_request'),
    append('a tenant in the body', one({}, { tenant: 'other' }), 'invalid_request'),
    append('a tenant in the event', one({ tenant: 'other' }), 'invalid_request'),
    append('an id of the callers own', one({ id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }), 'invalid_request'),
    append('a prototype', '{"events":[{"kind":"user_message","text":"x","__proto__":{"kind":"compaction"}}]}', 'invalid_request'),
    append('too many events', { events: many(501) }, 'batch_too_large', 413),
    append('no events', { events: [] }, 'invalid_request'),
    append('an event that holds nothing', { events: [{ kind: 'user_message' }] }, 'invalid_request'),
    append('a result without its call', one({ kind: 'tool_result' }), 'invalid_request'),
    append('a time that is none', one({ occurredAt: 'soon' }), 'invalid_request'),
    append('a time in the year 100000', one({ occurredAt: 3e15 }), 'invalid_request'),
    append('too many tags', one({ meta: { tags: Array.from({ length: 33 }, (_, at) => `t${at}`) } }), 'invalid_request'),
    append('base64 that is none', one({ attachments: [{ mime: 'image/png', data: 'not base64!' }] }), 'invalid_request'),
    append('a header in a media type', one({ attachments: [{ mime: 'text/html\r\nSet-Cookie: a=b', data: '' }] }), 'invalid_request'),
    append('a sequence without a source', one({ sequence: 1 }), 'invalid_request'),
    append('a sequence of nought', one({ sequence: 0 }, { source: 'w' }), 'invalid_request'),
    append('a sequence of a fraction', one({ sequence: 1.5 }, { source: 'w' }), 'invalid_request'),
    append('a sequence beyond counting', one({ sequence: 2 ** 60 }, { source: 'w' }), 'invalid_request'),
    append(
      'the same sequence twice',
      {
        source: 'w',
        events: [
          { ...message, sequence: 900 },
          { ...message, sequence: 900 },
        ],
      },
      'duplicate_event',
      409,
    ),
    append('a source that is a path', one({ sequence: 1 }, { source: '../../log' }), 'invalid_name'),
    append('an idempotency key beside a source', one({ sequence: 1 }, { source: 'w' }), 'invalid_request', 400, { 'Idempotency-Key': 'k' }),
    append('an idempotency key with a space', one({}), 'invalid_request', 400, { 'Idempotency-Key': 'a b' }),
    append('an idempotency key without end', one({}), 'invalid_request', 400, { 'Idempotency-Key': 'k'.repeat(300) }),
  ];
}

function reads(world: BadInputWorld): BadInputCase[] {
  const get = (name: string, path: string, code: string, status = 400): BadInputCase => ({ name, method: 'GET', path, status, code });
  const artifact = (id: string) => `/v1/spaces/demo/artifacts/${encodeURIComponent(id)}`;
  return [
    get('another tenants event', `/v1/spaces/demo/events/${world.otherEventId}`, 'not_found', 404),
    get('another tenants artifact', artifact(world.otherArtifactId), 'not_found', 404),
    get('an event that is not there', '/v1/spaces/demo/events/01ARZ3NDEKTSV4RRFFQ69G5FZZ', 'not_found', 404),
    get('an event of another space', `/v1/spaces/elsewhere/events/${world.eventId}`, 'not_found', 404),
    get('an artifact of another space', `/v1/spaces/elsewhere/artifacts/${world.artifactId}`, 'not_found', 404),
    get('a path in an artifact id', artifact('../../keys.db'), 'invalid_artifact_id'),
    get('an encoded path in an artifact id', artifact('art_..%2f..%2f..%2fcontrol.db'), 'invalid_artifact_id'),
    get('a null byte in an artifact id', artifact(`art_${'0'.repeat(31)}\u0000`), 'invalid_artifact_id'),
    get('an upper-case artifact id', artifact(world.artifactId.toUpperCase()), 'invalid_artifact_id'),
    {
      name: 'a range outside the artifact',
      method: 'GET',
      path: artifact(world.artifactId),
      headers: { Range: 'bytes=99999999-' },
      status: 416,
      code: 'range_not_satisfiable',
    },
    get('a page that is too long', `${EVENTS}?limit=501`, 'invalid_request'),
    get('a page of nothing', `${EVENTS}?limit=0`, 'invalid_request'),
    get('a limit that is a word', `${EVENTS}?limit=all`, 'invalid_request'),
    get('a limit given twice', `${EVENTS}?limit=1&limit=2`, 'invalid_request'),
    get('an unknown question', `${EVENTS}?where=1`, 'invalid_request'),
    get('a cursor of the callers own', '/v1/spaces/demo/sessions?cursor=***', 'invalid_cursor'),
    get('a cursor that was never given', '/v1/spaces/demo/sessions?cursor=bm90IG91cnM', 'invalid_cursor'),
    get('an id that is none', '/v1/spaces/demo/events/latest', 'invalid_request'),
    get('a marker that is none', '/v1/spaces/demo/sessions/s1/markers/..%2fm1/manifest', 'invalid_request'),
    get('a marker that is not there', '/v1/spaces/demo/sessions/s1/markers/m999/manifest', 'not_found', 404),
  ];
}

function questions(world: BadInputWorld): BadInputCase[] {
  const post = (name: string, path: string, body: unknown, code: string, status = 400): BadInputCase => ({
    name,
    method: 'POST',
    path,
    body,
    status,
    code,
  });
  return [
    post('a recall of nothing', RECALL, {}, 'invalid_request'),
    post('a recall of too much', RECALL, { query: 'x'.repeat(8_193) }, 'invalid_request'),
    post('a budget that no answer keeps', RECALL, { query: 'x', budgetTokens: 63 }, 'invalid_request'),
    {
      ...post('arguments of a model that name no query', RECALL, { arguments: '{"queries":[]}' }, 'invalid_request'),
      says: 'queries: must not be empty',
    },
    {
      ...post(
        'arguments of a model with a bound that is no time',
        RECALL,
        { arguments: '{"query":"x","fromTime":"soon"}' },
        'invalid_request',
      ),
      says: 'fromTime: must be a time',
    },
    {
      ...post('a bound that is no time', RECALL, { query: 'x', scope: { fromTime: 'soon' } }, 'invalid_request'),
      says: 'body.scope.fromTime: must be a time',
    },
    post('too many queries', RECALL, { queries: Array.from({ length: 9 }, () => 'x') }, 'invalid_request'),
    post('an unknown kind in a scope', RECALL, { query: 'x', scope: { kinds: ['gossip'] } }, 'unknown_kind'),
    post('a position of the callers own', RECALL, { query: 'x', after: "g1.0.1' OR 1=1" }, 'invalid_position'),
    post('a bare position', RECALL, { query: 'x', after: 'g1.0.1' }, 'invalid_position'),
    post('a position that nobody was given', RECALL, { query: 'x', after: `p${'A'.repeat(22)}` }, 'invalid_position'),
    post('ends that nobody was given', RECALL, { query: 'x', after: `c${'A'.repeat(60)}` }, 'invalid_position'),
    post('an unknown granularity', RECALL, { query: 'x', granularity: 'cosmic' }, 'invalid_request'),
    post('a tenant in a recall', RECALL, { query: 'x', tenant: 'other' }, 'invalid_request'),
    post('a window of a negative size', '/v1/spaces/demo/sessions/s1/window', { windowTokens: -1 }, 'invalid_request'),
    post('a window in an unknown format', '/v1/spaces/demo/sessions/s1/window', { format: 'xml' }, 'invalid_request'),
    post('an unknown compaction trigger', '/v1/spaces/demo/sessions/s1/compact', { trigger: 'threshold' }, 'invalid_request'),
    {
      name: 'a task state with an artifact that is a path',
      method: 'PUT',
      path: '/v1/spaces/demo/sessions/s1/task-state',
      body: { expectedVersion: 0, fields: { keyArtifacts: ['../../etc/passwd'] } },
      status: 400,
      code: 'invalid_artifact_id',
    },
    {
      name: 'a task state that saw a version which is none',
      method: 'PUT',
      path: '/v1/spaces/demo/sessions/s1/task-state',
      body: { expectedVersion: 'latest', fields: {} },
      status: 400,
      code: 'invalid_request',
    },
    {
      name: 'a key of another tenant',
      method: 'DELETE',
      path: `/v1/keys/${world.keys.other.split('_')[1]}`,
      status: 404,
      code: 'not_found',
    },
    post('an import of an unknown format', '/v1/spaces/demo/sessions/s1/import?format=klingon', 'x', 'invalid_request'),
    post('an import of no session', '/v1/spaces/demo/sessions/s1/import', Buffer.from([0, 1, 2, 255]), 'invalid_request'),
  ];
}

function policies(): BadInputCase[] {
  return [
    {
      name: 'a policy that cannot hold',
      method: 'PUT',
      path: '/v1/spaces/demo/policy',
      body: { windowTokens: 4_000, headroomTokens: 4_000 },
      status: 400,
      code: 'invalid_policy',
    },
    { name: 'a parameter given twice', method: 'GET', path: '/v1/spaces?limit=1&limit=2', status: 400, code: 'invalid_request' },
    {
      name: 'a schema with a pattern that would not come to an end',
      method: 'PUT',
      path: '/v1/spaces/demo/policy',
      body: { taskStateExtensions: { x: { type: 'string', pattern: '(a+)+$' } } },
      status: 400,
      code: 'invalid_policy',
    },
    {
      name: 'a schema inside itself',
      method: 'PUT',
      path: '/v1/spaces/demo/policy',
      body: { taskStateExtensions: { x: { $ref: '#/$defs/a', $defs: { a: { type: 'array', items: { $ref: '#/$defs/a' } } } } } },
      status: 400,
      code: 'invalid_policy',
    },
    {
      name: 'an unknown family',
      method: 'PUT',
      path: '/v1/spaces/demo/policy',
      body: { family: 'klingon' },
      status: 422,
      code: 'unsupported_family',
    },
    {
      name: 'a policy that is not one',
      method: 'PUT',
      path: '/v1/policy',
      body: { windowTokens: '32k' },
      status: 400,
      code: 'invalid_request',
    },
  ];
}

/** Builds cases that put every hostile string into every name that reaches a path, a query or a filter. */
function names(): BadInputCase[] {
  return INJECTIONS.flatMap((text, at) => {
    const id = encodeURIComponent(text);
    const post = (where: string, path: string, body: unknown): BadInputCase => ({
      name: `injection ${at} in ${where}`,
      method: 'POST',
      path,
      body,
      status: 400,
      code: 'invalid_name',
    });
    return [
      { name: `injection ${at} in a space`, method: 'GET', path: `/v1/spaces/${id}/sessions`, status: 400, code: 'invalid_name' },
      post('a session', `/v1/spaces/demo/sessions/${id}/events`, { events: [message] }),
      post('a source', EVENTS, { source: text, events: [{ ...message, sequence: 1 }] }),
      post('the asking session', RECALL, { query: 'x', session: text }),
      post('the sessions of a scope', RECALL, { query: 'x', scope: { sessions: [text] } }),
      {
        name: `injection ${at} in a filter`,
        method: 'GET',
        path: `/v1/spaces/demo/markers?session=${id}`,
        status: 400,
        code: 'invalid_name',
      },
    ];
  });
}

export function badInputCases(world: BadInputWorld): BadInputCase[] {
  return [...transport(world), ...credentials(), ...events(), ...reads(world), ...questions(world), ...policies(), ...names()];
}
