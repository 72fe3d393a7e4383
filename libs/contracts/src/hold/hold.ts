import { z } from 'zod';
import { namedScope, scopeOf } from '../erasure/erasure.ts';
import { label } from '../wire/text.ts';
import { time } from '../wire/time.ts';

const SAY_ONE =
  'say what is to be kept: eventIds of a space, a session of a space, a subject (of one space or of all), a space alone, or the tenant by its own name';

const reason = label.optional().describe('Kept in the ledger, for ever: no content, and not whom it is about.');

export const newHold = z
  .strictObject({
    ...namedScope,
    name: label.describe('Yours: the number of a case. Kept in the ledger, for ever, and shown to who is refused by the hold.'),
    reason,
  })
  .superRefine((body, context) => {
    if (scopeOf(body) === undefined) context.addIssue({ code: 'custom', message: SAY_ONE });
  });

export const holdRelease = z.strictObject({ reason });

const shownHold = {
  id: z.string(),
  name: z.string(),
  what: z.enum(['events', 'session', 'space', 'subject', 'tenant']),
  space: z.string().optional(),
  session: z.string().optional(),
  eventIds: z.array(z.string()).optional(),
  at: time,
  actor: z.string().describe('The id of the key that placed it.'),
  reason: z.string().optional(),
  released: z.object({ at: time, actor: z.string(), reason: z.string().optional() }).optional().describe('Absent while it stands.'),
};

/** Does not name a data subject: the service knows it by a keyed hash only. */
export const hold = z.object(shownHold);

export const placedHold = z.object({
  ...shownHold,
  underWay: z
    .array(z.string())
    .describe('Erasures that were asked for before the hold and are not done: what these name goes all the same. Mostly none.'),
});

export const holdList = z.object({ holds: z.array(hold) });
