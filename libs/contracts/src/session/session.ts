import { z } from 'zod';
import { eventKind } from '../event/new-event.ts';
import { sessionPolicy } from '../policy/policy.ts';
import { sessionParent } from '../event/event-view.ts';
import { cursor, position } from '../wire/identifier.ts';
import { time } from '../wire/time.ts';

export const sessionSummary = z.object({
  tenant: z.string(),
  space: z.string(),
  session: z.string(),
  events: z.number(),
  turn: z.number(),
  cycle: z.number(),
  markers: z.number(),
  firstAt: time,
  lastAt: time,
});

/** Parts that every window keeps whole: persona, live constraints and objectives, knowledge, pins; largest first. */
export const guardedUse = z.object({
  tokens: z.number(),
  budgetTokens: z.number(),
  parts: z.array(z.object({ id: z.string(), kind: eventKind, tokens: z.number() })),
  task: z
    .object({ id: z.string(), tokens: z.number() })
    .optional()
    .describe('The task state that the caller keeps, which has a budget of its own: taskTokens.'),
  family: z.string().optional().describe('Token family of these counts.'),
});

export const sessionView = sessionSummary.extend({
  parent: sessionParent.optional(),
  policy: sessionPolicy,
  tokensIn: z.number(),
  windowTokens: z.number(),
  guarded: guardedUse,
  position,
});
export const sessionList = z.object({ sessions: z.array(sessionSummary), cursor: cursor.optional() });
export const spaceList = z.object({
  spaces: z.array(z.object({ space: z.string(), sessions: z.number(), events: z.number(), lastAt: time })),
  cursor: cursor.optional(),
});
