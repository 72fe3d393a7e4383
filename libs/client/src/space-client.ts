import type { BodyWire, QueryWire, ReplyWire } from '@total-recall/contracts';
import type { JsonCall, Paging } from './json-call.ts';
import { createSessionClient, type SessionClient } from './session-client.ts';
import type { Transport } from './transport.ts';

export interface ArtifactDownload {
  readonly bytes: Uint8Array;
  readonly mime: string;
  /** Of the whole artifact, also where a range was read. */
  readonly sizeBytes: number;
}

/** One memory: recall, and everything that is read by id. */
export interface SpaceClient {
  session(session: string): SessionClient;
  /** Verbatim evidence for one query or several, under a token budget. */
  recall(query: string | BodyWire<'recall'>): Promise<ReplyWire<'recall'>>;
  sessions(query?: Paging<'listSessions'>): Promise<ReplyWire<'listSessions'>>;
  event(eventId: string): Promise<ReplyWire<'getEvent'>>;
  /** An artifact, or its bytes from `from` to before `to`. */
  artifact(artifactId: string, range?: { readonly from: number; readonly to?: number }): Promise<ArtifactDownload>;
  markers(query?: Paging<'listMarkers'>): Promise<ReplyWire<'listMarkers'>>;
  retrievals(query?: Paging<'listRetrievals'>): Promise<ReplyWire<'listRetrievals'>>;
  /** How recall is used: pull frequency, escalations, evidence used. */
  demand(query?: Partial<QueryWire<'getDemand'>>): Promise<ReplyWire<'getDemand'>>;
  policy(): Promise<ReplyWire<'getSpacePolicy'>>;
  setPolicy(settings: BodyWire<'putSpacePolicy'>): Promise<ReplyWire<'putSpacePolicy'>>;
}

export function createSpaceClient(call: JsonCall, transport: Transport, space: string): SpaceClient {
  const params = { space };
  return {
    session: (session) => createSessionClient(call, { space, session }),
    recall: (query) => call('recall', { params, body: typeof query === 'string' ? { query } : query }),
    sessions: (query = {}) => call('listSessions', { params, query }),
    event: (eventId) => call('getEvent', { params: { space, eventId } }),
    async artifact(artifactId, range) {
      const header = range && `bytes=${range.from}-${range.to === undefined ? '' : range.to - 1}`;
      const response = await transport('getArtifact', { params: { space, artifactId }, headers: { Range: header } });
      const bytes = new Uint8Array(await response.arrayBuffer());
      const whole = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1];
      return {
        bytes,
        mime: response.headers.get('content-type') ?? 'application/octet-stream',
        sizeBytes: whole === undefined ? bytes.length : Number(whole),
      };
    },
    markers: (query = {}) => call('listMarkers', { params, query }),
    retrievals: (query = {}) => call('listRetrievals', { params, query }),
    demand: (query = {}) => call('getDemand', { params, query }),
    policy: () => call('getSpacePolicy', { params }),
    setPolicy: (body) => call('putSpacePolicy', { params, body }),
  };
}
