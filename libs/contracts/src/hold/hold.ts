import { z } from 'zod';
import { namedScope, scopeOf } from '../erasure/erasure.ts';
import { label } from '../wire/text.ts';
import { time } from '../wire/time.ts';

const SAY_ONE =
  'say what is to be kept: eventIds of a space, a session of a space, a subject (of one space or of all), a space alone, or the tenant by its own name';

const reason = label.optional().describe('Stored in the ledger for ever: include no content and no personal names.');

export const newHold = z
  .strictObject({
    ...namedScope,
    name: label.describe(
      'Your name for it, such as a case number. Kept in the ledger for ever, and shown to callers whom the hold refuses.',
    ),
    reason,
  })
  .superRefine((body, context) => {
    if (scopeOf(body) === undefined) context.addIssue({ code: 'custom', message: SAY_ONE });
  });

export const holdRelease = z.strictObject({ reason });

const shownHold = {
  id: z.string(),
  name: z.string().describe('Empty for a key that is bound to subjects, unless it placed the hold itself.'),
  what: z.enum(['events', 'session', 'space', 'subject', 'tenant']),
  space: z.string().optional(),
  session: z.string().optional(),
  eventIds: z.array(z.string()).optional(),
  at: time,
  actor: z.string().describe('The id of the key that placed it.'),
  reason: z.string().optional(),
  released: z.object({ at: time, actor: z.string(), reason: z.string().optional() }).optional().describe('Absent while the hold stands.'),
};

/** Does not name a data subject: the service knows it by a keyed hash only. */
export const hold = z.object(shownHold);

export const placedHold = z.object({
  ...shownHold,
  underWay: z
    .array(z.string())
    .describe('Erasures requested before the hold and not done yet. The hold does not stop them. Usually empty.'),
});

export const holdList = z.object({ holds: z.array(hold) });
