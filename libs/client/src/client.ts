import type { BodyWire, CallOptions, JsonCall, Paging, ReplyWire } from './calls/json-call.ts';
import { readJson } from './calls/read-problem.ts';
import { createSessions } from './clients/sessions.ts';
import { createSpaceClient, type SpaceClient } from './clients/space-client.ts';
import { createToolNames } from './tools/tool-names.ts';
import { createTransport, type CallInput, type ClientOptions } from './calls/transport.ts';
import { BYTES_ROUTES, type JsonRouteId } from './wire/wire-routes.ts';

export interface Client {
  readonly call: JsonCall;
  space(space: string): SpaceClient;
  spaces(query?: Paging<'listSpaces'>, options?: CallOptions): Promise<ReplyWire<'listSpaces'>>;
  /** Returns the declarations of the tools that a window brings along, to hand to a model. */
  tools(options?: CallOptions): Promise<ReplyWire<'getTools'>>;
  tenant(options?: CallOptions): Promise<ReplyWire<'getTenant'>>;
  keys(options?: CallOptions): Promise<ReplyWire<'listKeys'>>;
  createKey(key: BodyWire<'createKey'>, options?: CallOptions): Promise<ReplyWire<'createKey'>>;
  /** With `keepAdmin`, rejects with the code `last_admin_key` where no admin key of the tenant would be left. */
  revokeKey(keyId: string, options?: CallOptions & { readonly keepAdmin?: boolean }): Promise<ReplyWire<'revokeKey'>>;
  /**
   * Replaces the secret of the client's own key, or of a key created with it, and returns the new text. This client
   * keeps using the old one.
   */
  rotateKey(keyId: string, options?: CallOptions): Promise<ReplyWire<'rotateKey'>>;
  /** This and the other calls that concern several tenants need an operator key. */
  tenants(options?: CallOptions): Promise<ReplyWire<'listTenants'>>;
  createTenant(tenant: BodyWire<'createTenant'>, options?: CallOptions): Promise<ReplyWire<'createTenant'>>;
  changeTenant(tenant: string, changes: BodyWire<'changeTenant'>, options?: CallOptions): Promise<ReplyWire<'changeTenant'>>;
  /** Erases everything of a tenant; `confirm` repeats its id. With `dryRun` it only reports what would be erased. */
  removeTenant(tenant: string, removal: BodyWire<'removeTenant'>, options?: CallOptions): Promise<ReplyWire<'removeTenant'>>;
  audit(query?: Paging<'listAudit'>, options?: CallOptions): Promise<ReplyWire<'listAudit'>>;
  /**
   * Reads the audit from its beginning, with its chains and, on the last page, their ends. Needs a key with the scope
   * `audit`.
   */
  exportAudit(query?: Paging<'exportAudit'>, options?: CallOptions): Promise<ReplyWire<'exportAudit'>>;
  /**
   * Erases the named data for good; with `dryRun` it only reports what would be erased. Needs a key with the scope
   * `erase`.
   */
  erase(what: BodyWire<'erase'>, options?: CallOptions): Promise<ReplyWire<'erase'>>;
  erasures(query?: { limit?: string }, options?: CallOptions): Promise<ReplyWire<'listErasures'>>;
  /** Returns one erasure, with its certificate once it is done. */
  erasure(erasureId: string, options?: CallOptions): Promise<ReplyWire<'getErasure'>>;
  certificateKey(options?: CallOptions): Promise<ReplyWire<'getCertificateKey'>>;
  /**
   * Returns data past its age by policy, which the next sweep will erase. Changes nothing. Needs a key with the scope
   * `erase`.
   */
  expired(query?: { space?: string }, options?: CallOptions): Promise<ReplyWire<'getExpired'>>;
  /**
   * Protects the named data from erasure and retention until the hold is released. Needs a key with the scope `hold`,
   * like all calls about holds.
   */
  placeHold(what: BodyWire<'placeHold'>, options?: CallOptions): Promise<ReplyWire<'placeHold'>>;
  releaseHold(holdId: string, why?: BodyWire<'releaseHold'>, options?: CallOptions): Promise<ReplyWire<'releaseHold'>>;
  /** Returns standing holds; with `released: 'true'` the released ones too. */
  holds(query?: { limit?: string; released?: 'true' | 'false' }, options?: CallOptions): Promise<ReplyWire<'listHolds'>>;
  hold(holdId: string, options?: CallOptions): Promise<ReplyWire<'getHold'>>;
  policy(options?: CallOptions): Promise<ReplyWire<'getTenantPolicy'>>;
  setPolicy(settings: BodyWire<'putTenantPolicy'>, options?: CallOptions): Promise<ReplyWire<'putTenantPolicy'>>;
}

/**
 * Creates a client of a Total Recall service.
 *
 * Retryable errors are retried with back-off. Every append gets an Idempotency-Key, so that a retry stores nothing
 * twice. Every call takes a signal and a timeout. Rejects with `TotalRecallApiError` (the service answered with an
 * error), `TotalRecallConnectionError` (no answer came) or the reason of the signal.
 */
export function createClient(options: ClientOptions): Client {
  checkOptions(options);
  const transport = createTransport(options);
  const names = createToolNames();
  const call: JsonCall = async <K extends JsonRouteId>(routeId: K, input: CallInput) => {
    if ((BYTES_ROUTES as readonly string[]).includes(routeId))
      throw new TypeError(`call reads JSON, and ${routeId} answers with bytes: take client.space(name).artifact(id).`);
    return readJson(await transport(routeId, input)) as ReplyWire<K>;
  };
  const openSession = createSessions(call, names);
  return {
    call,
    space: (space) => createSpaceClient(call, transport, openSession, space),
    spaces: (query = {}, given) => call('listSpaces', { query, ...given }),
    tools: (given) => call('getTools', { ...given }),
    tenant: (given) => call('getTenant', { ...given }),
    keys: (given) => call('listKeys', { ...given }),
    createKey: (body, given) => call('createKey', { body, ...given }),
    revokeKey: (keyId, { keepAdmin = false, ...given } = {}) =>
      call('revokeKey', { params: { keyId }, ...(keepAdmin && { query: { keepAdmin: 'true' } }), ...given }),
    rotateKey: (keyId, given) => call('rotateKey', { params: { keyId }, ...given }),
    tenants: (given) => call('listTenants', { ...given }),
    createTenant: (body, given) => call('createTenant', { body, ...given }),
    changeTenant: (tenant, body, given) => call('changeTenant', { params: { tenant }, body, ...given }),
    removeTenant: (tenant, body, given) => call('removeTenant', { params: { tenant }, body, ...given }),
    audit: (query = {}, given) => call('listAudit', { query, ...given }),
    exportAudit: (query = {}, given) => call('exportAudit', { query, ...given }),
    erase: (body, given) => call('erase', { body, ...given }),
    erasures: (query = {}, given) => call('listErasures', { query, ...given }),
    erasure: (erasureId, given) => call('getErasure', { params: { erasureId }, ...given }),
    certificateKey: (given) => call('getCertificateKey', { ...given }),
    expired: (query = {}, given) => call('getExpired', { query, ...given }),
    placeHold: (body, given) => call('placeHold', { body, ...given }),
    releaseHold: (holdId, body = {}, given) => call('releaseHold', { params: { holdId }, body, ...given }),
    holds: (query = {}, given) => call('listHolds', { query, ...given }),
    hold: (holdId, given) => call('getHold', { params: { holdId }, ...given }),
    policy: (given) => call('getTenantPolicy', { ...given }),
    setPolicy: (body, given) => call('putTenantPolicy', { body, ...given }),
  };
}

/**
 * Throws for missing options. An unset environment variable is the usual mistake; without this check it would show only
 * as a failed call later.
 */
function checkOptions(options: Partial<ClientOptions> | undefined): void {
  const { url, apiKey } = options ?? {};
  if (url === undefined || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new TypeError(`createClient needs the url of the service, such as http://127.0.0.1:8420; it got ${String(url)}.`);
  if (!apiKey) throw new TypeError('createClient needs an apiKey; the first start of the service prints one (tr_...).');
  if (!/^[\x21-\x7e]+$/.test(apiKey.trim())) throw new TypeError('The apiKey of createClient has signs that no key has.');
}
