import type { ReplyWire } from '@total-recall/client';
import { z } from 'zod';
import { oneLine } from './bounded-lines.ts';

export type Fact = ReplyWire<'listFacts'>['facts'][number];

export const FACT_LABELS = ['user', 'feedback', 'project', 'reference'] as const satisfies readonly Fact['label'][];
/** Meaning of each label, as tools describe it. */
export const LABEL_MEANINGS = 'user: about a person; feedback: how to do things; project: about the work; reference: where something is.';

const STATUSES = ['current', 'superseded', 'tombstoned', 'archived'] as const satisfies readonly Fact['status']['is'][];

export const factFields = z.object({
  factId: z.string(),
  text: z.string(),
  label: z.enum(FACT_LABELS),
  subject: z.string(),
  attribute: z.string().optional(),
  value: z.string().optional(),
  since: z.string(),
  until: z.string().optional().describe('Absent while it holds.'),
  isOver: z.literal(true).optional().describe('Its end is past, although nothing replaced it.'),
  isUntimed: z.literal(true).optional().describe('Nobody knows since when: that is when it was imported.'),
  status: z.enum(STATUSES),
  statedIn: z.string().optional().describe('The event that states it, as open takes it.'),
});

/** The fields of a fact that a model uses. */
export function fieldsOf({
  id,
  text,
  label,
  subject,
  attribute,
  value,
  since,
  until,
  isOver,
  isUntimed,
  status,
  evidence,
}: Fact): z.output<typeof factFields> {
  const [first] = evidence;
  const place = first && (first.ordinal === undefined ? first.eventId : `${first.session}/e${first.ordinal}`);
  return {
    factId: id,
    text,
    label,
    subject,
    ...(attribute !== undefined && { attribute }),
    ...(value !== undefined && { value }),
    since,
    ...(until !== undefined && { until }),
    ...(isOver && { isOver }),
    ...(isUntimed && { isUntimed }),
    status: status.is,
    ...(place !== undefined && { statedIn: place }),
  };
}

const ENDED = { current: '', superseded: ', replaced', tombstoned: ', withdrawn', archived: ', archived' } as const;

/** Writes a fact as one line. */
export function factLine({
  factId,
  text,
  subject,
  since,
  until,
  isOver,
  isUntimed,
  status,
  statedIn,
}: z.output<typeof factFields>): string {
  const begin = isUntimed ? `before ${day(since)}` : day(since);
  const held = until === undefined ? `since ${begin}` : `from ${begin} to ${status === 'current' ? lastDay(until) : day(until)}`;
  return `- ${JSON.stringify(oneLine(text))} (${JSON.stringify(oneLine(subject, 60))}; ${held}${isOver ? ', over' : ENDED[status]}${statedIn === undefined ? '' : `; ${statedIn}`}) [${factId}]`;
}

const day = (time: string): string => time.slice(0, 10);
/** An end is excluded: one at midnight is that of the day before. */
const lastDay = (until: string): string => day(new Date(Date.parse(until) - 1).toISOString());
