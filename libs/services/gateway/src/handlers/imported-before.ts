import type { SessionAddress } from '@total-recall/domain';
import type { Retriever } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { allEvents } from '../all-events.ts';

/** Answers what a space holds of earlier imports. Errors: `not_found`, `erased`, `forbidden`, `not_caught_up`. */
export interface ImportedBefore {
  /** Returns the time of a session's newest event, in epoch milliseconds. */
  newestAt(session: string): Promise<number>;
  /** Returns about whom an event is; undefined for one that is about nobody in particular. */
  subjectOf(eventId: string): Promise<string | undefined>;
  /** Returns about whom the events are that a session has of a source, by their sequence. */
  subjectsOf(session: string, source: string): Promise<ReadonlyMap<number, string | undefined>>;
}

/** An event with what says where it came from and about whom it is. */
interface HeldEvent {
  readonly body?: {
    readonly meta: { readonly subject?: string | undefined };
    readonly origin?: { readonly source?: string | undefined; readonly sequence?: number | undefined } | undefined;
  };
}

const PAGE = 500;

/** Reads what a space holds of earlier imports from the retriever. */
export function importedBefore(
  retriever: Pick<Retriever, 'session' | 'event' | 'events'>,
  { tenant, space }: Omit<SessionAddress, 'session'>,
): ImportedBefore {
  return {
    newestAt: async (session) => (await retriever.session({ tenant, space, session })).lastAt,
    subjectOf: async (eventId) => (await retriever.event({ tenant, space, eventId })).body?.meta.subject,
    subjectsOf: async (session, source) => subjectsBySequence(allEvents(retriever, { tenant, space, session, limit: PAGE }), source),
  };
}

const refuse = async (): Promise<never> => {
  throw new TotalRecallError('forbidden', 'The key may not read.');
};

/** Answers to a caller that may write and not read. */
export const UNREADABLE: ImportedBefore = { newestAt: refuse, subjectOf: refuse, subjectsOf: refuse };

/** Reads about whom the events of a source are, by their sequence. */
export async function subjectsBySequence(
  events: AsyncIterable<HeldEvent>,
  source: string,
): Promise<ReadonlyMap<number, string | undefined>> {
  const subjects = new Map<number, string | undefined>();
  for await (const { body } of events) {
    const { origin } = body ?? {};
    if (origin?.source === source && origin.sequence !== undefined) subjects.set(origin.sequence, body!.meta.subject);
  }
  return subjects;
}
