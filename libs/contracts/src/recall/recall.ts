import { ESCALATION_REASONS, GRANULARITIES, GROUP_KINDS, RECALL_OUTCOMES, type RecallScope } from '@total-recall/domain';
import { z } from 'zod';
import { eventKind } from '../event/new-event.ts';
import { LIMITS } from '../limits.ts';
import { eventId, name, position } from '../wire/identifier.ts';
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
    .describe('Shows labelled events without their text: those of excludeSensitivity, or all with a label.'),
}) satisfies z.ZodType<RecallScope>;

const query = text(LIMITS.queryLength * 4)
  .min(1)
  .max(LIMITS.queryLength);

/** Says why arguments could not be read as fields, see `readRecallBody`. */
const CUT_ARGUMENTS = 'end within their JSON, so the query is cut: call again with all of the arguments, in fewer words';

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
      .describe('Hard limit on the tokens of `rendered`, itself limited to pullMax of the policy.'),
    limit: z.int().min(1).max(LIMITS.hitsPerRecall).optional(),
    scope: recallScope.optional(),
    after: position.optional(),
    ...modelCall,
    history: z.boolean().optional().describe('Counts superseded events in full; as the task state says where absent.'),
    asOf: timeIn.optional().describe('Answers as of this time: only from what had occurred by then.'),
    validAt: timeIn
      .optional()
      .describe('Asks what was true at this time: what states a fact of another time stands behind what states the fact of then.'),
    atEntry: eventId.optional().describe('By what the service had decided by this entry of the ledger.'),
    explain: z.boolean().optional().describe('Every factor of the scores in the answer.'),
    granularity: z
      .enum(GRANULARITIES)
      .optional()
      .describe(
        'exact: with what surrounds the best hit; local: the events that match; thematic: markers, topics and episodes, too; strategic: insights, or else topics. One of the first three is chosen by the query where absent.',
      ),
  })
  .superRefine((body, context) => {
    if (body.arguments !== undefined) {
      context.addIssue({ code: 'custom', path: ['arguments'], message: CUT_ARGUMENTS });
      return;
    }
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
  used: escalationReason.optional().describe('The last attempt that improved the answer; absent where none did.'),
});

const validity = {
  since: time.optional().describe('Since when the fact is true that it states of the question. Absent where none is known.'),
  until: time.optional().describe('Until when it is true, excluded; absent while no end is known.'),
};

export const recallHit = z.object({
  eventId: z.string(),
  session: z.string(),
  ordinal: z.number().describe('Its place in the session, as in the name `e184`, or `SESSION/e184` from elsewhere.'),
  turn: z.number(),
  kind: eventKind,
  occurredAt: time,
  score: z.number(),
  passage: z
    .object({ artifactId: z.string().optional(), fromByte: z.number(), toByte: z.number(), text: z.string().optional() })
    .optional()
    .describe('The best passage, by its place and its text.'),
  sources: z.array(z.enum(['text', 'exact', 'neighbour', 'key_event', 'constraint', 'pin', 'vector'])),
  superseded: z.boolean(),
  ...validity,
  packed: z.boolean().describe('True when the whole passage is in the answer.'),
  factors: z
    .record(z.string(), z.number())
    .optional()
    .describe(
      'Parts of the base score in deviations (text and other signals, context, speaker, exact, named, asks; base), then the factors of the task ' +
        'conditioning, 1 where one has no say (task, supersession, premise, phase, selfAssessment, constraint, cap: their product is modifier; ' +
        'recency, frequency, typePrior, sensitivity, forgetting; lead, successor) and the product of all. score = base + 1.5 x ln(product).',
    ),
  confidence: z.number().min(0).max(1).describe('Probability that this hit is right.'),
  evidence: z.record(z.string(), z.number()).optional().describe('Features of the confidence.'),
});

export const recallPassage = z.object({
  eventId: z.string(),
  session: z.string(),
  ordinal: z.number(),
  turn: z.number(),
  kind: eventKind,
  occurredAt: time,
  isUntimed: z.literal(true).optional().describe('Present where nobody knows when it was said: `occurredAt` is when it was imported.'),
  agent: z.string().optional(),
  about: z.string().describe('The call of a result, the speaker, or the kind of event.'),
  text: z.string(),
  tokens: z.number(),
  artifactId: z.string().optional(),
  fromByte: z.number(),
  toByte: z.number(),
  complete: z.boolean(),
  supersededBy: z.string().optional(),
  updatedBy: z.string().optional().describe('A later event of the answer that gives another value for the same thing, by its short name.'),
  over: z
    .object({ since: time, isPart: z.boolean().describe('True where the event says more than that.') })
    .optional()
    .describe('Present where what it says of the question is over, by its own words.'),
  ...validity,
  alsoHolds: z
    .array(z.string())
    .optional()
    .describe('Exact strings of the event outside the shown part. Present where a list of words asked for the whole event.'),
  looksLikeInstruction: z.boolean(),
  redacted: z.boolean().optional(),
  companionOf: z
    .string()
    .optional()
    .describe('The hit that it was added for: its call or result, its source, or the event that it corrects or supersedes.'),
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
    .describe(
      'Reason why vectors were not used: off, no model yet, none in this space yet, slow or failed this time, or resting after that.',
    ),
  confidence: z.number().min(0).max(1).describe('Probability that right evidence is among the first five hits.'),
  uncalibrated: z
    .literal(true)
    .optional()
    .describe('Set where no constants were fitted for the model of the vectors: confidence and outcome then use those for text.'),
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
    .describe('Evicted spans of the asking session about the question. Present in a thematic answer.'),
  overviews: z
    .array(
      z.object({
        id: z.string(),
        kind: z.enum(GROUP_KINDS),
        text: z.string(),
        events: z.array(z.object({ eventId: z.string(), session: z.string(), ordinal: z.number() })),
      }),
    )
    .optional()
    .describe(
      'Topics, episodes or insights about the question, with events that they were made of. Present in a thematic or strategic answer.',
    ),
  escalation: recallEscalation.optional().describe('Further queries tried because the first answer was weak.'),
  evidence: z.record(z.string(), z.number()).optional().describe('Features of the confidence.'),
  coveredTo: position.describe('Position that the answer covers; pass it to a read as `after` to see at least as much.'),
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
  pushed: z.literal(true).optional().describe('Set when a window asked for its push pack, rather than an agent.'),
  tookMs: z.number(),
});
