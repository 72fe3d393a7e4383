import { USE_KINDS } from '@total-recall/domain';
import { z } from 'zod';
import { time } from '../wire/time.ts';
import { retrievalRecord } from './recall.ts';

const count = z.number();
const share = z.number().nullable();

export const evidenceUse = z.object({
  eventId: z.string().describe('Id of the evidence.'),
  kind: z.enum(USE_KINDS).describe('Kind of use: its id was named, an exact part was written, or most of a sentence was repeated.'),
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
    .describe('The event that holds its result. Absent where the result never came into a session; its use is then unknown.'),
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
  unanswered: count.describe('Recalls that found nothing.'),
  tokens: count,
  received: count.describe('Recalls whose result is in a session; use is known for these only.'),
  receivedUsed: count,
  evidence: count.describe('Pieces of evidence of received recalls.'),
  cited: count,
  exact: count,
  near: count,
  pullFrequency: share.describe('recallTurns divided by turns; the aim is under 0.3.'),
  pullFrequencyOfModelTurns: share,
  escalationRate: share,
  evidenceUseRate: share.describe('Share of the received pieces that were used.'),
  recallUseRate: share.describe('Share of received recalls with any use.'),
  completeness: share,
  tokensPerRetrieval: share,
});

export const demandReport = z.object({
  by: z.enum(['all', 'day', 'session']),
  from: time.describe('First moment that was counted.'),
  groups: z.array(demandFigures),
  cursor: z.string().optional(),
});
