import { z } from 'zod';
import { byKind, erasureCounts, withheld } from '../erasure/erasure.ts';
import { retentionRule } from '../policy/policy.ts';

const rules = z.array(retentionRule);

export const expiredInSpace = z.object({
  space: z.string(),
  rules: z.object({ tenant: rules, space: rules }).describe('Rules in force; the stricter of both counts.'),
  counts: erasureCounts,
  kinds: byKind.describe('Events that would be erased, by kind.'),
  sessions: z.array(z.string()).describe('Sessions erased whole, at most 1,000.'),
  eventIds: z.array(z.string()).describe('Events in sessions that remain, at most 1,000.'),
  held: withheld
    .extend({ kinds: byKind, eventIds: z.array(z.string()) })
    .optional()
    .describe('Expired events that legal holds protect.'),
  waiting: z.array(z.string()).describe('Sessions that can lose no more events one by one; the rest is erased with the session.'),
  hasMore: z.boolean().describe('True when more has expired than one sweep takes; the next follows at once.'),
});

export const expiredList = z.object({ spaces: z.array(expiredInSpace) });
