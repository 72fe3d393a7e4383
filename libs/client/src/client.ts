import type { BodyWire, ReplyWire, RouteId } from '@total-recall/contracts';
import type { JsonCall, Paging } from './json-call.ts';
import { createSpaceClient, type SpaceClient } from './space-client.ts';
import { createTransport, type CallInput, type ClientOptions } from './transport.ts';

export interface Client {
  readonly call: JsonCall;
  space(space: string): SpaceClient;
  spaces(query?: Paging<'listSpaces'>): Promise<ReplyWire<'listSpaces'>>;
  /** The declarations of `recall` and `update_task_state` to hand to a model. */
  tools(): Promise<ReplyWire<'getTools'>>;
  tenant(): Promise<ReplyWire<'getTenant'>>;
  keys(): Promise<ReplyWire<'listKeys'>>;
  createKey(key: BodyWire<'createKey'>): Promise<ReplyWire<'createKey'>>;
  revokeKey(keyId: string): Promise<ReplyWire<'revokeKey'>>;
  audit(query?: Paging<'listAudit'>): Promise<ReplyWire<'listAudit'>>;
  policy(): Promise<ReplyWire<'getTenantPolicy'>>;
  setPolicy(settings: BodyWire<'putTenantPolicy'>): Promise<ReplyWire<'putTenantPolicy'>>;
}

/**
 * A client of a Total Recall service.
 *
 * Retryable errors are tried again with back-off; appends get an Idempotency-Key of their own, so that a retry stores nothing
 * twice. Rejects with `TotalRecallApiError` (what the service answered) or `TotalRecallConnectionError` (no answer came).
 */
export function createClient(options: ClientOptions): Client {
  const transport = createTransport(options);
  const call: JsonCall = async <K extends RouteId>(routeId: K, input: CallInput) =>
    (await (await transport(routeId, input)).json()) as ReplyWire<K>;
  return {
    call,
    space: (space) => createSpaceClient(call, transport, space),
    spaces: (query = {}) => call('listSpaces', { query }),
    tools: () => call('getTools', {}),
    tenant: () => call('getTenant', {}),
    keys: () => call('listKeys', {}),
    createKey: (body) => call('createKey', { body }),
    revokeKey: (keyId) => call('revokeKey', { params: { keyId } }),
    audit: (query = {}) => call('listAudit', { query }),
    policy: () => call('getTenantPolicy', {}),
    setPolicy: (body) => call('putTenantPolicy', { body }),
  };
}
