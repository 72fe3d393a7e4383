import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { position } from '../wire/identifier.ts';
import { manifest, marker } from './marker.ts';

const TRIGGERS = ['threshold', 'demand', 'clear_tool_uses', 'compact_threshold', 'overflow'] as const;
const STOP_REASONS = [
  'below_trigger',
  'nothing_evictable',
  'not_searchable',
  'tail_exceeds_budget',
  'guarded_exceeds_budget',
  'breaker_open',
] as const;

const contextCompacted = z.object({
  type: z.literal('ContextCompacted'),
  cycle: z.number(),
  trigger: z.enum(TRIGGERS),
  evicted: z.array(z.string()),
  shrunk: z.array(z.object({ id: z.string(), to: z.enum(['stripped', 'preview']) })),
  made: z.array(z.object({ marker, manifest, parts: z.array(z.object({ markerId: z.string(), eventId: z.string() })) })),
  markers: z.array(marker),
  tokensBefore: z.number(),
  tokensAfter: z.number(),
  targetTokens: z.number(),
  policyVersion: z.string(),
});

const compactionStopped = z.object({
  type: z.literal('CompactionStopped'),
  cycle: z.number(),
  trigger: z.enum(TRIGGERS),
  reason: z.enum(['nothing_evictable', 'not_searchable', 'tail_exceeds_budget', 'guarded_exceeds_budget']),
  signature: z.string(),
  tokensBefore: z.number(),
  policyVersion: z.string(),
});

export const compactionRecord = z.discriminatedUnion('type', [contextCompacted, compactionStopped]);

export const compactBody = z.strictObject({
  trigger: z.enum(['demand', 'clear_tool_uses', 'compact_threshold', 'overflow']).default('demand'),
  targetTokens: z.int().min(0).max(LIMITS.windowTokensMax).optional(),
});

export const compactResult = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('compacted'),
    cycle: z.number(),
    freedTokens: z.number(),
    evictedEvents: z.number(),
    shrunkEvents: z.number(),
    marker: marker.optional(),
    position,
  }),
  z.object({ kind: z.literal('stopped'), reason: z.enum(STOP_REASONS) }),
]);
