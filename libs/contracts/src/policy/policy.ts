import {
  CHAT_TEMPLATES,
  EVENT_KINDS,
  MAX_MARKER_CAP,
  MAX_WINDOW_TOKENS,
  MIN_MARKER_CAP,
  MIN_WINDOW_TOKENS,
  SERVICE_KINDS,
  type PolicySettings,
  type SessionPolicy,
  type WindowBudgets,
} from '@total-recall/domain';
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { name } from '../wire/identifier.ts';
import { jsonObject } from '../wire/text.ts';
import { time } from '../wire/time.ts';

const tokens = z.int().min(0).max(LIMITS.windowTokensMax);
const ratio = z.number().gt(0).max(1);

const OF_CALLERS = EVENT_KINDS.filter((kind) => !SERVICE_KINDS.has(kind));

export const retentionRule = z.strictObject({
  kinds: z
    .array(z.enum(OF_CALLERS))
    .min(1)
    .max(EVENT_KINDS.length)
    .optional()
    .describe('All kinds where absent. A rule that names a kind wins over a general one.'),
  maxAgeDays: z.int().min(1).max(36_500).describe('Days since the service recorded an event.'),
});

export const policySettings = z.strictObject({
  windowTokens: z
    .int()
    .min(MIN_WINDOW_TOKENS)
    .max(MAX_WINDOW_TOKENS)
    .optional()
    .describe('Size of a window; default 128,000. The budgets below are derived from it by default.'),
  family: name
    .optional()
    .describe('How tokens are counted: o200k, cl100k or claude, or any other name for an estimate; o200k where absent.'),
  systemTokens: tokens.optional().describe('Most tokens of the system block: what the caller passes in, and the tools.'),
  taskTokens: tokens.optional().describe('Most tokens of a task state.'),
  tailTokens: tokens.optional().describe('Size of the newest part of the history, which is shortened last.'),
  tailTurns: z.int().min(1).max(64).optional().describe('Most turns of it; default 4.'),
  userTokens: tokens
    .optional()
    .describe(
      'Room for the live requests, verbatim where they fit it together; also the most that the message handed in with a call takes.',
    ),
  headroomTokens: tokens
    .optional()
    .describe(
      'Tokens that a window leaves free: pullMaxTokens x pullCalls + outputTokens have to fit it. Where absent 15 % of the window up to 13,000, more where answers of recall need it.',
    ),
  markerCap: z
    .int()
    .min(MIN_MARKER_CAP)
    .max(MAX_MARKER_CAP)
    .optional()
    .describe('Markers at once, of 60 tokens each; 20 where absent, fewer in windows below 32,000.'),
  pullTokens: tokens.optional().describe('Tokens of an answer of recall or open when the call names no budget.'),
  pullMaxTokens: tokens.optional().describe('Largest budgetTokens of one call; by default 1/64 of the window, and at least pullTokens.'),
  pullCalls: z
    .int()
    .min(0)
    .max(64)
    .optional()
    .describe('Most calls of recall and open in one turn; further ones are refused. By default 1, from windows of 128,000 on 3.'),
  outputTokens: tokens.optional().describe('Tokens that the model may write within the headroom; the client sets its max_tokens by it.'),
  pushTokens: tokens
    .optional()
    .describe('Tokens of evidence that every window adds without being asked: 0 (none), or 64 to the tokens of one recall.'),
  knowledgeTokens: tokens
    .optional()
    .describe(
      'Most tokens of known facts in a window, 0 for none; by default 1/40 of the window, at most 1,000. A space without facts loses no room.',
    ),
  triggerRatio: ratio.optional().describe('Share of the window less its headroom at which a session is compacted; default .85.'),
  targetRatio: ratio.optional().describe('Share of it down to which a compaction evicts; default .5.'),
  largeResultTokens: tokens
    .optional()
    .describe('Size below which a preview is not cut while anything else can give way; 600 where absent, less in small windows.'),
  taskStatePlacement: z
    .enum(['before_history', 'after_history'])
    .optional()
    .describe('Place of the task state in a window; before the history where absent.'),
  taskStateStaleTurns: z.int().min(1).max(10_000).optional().describe('Turns after which a task state counts as stale; default 20.'),
  derivedTaskState: z
    .boolean()
    .optional()
    .describe('Shows a task state derived from the log where the caller keeps none; on where absent.'),
  namesAgents: z
    .boolean()
    .optional()
    .describe(
      'Names the agent that spoke (`meta.agent`) above each message in windows, for sessions that several share; off where absent. Holds for what is appended from then on; calls and results have no such line.',
    ),
  taskStateExtensions: z
    .record(name, jsonObject(LIMITS.extensionSchemaBytes))
    .refine((schemas) => Object.keys(schemas).length <= LIMITS.extensionSchemas, `at most ${LIMITS.extensionSchemas} extensions`)
    .optional()
    .describe('JSON Schemas of the extensions that a task state may carry, by name; others are refused.'),
  reconciler: z
    .enum(['always_add', 'size_aware'])
    .optional()
    .describe(
      'Says if an append may leave out whole requests without anything that matters once the history is large: never with always_add, which is so where absent.',
    ),
  reconcilerBudgetTokens: tokens
    .optional()
    .describe('Tokens of history above which size_aware leaves such requests out; the window where absent.'),
  forgetting: z
    .boolean()
    .optional()
    .describe('Lowers the score of old events in recall, by their kind. Off by default; nothing is deleted.'),
  chatTemplate: z
    .enum(CHAT_TEMPLATES)
    .optional()
    .describe('strict: roles of the OpenAI format take turns and ids have nine characters, for templates that refuse anything else.'),
  redaction: z
    .enum(['off', 'mark', 'mask'])
    .optional()
    .describe(
      'Treatment of secrets and personal data that are recognised in events: nothing, a label, or a mask in their place. TOTAL_RECALL_REDACTION where absent. Only a key with the scope admin may weaken it.',
    ),
  artifactThresholdBytes: z
    .int()
    .min(256)
    .max(LIMITS.inlineTextBytes)
    .optional()
    .describe('Size from which a result is stored as an artifact; default 4,096.'),
  auditReads: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe(
      'Share of reads that the audit notes, by ids and never content; all where absent. Set for a tenant or a space, not for a session.',
    ),
  auditDays: z.int().min(1).max(36_500).optional().describe('Days that the audit is kept; for ever where absent. Set for a tenant only.'),
  consolidateEvents: z
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .describe('New events after which a space is swept for facts before its interval ends. Set for a tenant or a space.'),
  consolidateMinutes: z
    .int()
    .min(0)
    .max(10_080)
    .optional()
    .describe(
      'Minutes between two sweeps of a space; 0 for none but those on demand. The service looks five times in its own interval, so a shorter one has no effect. Set for a tenant or a space.',
    ),
  reflection: z
    .enum(['propose', 'apply'])
    .optional()
    .describe(
      'Whether the service sets, once a day at most, what a reflection on recall proposes; it only proposes where absent. What a person sets always wins. Set for a tenant or a space.',
    ),
  retention: z
    .array(retentionRule)
    .max(LIMITS.retentionRules)
    .optional()
    .describe(
      'Maximum age of events, set for a tenant or a space; the stricter of both counts. Changing it needs the scope erase in addition to admin.',
    ),
}) satisfies z.ZodType<PolicySettings>;

export const windowBudgets = z.object({
  window: z.number(),
  sys: z.number(),
  task: z.number(),
  tail: z.number(),
  user: z.number(),
  headroom: z.number(),
  markerCap: z.number(),
  markers: z.number(),
  pull: z.number(),
  pullMax: z.number(),
  pullCalls: z.number(),
  output: z.number(),
  push: z.number(),
  knowledge: z.number(),
}) satisfies z.ZodType<WindowBudgets>;

export const sessionPolicy = z.object({
  version: z.string(),
  family: z.string(),
  budgets: windowBudgets,
  compaction: z.object({ triggerRatio: z.number(), targetRatio: z.number(), tailTurns: z.number(), largeResultTokens: z.number() }),
  taskStatePlacement: z.enum(['before_history', 'after_history']),
  taskStateStaleTurns: z.number(),
  derivedTaskState: z.boolean(),
}) satisfies z.ZodType<SessionPolicy>;

/** Settings of one level alone and, for a session, the policy in force over all levels. */
export const policyView = z.object({
  level: z.enum(['tenant', 'space', 'session']),
  settings: policySettings,
  updatedAt: time.nullable(),
  effective: sessionPolicy.optional(),
});
