import type { NewEvent } from '@total-recall/domain';
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { eventId, name, position } from '../wire/identifier.ts';
import { newEvent } from './new-event.ts';

/** Checks that sequences come with a source, each once, and a source with sequences. */
function checkSequences(body: { readonly events: readonly NewEvent[]; readonly source?: string }, context: z.RefinementCtx): void {
  const seen = new Set<number>();
  body.events.forEach((event, index) => {
    const path = ['events', index, 'sequence'];
    if (event.sequence === undefined) {
      if (body.source !== undefined)
        context.addIssue({ code: 'custom', path, message: 'is missing: every event of a source has a sequence' });
      return;
    }
    if (body.source === undefined) context.addIssue({ code: 'custom', path, message: 'has no meaning without a source' });
    if (seen.has(event.sequence))
      context.addIssue({
        code: 'custom',
        path,
        message: `${event.sequence} stands twice in this request`,
        params: { code: 'duplicate_event' },
      });
    seen.add(event.sequence);
  });
}

export const appendBody = z
  .strictObject({
    events: z.array(newEvent).min(1).max(LIMITS.eventsPerAppend),
    source: name.optional().describe('Names the writer; its events then have a sequence, and a repeat is always recognised.'),
    wait: z.enum(['durable', 'searchable']).optional(),
  })
  .superRefine(checkSequences);

export const redactionCount = z.object({ rule: z.string(), count: z.number(), action: z.enum(['mark', 'mask']) });

export const appendedEvent = z.object({
  id: eventId,
  position: position.optional(),
  duplicate: z.boolean().optional().describe('It was stored before; nothing was stored again.'),
  outcome: z.enum(['ADD', 'NONE']).describe('NONE: the reconciler dropped the request, nothing was stored.'),
  redactions: z.array(redactionCount).optional(),
  pinnedOutsideWindow: z
    .array(eventId)
    .optional()
    .describe(
      'Events that this one pins and that have left the window, or are of another session: recall prefers them, no window shows them.',
    ),
});

export const appendResult = z.object({
  events: z.array(appendedEvent),
  position: position.optional().describe('Pass it to a read as `after` to see at least this.'),
});
