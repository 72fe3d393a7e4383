import { USE_KINDS } from '@total-recall/domain';
import { z } from 'zod';
import { time } from '../wire/time.ts';
import { retrievalRecord } from './recall.ts';

const count = z.number();
const share = z.number().nullable();

export const evidenceUse = z.object({
  eventId: z.string().describe('The evidence.'),
  kind: z.enum(USE_KINDS).describe('Its id was named, something exact of it was written, or most of one of its sentences was said again.'),
  byEventId: z.string().describe('The event that used it.'),
  at: time,
  afterEvents: count,
  afterTurns: count,
});

/** A line of the retrieval log with its outcome. */
export const retrieval = retrievalRecord.extend({
  received: z
    .object({ session: z.string(), turn: count, eventId: z.string(), at: time })
    .optional()
    .describe('Where its result came into a session. Absent where it never did: whether it was used is not known then.'),
  uses: z.array(evidenceUse),
});

export const retrievalList = z.object({ retrievals: z.array(retrieval) });

export const demandFigures = z.object({
  key: z.string().describe('A day (UTC), a session, or "all".'),
  turns: count,
  modelTurns: count,
  recallTurns: count.describe('Turns with the result of a recall.'),
  retrievals: count.describe('Recalls answered.'),
  escalated: count.describe('Recalls that tried further queries.'),
  unanswered: count.describe('Recalls that said that there is nothing.'),
  tokens: count,
  received: count.describe('Recalls whose result stands in a session: only of these is use known.'),
  receivedUsed: count,
  evidence: count.describe('Pieces of evidence of received recalls.'),
  cited: count,
  exact: count,
  near: count,
  pullFrequency: share.describe('recallTurns of turns; the aim is under 0.3.'),
  pullFrequencyOfModelTurns: share,
  escalationRate: share,
  evidenceUseRate: share.describe('Used pieces of the evidence received.'),
  recallUseRate: share.describe('Received recalls with any use.'),
  completeness: share,
  tokensPerRetrieval: share,
});

export const demandReport = z.object({
  by: z.enum(['all', 'day', 'session']),
  from: time.describe('The first moment that counted.'),
  groups: z.array(demandFigures),
  cursor: z.string().optional(),
});
