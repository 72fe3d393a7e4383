import type { NewEvent } from '@total-recall/domain';
import type { AppendToLog } from './append-branches.ts';
import { conflictAt } from './conflict-at.ts';
import { isNoteOfHarness } from './is-note-of-harness.ts';

/**
 * Appends events, those of the program around a model as messages of its user where the log has them so: earlier versions
 * kept them as these, and by its kind such an event would be other content under a used sequence, and all behind it a fork.
 * Costs a request more for each, as only the first conflict of a request is told, and a note that is new must stay one.
 */
export function appendAsBefore(append: AppendToLog): AppendToLog {
  return async (request) => {
    const before = new Set<number>();
    for (;;) {
      try {
        const asBefore = (event: NewEvent): NewEvent => (before.has(event.sequence!) ? { ...event, kind: 'user_message' } : event);
        return await append(before.size === 0 ? request : { ...request, events: request.events.map(asBefore) });
      } catch (error) {
        const at = conflictAt(error);
        const refused = request.events.find(({ sequence }) => sequence !== undefined && sequence === at);
        if (refused === undefined || before.has(at!) || !isNoteOfHarness(refused)) throw error;
        before.add(at!);
      }
    }
  };
}
