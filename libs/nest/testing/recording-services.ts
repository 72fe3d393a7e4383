import { resolvePolicy, type SessionPolicy } from '@total-recall/domain';
import type { AppendRequest, ArtifactContent, Ingest, Retriever } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';

export const EVENT_ID = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
export const ARTIFACT_ID = `art_${'a'.repeat(32)}`;
/** Pages of a session's events, of one event each. */
export const PAGES = 500;

export const POSITION = 'pAAAAAAAAAAAAAAAAAAAAAA';
export const AT = Date.UTC(2026, 5, 1, 12, 0, 0, 123);

export interface RecordingServices {
  readonly ingest: Ingest;
  readonly retriever: Retriever;
  readonly appended: AppendRequest[];
  /** All other calls: the name of the operation and its argument. */
  readonly calls: { readonly name: string; readonly argument: unknown }[];
  /** Each append waits for it when it is set; `waiting` counts the appends that have come so far. */
  gate?: Promise<void>;
  waiting: number;
}

/**
 * Creates ingest and retriever of the tenant `acme`. They record their calls and answer with fixed, complete shapes;
 * events have `eventText`.
 */
export function recordingServices(artifactBytes: Uint8Array, eventText = 'hello'): RecordingServices {
  const appended: AppendRequest[] = [];
  const calls: RecordingServices['calls'] = [];
  const services: RecordingServices = {
    appended,
    calls,
    waiting: 0,
    ingest: {
      async append(request) {
        services.waiting += 1;
        await services.gate;
        appended.push(request);
        return { events: request.events.map(() => ({ id: EVENT_ID, position: POSITION, outcome: 'ADD' as const })), position: POSITION };
      },
      updateTaskState: async (request) =>
        note('updateTaskState', request, { version: 1, premiseVersion: 0, eventId: EVENT_ID, position: POSITION }),
      compact: async (request) => note('compact', request, { kind: 'stopped' as const, reason: 'below_trigger' as const }),
      policy: async () => policy(),
    },
    retriever: retriever(note, artifactBytes, eventText),
  };
  function note<T>(name: string, argument: unknown, answer: T): T {
    calls.push({ name, argument });
    return answer;
  }
  return services;
}

function policy(): SessionPolicy {
  const resolved = resolvePolicy([]);
  if (resolved.kind === 'invalid') throw new Error('the default policy is invalid');
  return resolved.policy;
}

type Note = <T>(name: string, argument: unknown, answer: T) => T;

function retriever(note: Note, bytes: Uint8Array, eventText: string): Retriever {
  const { budgets } = policy();
  const summary = {
    tenant: 'acme',
    space: 'demo',
    session: 's1',
    offset: 7,
    events: 3,
    turn: 1,
    cycle: 0,
    markers: 0,
    firstAt: AT,
    lastAt: AT,
  };
  const missing = () => new TotalRecallError('not_found', 'There is no such thing in this space.');
  return {
    assembleWindow: async (request) =>
      note('assembleWindow', request, {
        windowId: EVENT_ID,
        position: POSITION,
        turn: 1,
        cycle: 0,
        blocks: [{ kind: 'event' as const, text: 'hello', tokens: 2, eventId: EVENT_ID, eventKind: 'user_message', turn: 1 }],
        tokens: { total: 2, sys: 0, task: 0, markers: 0, history: 2, tail: 2, knowledge: 0, pack: 0, user: 0 },
        budgets,
        taskStateStale: false,
        anatomy: anatomyOf(),
      }),
    open: async (request) =>
      note('open', request, {
        retrievalId: EVENT_ID,
        eventId: EVENT_ID,
        text: 'hello',
        rendered: 'hello',
        tokens: 1,
        budgetTokens: 100,
        fromByte: 0,
        toByte: 5,
        fromLine: 1,
        toLine: 1,
        totalBytes: 5,
        totalLines: 1,
        complete: true,
      }),
    recall: async (request) =>
      note('recall', request, {
        retrievalId: EVENT_ID,
        hits: [],
        passages: [],
        rendered: '',
        tokens: 0,
        budgetTokens: 100,
        signals: ['text' as const],
        confidence: 0,
        outcome: 'nothing_found' as const,
        granularity: 'local' as const,
        coveredTo: POSITION,
        completeness: null,
        tookMs: 1,
      }),
    prefetch: async (request) => note('prefetch', request, { result: 'started' as const }),
    taskState: async (address) => note('taskState', address, { state: null, stale: false }),
    session: async (address) =>
      note('session', address, {
        ...summary,
        policy: policy(),
        tokensIn: 9,
        windowTokens: 9,
        guarded: { tokens: 0, budgetTokens: 100, parts: [] },
        position: POSITION,
      }),
    sessions: async (query) => note('sessions', query, { sessions: [summary], cursor: 'after/s1' }),
    spaces: async (query) => note('spaces', query, { spaces: [{ space: 'demo', sessions: 1, events: 3, lastAt: AT }] }),
    events: async (query) => {
      const { fromOrdinal = 1 } = query;
      return note('events', query, { events: [eventView(eventText)], ...(fromOrdinal < PAGES && { nextOrdinal: fromOrdinal + 1 }) });
    },
    async event(query) {
      note('event', query, undefined);
      if (query.tenant !== 'acme' || query.eventId !== EVENT_ID) throw missing();
      return eventView(eventText);
    },
    async artifact(query): Promise<ArtifactContent> {
      note('artifact', query, undefined);
      if (query.tenant !== 'acme' || query.artifactId !== ARTIFACT_ID) throw missing();
      const range = { from: Math.min(query.range?.from ?? 0, bytes.length), to: Math.min(query.range?.to ?? bytes.length, bytes.length) };
      return {
        id: ARTIFACT_ID,
        mime: 'text/html',
        sizeBytes: bytes.length,
        sha256: 'b'.repeat(64),
        createdAt: AT,
        tier: 'hot',
        bytes: bytes.subarray(range.from, range.to),
        range,
      };
    },
    markers: async (query) => note('markers', query, { markers: [] }),
    async manifest() {
      throw missing();
    },
    async expand() {
      throw missing();
    },
    anatomy: async (query) => note('anatomy', query, [anatomyOf()]),
    retrievals: async (query) => note('retrievals', query, []),
    demand: async (query) => note('demand', query, { from: AT, groups: [] }),
  };
}

function eventView(text: string) {
  return {
    id: EVENT_ID,
    position: POSITION,
    kind: 'user_message' as const,
    session: 's1',
    ordinal: 1,
    turn: 1,
    request: 1,
    occurredAt: AT,
    recordedAt: AT,
    tokens: 2,
    premiseVersion: 0,
    body: { text, meta: { observedAt: AT }, origin: { idempotencyKey: 'hash', source: 'a', sequence: 1 } },
  };
}

function anatomyOf() {
  return {
    turnId: EVENT_ID,
    tenant: 'acme',
    space: 'demo',
    session: 's1',
    assembledAt: AT,
    turn: 1,
    compactionCycle: 0,
    windowTokens: 8_192,
    contextUtilPct: 1,
    systemPromptBytes: 0,
    systemPromptTokens: 0,
    workspaceFileBytes: 0,
    workspaceFileTokens: 0,
    skillBytes: 0,
    skillTokens: 0,
    toolSchemaBytes: 0,
    toolSchemaTokens: 0,
    taskStateBytes: 0,
    taskStateTokens: 0,
    markerCount: 0,
    markerTokens: 0,
    historyEventCount: 1,
    historyTokens: 2,
    toolResultTokens: 0,
    userMessageBytes: 0,
    userMessageTokens: 0,
    totalTokens: 2,
    sessionTokens: 2,
    stablePrefixShare: null,
    topicLabel: null,
    topicTransition: false,
  };
}
