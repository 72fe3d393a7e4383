import { RECALL_ACCESS, REPORT_STATUSES } from '@total-recall/domain';
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { artifactId, eventId, eventRef, name, position } from '../wire/identifier.ts';
import { BLANK, isReadable, label, text } from '../wire/text.ts';
import { time } from '../wire/time.ts';

const words = text(LIMITS.delegationTextLength * 4)
  .min(1)
  .max(LIMITS.delegationTextLength)
  .refine(isReadable, BLANK);

const LARGE = `the texts have more than ${LIMITS.delegationTotalLength} characters in all; append long ones as events and name those`;

function fitsTotal(texts: readonly string[]): boolean {
  return texts.reduce((sum, { length }) => sum + length, 0) <= LIMITS.delegationTotalLength;
}

const recallAccess = z
  .enum(RECALL_ACCESS)
  .describe('What the executor may recall: the whole space, the sessions of its run, or nothing but what it was handed and its own.');

export const newDelegation = z
  .strictObject({
    subtaskId: name.describe('Names the subtask within this session. The same packet sent again stores nothing twice.'),
    objective: words,
    constraints: z.array(words).max(LIMITS.delegationItems).default([]),
    acceptanceCriteria: z.array(words).max(LIMITS.delegationItems).default([]),
    keyEventRefs: z
      .array(eventRef)
      .max(LIMITS.delegationRefs)
      .default([])
      .describe('Events that the executor needs: e184 of this session, SESSION/e184, or ids. It may open them whatever its access.'),
    relevantArtifactIds: z.array(artifactId).max(LIMITS.delegationRefs).default([]),
    planNodeRef: label.optional().describe('Place in your plan, in your own words.'),
    recallAccess: recallAccess.default('space'),
    session: name.optional().describe('Name of the session that this call begins for the executor; SESSION.SUBTASK where absent.'),
  })
  .refine(({ objective, constraints, acceptanceCriteria }) => fitsTotal([objective, ...constraints, ...acceptanceCriteria]), {
    path: ['objective'],
    message: LARGE,
  });

export const delegated = z.object({
  eventId: eventId.describe('The delegation in this session.'),
  session: z.string().describe('The session of the executor. It begins with the objective and the constraints.'),
  position: position.optional(),
});

export const delegationPacket = z.object({
  subtaskId: z.string(),
  objective: z.string(),
  constraints: z.array(z.string()),
  acceptanceCriteria: z.array(z.string()),
  keyEventRefs: z.array(z.string()).describe('Ids of events.'),
  relevantArtifactIds: z.array(z.string()),
  planNodeRef: z.string().optional(),
  recallAccess,
  session: z.string(),
});

export const delegationGrant = z.object({
  subtaskId: z.string(),
  run: z.string().describe('The session that the run began with.'),
  level: z.number().describe('1 for an executor of that session, 2 for one that it started.'),
  recallAccess,
  keyEvents: z.array(z.string()),
});

const status = z.enum(REPORT_STATUSES);

export const newReport = z
  .strictObject({
    status,
    summary: words,
    keyFindings: z
      .array(
        z.strictObject({
          text: words,
          provenance: z
            .array(eventRef)
            .min(1)
            .max(LIMITS.delegationRefs)
            .describe('Events that show it: of this session, of sessions that it delegated to, or handed over with the subtask.'),
        }),
      )
      .max(LIMITS.findingsPerReport)
      .default([]),
    artifactIds: z.array(artifactId).max(LIMITS.delegationRefs).default([]),
  })
  .refine(({ summary, keyFindings }) => fitsTotal([summary, ...keyFindings.map((finding) => finding.text)]), {
    path: ['keyFindings'],
    message: LARGE,
  });

export const reportFinding = z.object({ text: z.string(), provenance: z.array(z.string()).describe('Ids of events.') });

export const delegationReport = z.object({
  subtaskId: z.string(),
  session: z.string(),
  status,
  summary: z.string(),
  keyFindings: z.array(reportFinding),
  artifactIds: z.array(z.string()),
});

export const keptReport = z.object({
  eventId: eventId.describe('The report in this session.'),
  session: z.string().describe('The session that delegated the subtask.'),
  receivedAs: eventId.describe('The report in that session.'),
  position: position.optional().describe('Pass it to a read of that session as `after`.'),
});

/** A report as the session above holds it. */
export const receivedReport = delegationReport.extend({ eventId: z.string(), at: time });

export const delegation = delegationPacket.extend({
  eventId: z.string(),
  at: time,
  status: z.enum(['open', ...REPORT_STATUSES]).describe('As the last report says; `open` before the first.'),
  reports: z.array(receivedReport).describe('The latest first, at most 8; of many large ones the latest alone.'),
});

export const delegationList = z.object({ delegations: z.array(delegation) });
