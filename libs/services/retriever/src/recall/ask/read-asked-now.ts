import type { AnalysedDocument, EventBody, EventRecord, RecallRequest, SessionState } from '@total-recall/domain';
import { LIMITS } from '@total-recall/runtime';
import type { RetrieverDeps } from '../../retriever-deps.ts';
import { analyseEvent, type PendingLog } from './read-pending-log.ts';

/** The question itself where it was appended before it was recalled with. */
export interface AskedNow {
  readonly ids: ReadonlySet<string>;
  /** Its documents that the statistics of the index count. */
  readonly counted: readonly AnalysedDocument[];
}

interface AskedIn {
  readonly request: RecallRequest;
  /** State of the asking session. */
  readonly state: SessionState | undefined;
  readonly pending: PendingLog;
}

/** Newest messages of the user that are looked at: a question may have been sent again. */
const MOST = 4;

/**
 * Reads the newest messages of the asking session's user that are a query in the same words and that the model has not
 * answered yet. They tell nothing that the caller does not ask for.
 */
export async function readAskedNow(
  deps: Pick<RetrieverDeps, 'index' | 'sealer' | 'content' | 'analyser'>,
  { request, state, pending }: AskedIn,
): Promise<AskedNow> {
  const waiting = state === undefined || state.isAnswered === true ? [] : state.entries.filter(({ kind }) => kind === 'user_message');
  const ids = waiting.slice(-MOST).map(({ id }) => id);
  const unindexed = new Map(pending.events.map(({ opened }) => [opened.envelope.id, opened]));
  const missing = ids.filter((id) => !unindexed.has(id));
  const found = missing.length === 0 ? [] : await deps.index.events(request.tenant, request.space, missing);
  const indexed = await deps.sealer.openAll(found.flatMap((event) => (event === undefined ? [] : [event.record])));
  const records = new Map([...unindexed, ...indexed.map((record) => [record.envelope.id, record] as const)]);
  const queries = new Set(request.queries.map((query) => wordsOf(query)));
  const isAsked = (id: string): boolean => {
    const body = records.get(id)?.body;
    return isPlain(body) && queries.has(wordsOf(body.text));
  };
  const own = new Set(ids.slice(ids.findLastIndex((id) => !isAsked(id)) + 1));
  const analysed = await Promise.all(indexed.filter(({ envelope }) => own.has(envelope.id)).map((record) => documentsOf(deps, record)));
  return { ids: own, counted: analysed.flat() };
}

/** Returns true for a message without attachments, no longer than a query can be. */
function isPlain(body: EventRecord['body'] | undefined): body is EventBody {
  return typeof body === 'object' && (body.artifacts ?? []).length === 0 && body.text.length <= LIMITS.queryLength;
}

/** Returns the words of a text in order, so that case, white space and punctuation do not count. */
function wordsOf(text: string): string {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  ).join(' ');
}

async function documentsOf(
  deps: Parameters<typeof analyseEvent>[0],
  { envelope, body }: EventRecord,
): Promise<readonly AnalysedDocument[]> {
  return typeof body === 'string' ? [] : (await analyseEvent(deps, envelope, body)).documents;
}
