import { FACT_LABELS } from '@total-recall/domain';
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { position } from '../wire/identifier.ts';
import { manifest, marker } from './marker.ts';
import { appliedEdits, contextManagement, vendorEdit } from './vendor-edits.ts';

const TRIGGERS = ['threshold', 'demand', 'clear_tool_uses', 'compact_threshold', 'overflow'] as const;
const STOP_REASONS = [
  'below_trigger',
  'nothing_evictable',
  'not_searchable',
  'tail_exceeds_budget',
  'guarded_exceeds_budget',
  'breaker_open',
  'below_clear_at_least',
] as const;

export const knowledgeChoice = z
  .object({
    facts: z.array(
      z.object({
        unit: z.string(),
        label: z.enum(FACT_LABELS),
        eventId: z.string(),
        session: z.string(),
        ordinal: z.number(),
        from: z.number(),
        to: z.number(),
      }),
    ),
    left: z.number().describe('Facts that did not fit.'),
    tokens: z.number(),
    audience: z.string().optional().describe('Keyed hash of the one person whom the session names.'),
    isShared: z.boolean().optional(),
    namedThrough: z.number(),
  })
  .describe('Facts that windows show from now on, by where they are stated.');

const contextCompacted = z.object({
  type: z.literal('ContextCompacted'),
  cycle: z.number(),
  trigger: z.enum(TRIGGERS),
  evicted: z.array(z.string()),
  shrunk: z.array(
    z.object({
      id: z.string(),
      to: z.enum(['whole', 'stripped', 'preview']),
      cut: z
        .object({
          ranges: z.array(z.object({ from: z.number(), to: z.number() })),
          noteVersion: z
            .number()
            .optional()
            .describe('Version of how it is shown: from 2 on the note names the event to open, from 3 on lines shown in part are marked.'),
          tokens: z.number(),
        })
        .optional(),
    }),
  ),
  made: z.array(z.object({ marker, manifest, parts: z.array(z.object({ markerId: z.string(), eventId: z.string() })) })),
  markers: z.array(marker),
  tokensBefore: z.number(),
  tokensAfter: z.number(),
  targetTokens: z.number(),
  policyVersion: z.string(),
  taskState: z
    .object({ text: z.string(), tokens: z.number() })
    .optional()
    .describe('Task state derived from the log, as windows show it from now on. Present if the caller keeps none.'),
  knowledge: knowledgeChoice.optional(),
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

const tokensRecounted = z.object({
  type: z.literal('TokensRecounted'),
  cycle: z.number(),
  family: z.string(),
  entries: z.array(
    z.object({
      id: z.string(),
      tokens: z.object({ whole: z.number(), stripped: z.number(), preview: z.number() }),
      cutTokens: z.number().optional(),
    }),
  ),
  markers: z.array(marker),
  task: z.object({ eventId: z.string(), tokens: z.number() }).optional(),
  policyVersion: z.string(),
});

const knowledgeChosen = z.object({
  type: z.literal('KnowledgeChosen'),
  cycle: z.number(),
  knowledge: knowledgeChoice,
  policyVersion: z.string(),
});

export const compactionRecord = z.discriminatedUnion('type', [contextCompacted, compactionStopped, tokensRecounted, knowledgeChosen]);

export const compactBody = z.strictObject({
  trigger: z
    .enum(['demand', 'clear_tool_uses', 'compact_threshold', 'overflow'])
    .default('demand')
    .describe('clear_tool_uses evicts calls and results of tools, and nothing else.'),
  targetTokens: z.int().min(0).max(LIMITS.windowTokensMax).optional(),
  edit: vendorEdit
    .optional()
    .describe(
      'Instead of the trigger: an edit of context_management as the APIs of Claude and OpenAI take it. "compaction" does nothing below its threshold.',
    ),
  context_management: contextManagement
    .optional()
    .describe(
      "Edits in the wrapper that Claude's API has around them. Those of tool uses and compaction are done, one after another, from 100,000 and 150,000 tokens on where they have no trigger; the others are named in the answer.",
    ),
});

export const compactResult = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('compacted'),
    cycle: z.number(),
    freedTokens: z.number(),
    evictedEvents: z.number(),
    shrunkEvents: z.number(),
    clearedToolUses: z.number().describe('Results of tools among both.'),
    marker: marker.optional(),
    position,
    context_management: appliedEdits.optional(),
  }),
  z.object({ kind: z.literal('stopped'), reason: z.enum(STOP_REASONS), context_management: appliedEdits.optional() }),
]);
