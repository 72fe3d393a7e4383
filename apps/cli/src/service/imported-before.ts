import type { Client } from '@total-recall/client';
import { subjectsBySequence, type ImportedBefore } from '@total-recall/gateway';

/** Reads what a space of a running service holds of earlier imports. */
export function remoteImportedBefore(client: Client, space: string, signal?: AbortSignal): ImportedBefore {
  const options = signal && { signal };
  const held = client.space(space);
  return {
    newestAt: async (session) => Date.parse((await held.session(session).get(options)).lastAt),
    subjectOf: async (eventId) => (await held.event(eventId, options)).body?.meta.subject,
    subjectsOf: async (session, source) => subjectsBySequence(held.session(session).allEvents(1, options), source),
  };
}
