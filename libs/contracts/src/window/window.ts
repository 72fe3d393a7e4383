import { MAX_WINDOW_TOKENS, PREFETCH_RESULTS, type CallerBlocks, type PrefetchAnswer } from '@total-recall/domain';
import { z } from 'zod';
import { anatomy } from '../anatomy/anatomy.ts';
import { LIMITS } from '../limits.ts';
import { windowBudgets } from '../policy/policy.ts';
import { position } from '../wire/identifier.ts';
import { text } from '../wire/text.ts';

const block = text(LIMITS.callerBlockBytes);

export const callerBlocks = z.strictObject({
  system: block.optional(),
  skills: z.array(block).max(LIMITS.filesPerWindow).optional(),
  workspaceFiles: z
    .array(z.strictObject({ path: text(4_096).min(1), text: block }))
    .max(LIMITS.filesPerWindow)
    .optional(),
  tools: z
    .array(z.unknown())
    .max(LIMITS.toolsPerWindow)
    .optional()
    .describe("Tool schemas as the model's API takes them; counted, and handed back."),
  userMessage: block.optional(),
}) satisfies z.ZodType<CallerBlocks>;

export const windowBody = z.strictObject({
  blocks: callerBlocks.optional(),
  windowTokens: z.int().min(256).max(MAX_WINDOW_TOKENS).optional().describe("A smaller window than the session's policy has."),
  format: z.enum(['blocks', 'openai', 'anthropic']).optional(),
  atTurn: z.int().min(0).optional().describe('Assembles the window as of the end of this turn.'),
  after: position.optional(),
  withoutRecallTool: z
    .boolean()
    .optional()
    .describe('Leaves out our tools and their line. Notes and markers then name only those of them that blocks.tools declares.'),
});

export const windowBlock = z.object({
  kind: z.enum([
    'system',
    'skill',
    'workspace_file',
    'persona',
    'rule',
    'knowledge',
    'facts',
    'recall_line',
    'task_state',
    'marker',
    'gap',
    'event',
    'pack',
    'user_message',
  ]),
  text: z.string(),
  tokens: z.number(),
  eventId: z.string().optional(),
  markerId: z.string().optional(),
  eventKind: z.string().optional(),
  turn: z.number().optional(),
  callId: z.string().optional(),
  toolName: z.string().optional(),
  arguments: z.string().optional(),
  isError: z.boolean().optional(),
  messageId: z.string().optional(),
  thinking: z
    .object({
      signature: z.string().optional(),
      redacted: z.string().optional(),
      vendor: z.string().optional(),
      callId: z.string().optional(),
    })
    .optional()
    .describe('Seal of thinking that its vendor requires. Other thinking is not sent, and its block is empty.'),
  agent: z.string().optional(),
  artifacts: z
    .array(
      z.object({
        id: z.string(),
        mime: z.string(),
        sizeBytes: z.number(),
        widthPixels: z.number().optional(),
        heightPixels: z.number().optional(),
      }),
    )
    .optional()
    .describe('Pictures: at most 100 and 20 MB as base64 in a window, none above 8,000 pixels, of more than 20 none above 2,000.'),
  superseded: z.boolean().optional().describe('True where a later event supersedes this one, which no longer holds.'),
  synthetic: z.boolean().optional(),
});

export const assembledWindow = z.object({
  windowId: z.string(),
  position,
  turn: z.number(),
  cycle: z.number(),
  blocks: z.array(windowBlock),
  openai: z.object({ messages: z.array(z.unknown()), tools: z.array(z.unknown()) }).optional(),
  anthropic: z.object({ system: z.string().optional(), messages: z.array(z.unknown()), tools: z.array(z.unknown()) }).optional(),
  renamed: z
    .object({ tools: z.record(z.string(), z.string()), calls: z.record(z.string(), z.string()) })
    .optional()
    .describe('Names of tools and ids of calls that the format had to change: the changed form, with the original as in the log.'),
  tokens: z.object({
    total: z.number(),
    sys: z.number(),
    task: z.number(),
    markers: z.number(),
    history: z.number(),
    tail: z.number(),
    knowledge: z.number().describe('Known facts, from earlier events of the space.'),
    pack: z.number().describe('Pushed evidence, where the policy has pushTokens.'),
    user: z.number(),
  }),
  budgets: windowBudgets,
  taskStateStale: z.boolean(),
  anatomy,
});

export const prefetchBody = z.strictObject({ draft: block.min(1).describe('The text that the user has typed so far.') });

export const prefetchAnswer = z.object({
  result: z
    .enum(PREFETCH_RESULTS)
    .describe(
      'started; held: a recall that is running or finished fits this draft too; busy: send the next draft; too_short; off: the policy has no pushTokens.',
    ),
}) satisfies z.ZodType<PrefetchAnswer>;
