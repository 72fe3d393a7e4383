import { idEnding, parseEventRef } from '@total-recall/domain';
import type { IndexedEvent } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import type { RetrieverConfig } from '../retriever-deps.ts';
import { foldedSession, type ReadDeps } from './folded-session.ts';
import { waitUntilFolded } from './wait-until-folded.ts';
import { notFound } from './views.ts';

interface EventPlace {
  readonly tenant: string;
  readonly space: string;
  /** In a form that `parseEventRef` reads. */
  readonly ref: string;
  /** The session that a bare `e184` refers to. */
  readonly session?: string;
}

/**
 * Finds the event that a reference names, including one appended a moment ago. Errors: `invalid_request`,
 * `not_found`, `not_caught_up`.
 */
export async function findEvent(deps: ReadDeps, config: RetrieverConfig, place: EventPlace): Promise<IndexedEvent> {
  const { tenant, space } = place;
  const ref = parseEventRef(place.ref);
  if (ref === undefined) throw new TotalRecallError('invalid_request', 'An event is named e184, SESSION/e184 or by its id.');
  if (ref.kind === 'id') {
    const find = async () => (await deps.index.events(tenant, space, [ref.eventId]))[0];
    // Only the index knows which session an id belongs to, so an event that is not indexed yet may be in any partition.
    let found = await find();
    if (found === undefined) {
      await waitUntilFolded(deps, config);
      // If two replicas accepted the same request at once, the fold keeps one of the two ids;
      // both have the same ending.
      found = (await find()) ?? (await deps.index.eventsByEnding(tenant, space, [idEnding(ref.eventId)]))[0];
    }
    if (found === undefined) throw notFound('event');
    return found;
  }
  const session = ref.session ?? place.session;
  if (session === undefined) {
    throw new TotalRecallError(
      'invalid_request',
      `e${ref.ordinal} does not say which session it is in: write SESSION/e${ref.ordinal}, or give the session.`,
      {
        details: { field: 'session' },
      },
    );
  }
  const { ordinal } = ref;
  const { index } = await foldedSession(deps, config, { tenant, space, session });
  const [found] = await index.sessionEvents({ tenant, space, session, fromOrdinal: ordinal, toOrdinal: ordinal, limit: 1 });
  if (found === undefined) throw ref.session === undefined ? notInAskingSession(ordinal) : notFound('event');
  return found;
}

/** Makes the error for a bare name, which a model may have read below the heading of another session. */
function notInAskingSession(ordinal: number): TotalRecallError {
  const { code, message } = notFound('event');
  return new TotalRecallError(code, `${message} One listed below "# session SESSION" is named SESSION/e${ordinal}.`);
}
