import { z } from 'zod';
import { byKind, erasureCounts, withheld } from '../erasure/erasure.ts';
import { retentionRule } from '../policy/policy.ts';

const rules = z.array(retentionRule);

export const expiredInSpace = z.object({
  space: z.string(),
  rules: z.object({ tenant: rules, space: rules }).describe('In force here; the stricter of both counts.'),
  counts: erasureCounts,
  kinds: byKind.describe('What would go, by kind.'),
  sessions: z.array(z.string()).describe('Sessions that go whole, at most 1,000.'),
  eventIds: z.array(z.string()).describe('Out of sessions that stay, at most 1,000.'),
  held: withheld
    .extend({ kinds: byKind, eventIds: z.array(z.string()) })
    .optional()
    .describe('Past its age, and kept by legal holds.'),
  waiting: z.array(z.string()).describe('Sessions that can lose no more events one by one: the rest goes with the session.'),
  hasMore: z.boolean().describe('More is past its age than one sweep takes; the next follows at once.'),
});

export const expiredList = z.object({ spaces: z.array(expiredInSpace) });
