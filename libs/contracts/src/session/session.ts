import { z } from 'zod';
import { sessionPolicy } from '../policy/policy.ts';
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

export const sessionView = sessionSummary.extend({ policy: sessionPolicy, tokensIn: z.number(), windowTokens: z.number(), position });
export const sessionList = z.object({ sessions: z.array(sessionSummary), cursor: cursor.optional() });
export const spaceList = z.object({
  spaces: z.array(z.object({ space: z.string(), sessions: z.number(), events: z.number(), lastAt: time })),
  cursor: cursor.optional(),
});
