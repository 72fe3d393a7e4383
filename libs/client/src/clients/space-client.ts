import type { BodyWire, CallOptions, JsonCall, Paging, ReplyWire } from '../calls/json-call.ts';
import type { SessionClient } from './session-client.ts';
import type { OpenSession } from './sessions.ts';
import type { Transport } from '../calls/transport.ts';

export interface ArtifactDownload {
  readonly bytes: Uint8Array;
  readonly mime: string;
  /** Size of the whole artifact, also where only a range was read. */
  readonly sizeBytes: number;
}

export interface DecideOptions extends CallOptions {
  /** Generated where it is absent. The same key given again, as after a lost connection, decides nothing twice. */
  readonly idempotencyKey?: string;
}

const keyed = ({ idempotencyKey = crypto.randomUUID(), ...options }: DecideOptions = {}) => ({
  headers: { 'Idempotency-Key': idempotencyKey },
  ...options,
});

/** One memory: recall, and reads by id. */
export interface SpaceClient {
  /** Returns a session; the same object for a name that was lately asked for, so that what is kept by it is found again. */
  session(session: string): SessionClient;
  /** Returns verbatim evidence for one or several queries, under a token budget. */
  recall(query: string | BodyWire<'recall'>, options?: CallOptions): Promise<ReplyWire<'recall'>>;
  /** Reads an event or an artifact by lines or bytes, without an asking session. */
  open(ref: string | BodyWire<'open'>, options?: CallOptions): Promise<ReplyWire<'open'>>;
  sessions(query?: Paging<'listSessions'>, options?: CallOptions): Promise<ReplyWire<'listSessions'>>;
  /** Returns an event by its id, or by its place in `session`, such as e184. */
  event(eventId: string, options?: CallOptions & { readonly session?: string }): Promise<ReplyWire<'getEvent'>>;
  /** Downloads an artifact, or its bytes from `from` up to but not including `to`. */
  artifact(artifactId: string, range?: { readonly from: number; readonly to?: number }, options?: CallOptions): Promise<ArtifactDownload>;
  markers(query?: Paging<'listMarkers'>, options?: CallOptions): Promise<ReplyWire<'listMarkers'>>;
  retrievals(query?: Paging<'listRetrievals'>, options?: CallOptions): Promise<ReplyWire<'listRetrievals'>>;
  /** Returns figures on the use of recall: pull frequency, escalations, evidence used. */
  demand(query?: Paging<'getDemand'>, options?: CallOptions): Promise<ReplyWire<'getDemand'>>;
  /**
   * Keeps the facts that events since the last sweep state; sweeps come by themselves, this one at once. `hasMore` tells
   * that another call goes on.
   */
  consolidate(options?: CallOptions): Promise<ReplyWire<'consolidate'>>;
  /** Returns what is known, each fact with its evidence; with `history: 'true'` also what was replaced or withdrawn. */
  facts(query?: Paging<'listFacts'>, options?: CallOptions): Promise<ReplyWire<'listFacts'>>;
  /** Returns what is known about a subject, or about all: the current value of each attribute, then what was before. */
  profile(query?: Paging<'getProfile'>, options?: CallOptions): Promise<ReplyWire<'getProfile'>>;
  /** Writes a fact by hand; no sweep overrides it. Decisions carry an Idempotency-Key, so that a repeat decides nothing twice. */
  remember(fact: BodyWire<'rememberFact'>, options?: DecideOptions): Promise<ReplyWire<'rememberFact'>>;
  /** Replaces what a fact says; what it said stays in the history. */
  correct(factId: string, correction: BodyWire<'correctFact'>, options?: DecideOptions): Promise<ReplyWire<'correctFact'>>;
  /**
   * Withdraws a fact and keeps its evidence from recall, with `keepEvidence` only the fact; with `erase` the events that
   * state it are erased for good, which needs a key with the scope `erase`, too. `evidence` in the answer says which.
   */
  forget(factId: string, how?: BodyWire<'forgetFact'>, options?: DecideOptions): Promise<ReplyWire<'forgetFact'>>;
  /** Returns what was decided about facts, the latest first: ids, by whom and why; with `says: 'true'` what they say, too; of what is private to a person with their `subject`. */
  ledger(query?: Paging<'listLedger'>, options?: CallOptions): Promise<ReplyWire<'listLedger'>>;
  /** Undoes an entry of the ledger. Fails with `undo_refused` while later entries depend on it. */
  undo(entryId: string, why?: BodyWire<'undoEntry'>, options?: DecideOptions): Promise<ReplyWire<'undoEntry'>>;
  /** Returns how recall did, and which settings of policy should change. */
  reflection(query?: Paging<'getReflection'>, options?: CallOptions): Promise<ReplyWire<'getReflection'>>;
  /** Sets what a reflection proposes; `entryId` in the answer can be undone. What a person has set stays. */
  reflect(how?: BodyWire<'reflect'>, options?: DecideOptions): Promise<ReplyWire<'reflect'>>;
  /** Returns the facts that hold as a short page of Markdown, for a system prompt or a person; with those private to `subject`. */
  digest(options?: CallOptions & { readonly subject?: string }): Promise<ReplyWire<'getDigest'>>;
  /** Searches with `query`, else lists units: facts, episodes, topics and insights, each with the events it is made of. */
  units(query?: Paging<'listUnits'>, options?: CallOptions): Promise<ReplyWire<'listUnits'>>;
  policy(options?: CallOptions): Promise<ReplyWire<'getSpacePolicy'>>;
  setPolicy(settings: BodyWire<'putSpacePolicy'>, options?: CallOptions): Promise<ReplyWire<'putSpacePolicy'>>;
}

export function createSpaceClient(call: JsonCall, transport: Transport, openSession: OpenSession, space: string): SpaceClient {
  const params = { space };
  return {
    session: (session) => openSession(space, session),
    recall: (query, options) => call('recall', { params, body: typeof query === 'string' ? { query } : query, ...options }),
    open: (ref, options) => call('open', { params, body: typeof ref === 'string' ? { ref } : ref, ...options }),
    sessions: (query = {}, options) => call('listSessions', { params, query, ...options }),
    event: (eventId, { session, ...options } = {}) => call('getEvent', { params: { space, eventId }, query: { session }, ...options }),
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
    consolidate: (options) => call('consolidate', { params, ...options }),
    facts: (query = {}, options) => call('listFacts', { params, query, ...options }),
    profile: (query = {}, options) => call('getProfile', { params, query, ...options }),
    remember: (body, options) => call('rememberFact', { params, body, ...keyed(options) }),
    correct: (factId, body, options) => call('correctFact', { params: { space, factId }, body, ...keyed(options) }),
    forget: (factId, body = {}, options) => call('forgetFact', { params: { space, factId }, body, ...keyed(options) }),
    ledger: (query = {}, options) => call('listLedger', { params, query, ...options }),
    undo: (entryId, body = {}, options) => call('undoEntry', { params: { space, entryId }, body, ...keyed(options) }),
    reflection: (query = {}, options) => call('getReflection', { params, query, ...options }),
    reflect: (body = {}, options) => call('reflect', { params, body, ...keyed(options) }),
    digest: ({ subject, ...options } = {}) => call('getDigest', { params, query: { subject }, ...options }),
    units: (query = {}, options) => call('listUnits', { params, query, ...options }),
    policy: (options) => call('getSpacePolicy', { params, ...options }),
    setPolicy: (body, options) => call('putSpacePolicy', { params, body, ...options }),
  };
}
