import { UTILITY_HINTS } from '@total-recall/domain';
import { z } from 'zod';
import { artifactRef } from '../artifact/artifact-ref.ts';
import { compactionRecord } from '../compaction/compaction.ts';
import { delegationGrant, delegationPacket, delegationReport } from '../delegation/delegation.ts';
import { taskState } from '../task-state/task-state.ts';
import { eventId, position } from '../wire/identifier.ts';
import { time } from '../wire/time.ts';
import { redactionCount } from './append.ts';
import { eventKind } from './new-event.ts';

/** Session that another one was forked from or started by, and the last sequence of the source that they share. */
export const sessionParent = z.object({
  session: z.string(),
  source: z.string().optional(),
  sequence: z.number().optional(),
  delegation: delegationGrant.optional(),
});

export const storedMetadata = z.object({
  taskId: z.string().optional(),
  agent: z.string().optional(),
  parentAgent: z.string().optional(),
  tags: z.array(z.string()).optional(),
  hints: z.array(z.enum(UTILITY_HINTS)).optional(),
  sensitivity: z.array(z.string()).optional(),
  supersedes: z.array(z.string()).optional(),
  provenance: z.array(z.string()).optional(),
  observedAt: time.optional(),
  referencedAt: time.optional(),
  pinned: z.boolean().optional(),
  subject: z.string().optional().describe('The person that it is about or comes from.'),
  parent: sessionParent.optional(),
  extra: z.record(z.string(), z.unknown()).optional(),
});

const storedSeal = z.object({
  signature: z.string().optional(),
  redacted: z.string().optional(),
  vendor: z.string().optional(),
  callId: z.string().optional(),
});

/** Opened body of an event. `origin`, which identifies retries, is left out: its hashes are of no use to callers. */
export const eventBody = z.object({
  text: z.string(),
  artifacts: z.array(artifactRef).optional(),
  call: z.object({ id: z.string(), name: z.string(), arguments: z.string().optional() }).optional(),
  isError: z.boolean().optional(),
  messageId: z.string().optional(),
  thinking: storedSeal.optional(),
  meta: storedMetadata,
  origin: z.object({ source: z.string().optional(), sequence: z.number().optional() }).optional(),
  recall: z
    .object({
      retrievalId: z.string(),
      evidence: z.array(
        z.object({ eventId: z.string(), session: z.string().optional(), fromByte: z.number().optional(), toByte: z.number().optional() }),
      ),
      renderingHash: z.string(),
      within: z
        .array(z.object({ from: z.number(), to: z.number() }))
        .optional()
        .describe('Its ranges in the text, in UTF-16 units; absent where the event holds nothing else.'),
    })
    .optional(),
  taskState: taskState.optional(),
  delegation: delegationPacket.optional().describe('On a delegation that the service wrote.'),
  report: delegationReport.optional().describe('On a report that the service wrote, after it looked for the evidence of each finding.'),
  pin: z.object({ eventIds: z.array(z.string()), pinned: z.boolean() }).optional(),
  compaction: compactionRecord.optional(),
  namesAgents: z.literal(true).optional().describe('True where windows name the agent of each message above it.'),
  redactions: z.array(redactionCount).optional(),
});

export const eventView = z.object({
  id: eventId,
  position,
  kind: eventKind,
  session: z.string(),
  ordinal: z.number().describe('1, 2, 3 ... over the accepted events of the session.'),
  turn: z.number(),
  request: z.number(),
  occurredAt: time,
  recordedAt: time,
  tokens: z.number(),
  premiseVersion: z.number(),
  supersededBy: z.string().optional(),
  body: eventBody.optional(),
  missing: z.enum(['unreadable', 'erased', 'damaged']).optional().describe('Reason why there is no body.'),
});

export const eventPage = z.object({ events: z.array(eventView), nextOrdinal: z.number().optional() });
