import type { ImportedSession } from '@total-recall/importers';
import { TotalRecallError, type AppendToLog } from '@total-recall/runtime';

/** Kind of events that a system prompt is kept as: one that every window keeps whole, or one that leaves like any other. */
export type SystemKind = 'persona' | 'system_note';

type Request = Parameters<AppendToLog>[0];

/**
 * Sends the system prompt of a session as the wanted kind. Where the log has it as the other one it is sent as that: by
 * its kind it would be other content under a used sequence, and the whole file a fork of itself.
 */
export function sendSystemAs(
  wanted: SystemKind,
  { events, systemEvents = 0 }: Pick<ImportedSession, 'events' | 'systemEvents'>,
  append: AppendToLog,
): { readonly append: AppendToLog; /** Returns true once the log had it as the other kind. */ isOther(): boolean } {
  const texts = new Set(events.slice(0, systemEvents).map(({ text }) => text));
  let isOther = false;

  function as(kind: SystemKind, request: Request): Request {
    const isSystem = ({ sequence, text, kind: given }: Request['events'][number]) =>
      given === 'system_note' && sequence! <= systemEvents && texts.has(text);
    return { ...request, events: request.events.map((event) => (isSystem(event) ? { ...event, kind } : event)) };
  }

  return {
    isOther: () => isOther,
    async append(request) {
      if (!request.events.some(({ sequence }) => sequence! <= systemEvents)) return append(request);
      const refused = await append(as(wanted, request)).catch((error: unknown) => ({ error, at: conflictAt(error) }));
      if (!('error' in refused)) return refused;
      if (refused.at === undefined || refused.at > systemEvents) throw refused.error;
      try {
        const answer = await append(as(wanted === 'persona' ? 'system_note' : 'persona', request));
        isOther = true;
        return answer;
      } catch (error) {
        // The kind that goes further is the one that the log has.
        const at = conflictAt(error);
        if (at !== undefined && at <= refused.at) throw refused.error;
        throw error;
      }
    },
  };
}

function conflictAt(error: unknown): number | undefined {
  if (!(error instanceof TotalRecallError) || error.code !== 'sequence_conflict') return undefined;
  const at = error.details?.['sequence'];
  return typeof at === 'number' ? at : undefined;
}
