import { ESCALATION_REASONS, GRANULARITIES, RECALL_OUTCOMES, type RecallScope } from '@total-recall/domain';
import { z } from 'zod';
import { eventKind } from '../event/new-event.ts';
import { LIMITS } from '../limits.ts';
import { name, position } from '../wire/identifier.ts';
import { modelCall } from '../tools/model-call.ts';
import { label, text } from '../wire/text.ts';
import { time, timeIn } from '../wire/time.ts';

export const recallScope = z.strictObject({
  within: z.enum(['session', 'task', 'agent', 'space']).optional(),
  sessions: z.array(name).max(LIMITS.filterValues).optional(),
  kinds: z.array(eventKind).max(LIMITS.filterValues).optional(),
  agents: z.array(label).max(LIMITS.filterValues).optional(),
  taskIds: z.array(label).max(LIMITS.filterValues).optional(),
  fromTime: timeIn.optional(),
  toTime: timeIn.optional(),
  excludeSensitivity: z.array(label).max(LIMITS.filterValues).optional(),
  redactSensitive: z
    .boolean()
    .optional()
    .describe('Labelled events are shown with their text withheld: those of excludeSensitivity, or all that have a label.'),
}) satisfies z.ZodType<RecallScope>;

const query = text(LIMITS.queryLength).min(1).max(LIMITS.queryLength);

export const recallBody = z
  .strictObject({
    query: query.optional(),
    queries: z.array(query).min(1).max(LIMITS.queriesPerRecall).optional(),
    session: name.optional().describe('The asking session: its task state conditions the answer.'),
    budgetTokens: z
      .int()
      .min(LIMITS.recallTokensMin)
      .max(LIMITS.windowTokensMax)
      .optional()
      .describe('A hard bound on the tokens of `rendered`; more than pullMax of the policy is taken as that.'),
    limit: z.int().min(1).max(LIMITS.hitsPerRecall).optional(),
    scope: recallScope.optional(),
    after: position.optional(),
    ...modelCall,
    history: z.boolean().optional().describe('Superseded events count in full; what the task state says of it where absent.'),
    explain: z.boolean().optional().describe('Every factor of the scores in the answer.'),
    granularity: z
      .enum(GRANULARITIES)
      .optional()
      .describe(
        'exact: with what surrounds the best hit; local: the events that match; thematic: markers too. Chosen by the query where absent.',
      ),
  })
  .superRefine((body, context) => {
    if ((body.query === undefined) === (body.queries === undefined))
      context.addIssue({ code: 'custom', path: ['query'], message: 'give either query or queries' });
    const within = body.scope?.within;
    if (within !== undefined && within !== 'space' && body.session === undefined) {
      context.addIssue({ code: 'custom', path: ['session'], message: `is needed to look within the ${within}` });
    }
  });

const recallOutcome = z.enum(RECALL_OUTCOMES);

const escalationReason = z.enum(ESCALATION_REASONS);

export const recallEscalation = z.object({
  attempts: z.array(z.object({ queries: z.array(z.string()), reason: escalationReason, confidence: z.number() })),
  used: escalationReason.optional().describe('The last attempt that the answer is made of too; absent where none was better.'),
});

export const recallHit = z.object({
  eventId: z.string(),
  session: z.string(),
  ordinal: z.number().describe('Its place in the session: `e184` names it there, `SESSION/e184` from elsewhere.'),
  turn: z.number(),
  kind: eventKind,
  occurredAt: time,
  score: z.number(),
  passage: z
    .object({ artifactId: z.string().optional(), fromByte: z.number(), toByte: z.number(), text: z.string().optional() })
    .optional()
    .describe('Where the best passage stands, and what it says.'),
  sources: z.array(z.enum(['text', 'exact', 'neighbour', 'key_event', 'constraint', 'pin', 'vector'])),
  superseded: z.boolean(),
  packed: z.boolean().describe('Whether that passage stands in the answer, whole.'),
  factors: z
    .record(z.string(), z.number())
    .optional()
    .describe(
      'Parts of the base score in deviations (text and other signals, context, speaker, exact, named, asks; base), then the factors of the task ' +
        'conditioning, 1 where one has no say (task, supersession, premise, phase, selfAssessment, constraint, cap: their product is modifier; ' +
        'recency, frequency, typePrior, sensitivity, forgetting; lead, successor) and the product of all. score = base + 1.5 x ln(product).',
    ),
  confidence: z.number().min(0).max(1).describe('Chance that this hit is right.'),
  evidence: z.record(z.string(), z.number()).optional().describe('What the confidence was made of.'),
});

export const recallPassage = z.object({
  eventId: z.string(),
  session: z.string(),
  ordinal: z.number(),
  turn: z.number(),
  kind: eventKind,
  occurredAt: time,
  agent: z.string().optional(),
  about: z.string().describe('The call of a result, who speaks, or what the event is.'),
  text: z.string(),
  tokens: z.number(),
  artifactId: z.string().optional(),
  fromByte: z.number(),
  toByte: z.number(),
  complete: z.boolean(),
  supersededBy: z.string().optional(),
  updatedBy: z.string().optional().describe('A later event of the answer that gives another value for the same thing, by its short name.'),
  alsoHolds: z
    .array(z.string())
    .optional()
    .describe('Exact strings of the event outside what is shown of it, where a list of words asked for the event as a whole.'),
  looksLikeInstruction: z.boolean(),
  redacted: z.boolean().optional(),
  companionOf: z
    .string()
    .optional()
    .describe('The hit that it was brought along for: its call or result, what it came from, what put its error right or superseded it.'),
});

export const recallAnswer = z.object({
  retrievalId: z.string(),
  hits: z.array(recallHit),
  passages: z.array(recallPassage),
  rendered: z.string().describe('The passages wrapped as data, ready to hand to a model.'),
  tokens: z.number(),
  budgetTokens: z.number(),
  signals: z.array(z.enum(['text', 'vector'])),
  textOnly: z
    .enum(['off', 'no_model', 'no_vectors', 'slow', 'failed', 'resting'])
    .optional()
    .describe('Why vectors took no part, where they did not: off, no model yet, none in this space yet, slow or failed this time.'),
  confidence: z.number().min(0).max(1).describe('Chance that right evidence is among the first five hits.'),
  uncalibrated: z
    .literal(true)
    .optional()
    .describe('No constants were fitted for the model of the vectors that took part: confidence and outcome are by those of text.'),
  outcome: recallOutcome,
  granularity: z.enum(GRANULARITIES),
  markers: z
    .array(
      z.object({
        id: z.string(),
        session: z.string(),
        fromTurn: z.number(),
        toTurn: z.number(),
        topics: z.array(z.string()),
        text: z.string(),
      }),
    )
    .optional()
    .describe('Of a thematic answer: evicted spans of the asking session that tell of what is asked.'),
  escalation: recallEscalation.optional().describe('Further queries that were tried because the first answer was weak.'),
  evidence: z.record(z.string(), z.number()).optional().describe('What the confidence was made of.'),
  coveredTo: position.describe('What the answer covers; hand it to a read as `after`, to see at least that.'),
  completeness: z.number().nullable(),
  tookMs: z.number(),
});

export const retrievalRecord = z.object({
  retrievalId: z.string(),
  tenant: z.string(),
  space: z.string(),
  session: z.string().optional(),
  at: time,
  queryCount: z.number(),
  queryTerms: z.number(),
  hitEventIds: z.array(z.string()),
  packedEventIds: z.array(z.string()),
  topScore: z.number(),
  tokens: z.number(),
  budgetTokens: z.number(),
  completeness: z.number().nullable(),
  confidence: z.number().optional(),
  outcome: recallOutcome.optional(),
  attempts: z.number().optional(),
  pushed: z.literal(true).optional().describe('Asked by a window for its push pack, not by an agent.'),
  tookMs: z.number(),
});
