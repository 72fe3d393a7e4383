import { TASK_PHASES, type TaskStateFields, type TaskStateUpdate } from '@total-recall/domain';
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { artifactId, eventRef, position } from '../wire/identifier.ts';
import { jsonObject, label, text } from '../wire/text.ts';
import { timeIn } from '../wire/time.ts';

const line = text(4_096).min(1);
const lines = z.array(line).max(LIMITS.taskStateItems);
const item = z.strictObject({ text: line, eventIds: z.array(eventRef).max(LIMITS.taskStateItems).optional() });
const items = z.array(item).max(LIMITS.taskStateItems);

const fields = z.strictObject({
  taskId: label.optional(),
  goals: lines.optional(),
  constraints: items.optional(),
  openLoops: items.optional(),
  nextActions: lines.optional(),
  keyEvents: z.array(eventRef).max(LIMITS.taskStateItems).optional(),
  keyArtifacts: z.array(artifactId).max(LIMITS.taskStateItems).optional(),
  premises: z
    .record(label, line)
    .refine((value) => Object.keys(value).length <= LIMITS.taskStateItems, `must have at most ${LIMITS.taskStateItems} entries`)
    .optional()
    .describe('Assumptions of the plan, name to value; a change raises the premise version.'),
  phase: z.enum(TASK_PHASES).optional(),
  filters: z.strictObject({ crossTask: z.boolean().optional(), agents: z.array(label).max(LIMITS.taskStateItems).optional() }).optional(),
  requiresSelfAssessment: z.boolean().optional(),
  requestHistorical: z.boolean().optional(),
  milestones: lines.optional(),
  acceptanceCriteria: lines.optional(),
  risks: lines.optional(),
  extensions: jsonObject(LIMITS.taskStateBytes).optional(),
});

export const taskStateFields = fields.refine(
  (value) => JSON.stringify(value).length <= LIMITS.taskStateBytes,
  `must be at most ${LIMITS.taskStateBytes} bytes as JSON`,
) satisfies z.ZodType<TaskStateFields>;

const expectedVersion = z
  .int()
  .min(0)
  .optional()
  .describe('The version you saw; 0 for the first. Without it the update overwrites any version.');

export const taskStateUpdateBody = z.strictObject({
  expectedVersion,
  fields: taskStateFields,
  agent: label.optional(),
  occurredAt: timeIn.optional().describe('Time of the update; its arrival where absent.'),
}) satisfies z.ZodType<TaskStateUpdate>;

const storedItem = z.object({ text: z.string(), eventIds: z.array(z.string()).optional() });
const strings = z.array(z.string());

export const taskState = z.object({
  version: z.number(),
  premiseVersion: z.number(),
  taskId: z.string().optional(),
  goals: strings.optional(),
  constraints: z.array(storedItem).optional(),
  openLoops: z.array(storedItem).optional(),
  nextActions: strings.optional(),
  keyEvents: strings.optional(),
  keyArtifacts: strings.optional(),
  premises: z.record(z.string(), z.string()).optional(),
  phase: z.enum(TASK_PHASES).optional(),
  filters: z.object({ crossTask: z.boolean().optional(), agents: strings.optional() }).optional(),
  requiresSelfAssessment: z.boolean().optional(),
  requestHistorical: z.boolean().optional(),
  milestones: strings.optional(),
  acceptanceCriteria: strings.optional(),
  risks: strings.optional(),
  extensions: z.record(z.string(), z.unknown()).optional(),
});

export const taskStateView = z.object({
  state: taskState.nullable(),
  derived: z
    .string()
    .optional()
    .describe('Task state derived from the log by the last compaction; windows show it where the caller keeps none.'),
  eventId: z.string().optional(),
  turn: z.number().optional(),
  ageTurns: z.number().optional(),
  stale: z.boolean(),
  proposal: taskState.optional().describe('Recomputed from the log; present where the state is stale.'),
});

export const taskStateUpdated = z.object({ version: z.number(), premiseVersion: z.number(), eventId: z.string(), position });
