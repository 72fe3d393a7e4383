import type { BodyWire, CallOptions, JsonCall, Paging, ReplyWire } from './json-call.ts';
import { createSessionClient, type SessionClient } from './session-client.ts';
import type { ToolNames } from './tool-names.ts';
import type { Transport } from './transport.ts';

export interface ArtifactDownload {
  readonly bytes: Uint8Array;
  readonly mime: string;
  /** Size of the whole artifact, also where only a range was read. */
  readonly sizeBytes: number;
}

/** One memory: recall, and reads by id. */
export interface SpaceClient {
  session(session: string): SessionClient;
  /** Returns verbatim evidence for one or several queries, under a token budget. */
  recall(query: string | BodyWire<'recall'>, options?: CallOptions): Promise<ReplyWire<'recall'>>;
  sessions(query?: Paging<'listSessions'>, options?: CallOptions): Promise<ReplyWire<'listSessions'>>;
  event(eventId: string, options?: CallOptions): Promise<ReplyWire<'getEvent'>>;
  /** Downloads an artifact, or its bytes from `from` up to but not including `to`. */
  artifact(artifactId: string, range?: { readonly from: number; readonly to?: number }, options?: CallOptions): Promise<ArtifactDownload>;
  markers(query?: Paging<'listMarkers'>, options?: CallOptions): Promise<ReplyWire<'listMarkers'>>;
  retrievals(query?: Paging<'listRetrievals'>, options?: CallOptions): Promise<ReplyWire<'listRetrievals'>>;
  /** Returns figures on the use of recall: pull frequency, escalations, evidence used. */
  demand(query?: Paging<'getDemand'>, options?: CallOptions): Promise<ReplyWire<'getDemand'>>;
  policy(options?: CallOptions): Promise<ReplyWire<'getSpacePolicy'>>;
  setPolicy(settings: BodyWire<'putSpacePolicy'>, options?: CallOptions): Promise<ReplyWire<'putSpacePolicy'>>;
}

export function createSpaceClient(call: JsonCall, transport: Transport, names: ToolNames, space: string): SpaceClient {
  const params = { space };
  return {
    session: (session) => createSessionClient(call, names, { space, session }),
    recall: (query, options) => call('recall', { params, body: typeof query === 'string' ? { query } : query, ...options }),
    sessions: (query = {}, options) => call('listSessions', { params, query, ...options }),
    event: (eventId, options) => call('getEvent', { params: { space, eventId }, ...options }),
    async artifact(artifactId, range, options) {
      const header = range && `bytes=${range.from}-${range.to === undefined ? '' : range.to - 1}`;
      const input = { params: { space, artifactId }, headers: { Range: header }, ...options };
      const { headers, bytes } = await transport('getArtifact', input);
      const whole = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1];
      return {
        bytes,
        mime: headers.get('content-type') ?? 'application/octet-stream',
        sizeBytes: whole === undefined ? bytes.length : Number(whole),
      };
    },
    markers: (query = {}, options) => call('listMarkers', { params, query, ...options }),
    retrievals: (query = {}, options) => call('listRetrievals', { params, query, ...options }),
    demand: (query = {}, options) => call('getDemand', { params, query, ...options }),
    policy: (options) => call('getSpacePolicy', { params, ...options }),
    setPolicy: (body, options) => call('putSpacePolicy', { params, body, ...options }),
  };
}
