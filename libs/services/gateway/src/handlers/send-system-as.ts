import type { ImportedSession } from '@total-recall/importers';
import { conflictAt, type AppendToLog } from '@total-recall/runtime';
import { codeOf } from './code-of.ts';

/** Kind of events that a system prompt is kept as: one that every window keeps whole, or one that leaves like any other. */
export type SystemKind = 'persona' | 'system_note';

type Request = Parameters<AppendToLog>[0];

/** Why a prompt is not of the wanted kind: the log had it as the other one, or windows cannot keep so much whole. */
type OtherKind = 'imported_before' | 'too_large';

/**
 * Sends the system prompt of a session as the wanted kind. Where the log has it as the other one it is sent as that: by
 * its kind it would be other content under a used sequence, and the whole file a fork of itself. A persona that is too
 * large to be guarded is sent as a note, so that the rest comes in.
 */
export function sendSystemAs(
  wanted: SystemKind,
  imported: ImportedSession,
  append: AppendToLog,
): { readonly append: AppendToLog; /** Returns why it came in as the other kind, where it did. */ whyOther(): OtherKind | undefined } {
  const readings = [imported, ...(imported.asBefore ? [imported.asBefore] : [])];
  const systemEvents = Math.max(...readings.map(({ systemEvents: own = 0 }) => own));
  const texts = new Set(readings.flatMap(({ events, systemEvents: own = 0 }) => events.slice(0, own)).map(({ text }) => text));
  let why: OtherKind | undefined;

  function as(kind: SystemKind, request: Request): Request {
    const isSystem = ({ sequence, text, kind: given }: Request['events'][number]) =>
      given === 'system_note' && sequence! <= systemEvents && texts.has(text);
    return { ...request, events: request.events.map((event) => (isSystem(event) ? { ...event, kind } : event)) };
  }

  return {
    whyOther: () => why,
    async append(request) {
      if (!request.events.some(({ sequence }) => sequence! <= systemEvents)) return append(request);
      const refused = await append(as(wanted, request)).catch((error: unknown) => ({ error }));
      if (!('error' in refused)) return refused;
      const { error } = refused;
      const at = conflictAt(error);
      const isTooLarge = wanted === 'persona' && codeOf(error) === 'guarded_over_budget';
      if (!isTooLarge && (at === undefined || at > systemEvents)) throw error;
      try {
        const answer = await append(as(wanted === 'persona' ? 'system_note' : 'persona', request));
        why = isTooLarge ? 'too_large' : 'imported_before';
        return answer;
      } catch (again) {
        // The kind that goes further is the one that the log has.
        const next = conflictAt(again);
        throw at !== undefined && next !== undefined && next <= at ? error : again;
      }
    },
  };
}
