import { LINK_TYPES, OUTLINE_PARTS, UNIT_KINDS } from '@total-recall/domain';
import { z } from 'zod';
import { time } from '../wire/time.ts';
import { factStatus } from './fact.ts';

export const unitKind = z
  .enum(UNIT_KINDS)
  .describe(
    '`fact`: a sentence that states something. `episode`: events of a session about one thing. `topic`: episodes about the same things. `insight`: what is stated in three sessions or more.',
  );

const unitEvent = z.object({
  eventId: z.string(),
  session: z.string(),
  ordinal: z.int().optional().describe('Its place in the session: 184 for e184. Absent where it was not read.'),
});

const unitDecision = z.object({
  eventId: z.string(),
  session: z.string(),
  ordinal: z.int().optional(),
  text: z.string().describe('The sentence that says what was decided, word for word.'),
});

const unitLine = z.object({
  part: z
    .enum(OUTLINE_PARTS)
    .describe(
      '`asked`: a request. `did`: what was done with tools. `failed`: the last result that failed. `outcome`: what the agent ended with. `said`: what was said where no tool was used.',
    ),
  text: z.string().describe('Words of the event; for `did`, counts, and the names of files and programs.'),
  eventId: z.string(),
  session: z.string(),
  ordinal: z.int().optional(),
});

const unitLink = z.object({
  type: z
    .enum(LINK_TYPES)
    .describe(
      '`version`: what it stands for now. `sibling`: a part of it, or of the same whole. `temporal`: the one before. `semantic`: one near it, or a topic or insight that it is in.',
    ),
  to: z.string(),
});

export const unit = z.object({
  id: z.string(),
  kind: unitKind,
  visibility: z.enum(['visible', 'archived']).describe('`archived`: others stand for it; it is found through them.'),
  status: factStatus,
  text: z.string().describe('Sentences of its events, word for word. Empty where none could be read.'),
  lines: z.array(unitLine).describe('What it was in few lines, each with the event that says it; at most 5. None of a fact or an insight.'),
  words: z.array(z.string()).describe('Words that tell what it is about, and names of two words.'),
  decisions: z.array(unitDecision).describe('What was decided in it, and in which event; at most 4.'),
  from: time.describe('When its first event occurred.'),
  to: time.describe('When its last event occurred.'),
  events: z.array(unitEvent).describe('Events that it is made of, the first of them first; at most 16.'),
  eventCount: z.int(),
  members: z.array(z.string()).describe('Units that it is made of.'),
  links: z.array(unitLink).describe('Units that it leads to; at most 12.'),
  speculative: z
    .array(z.string())
    .optional()
    .describe('Episodes that went alike though they are about other things: a guess, and evidence of nothing. Only where it is asked for.'),
  score: z.number().optional().describe('How near it is to what was searched for, 0 to 1.'),
  hops: z.int().optional().describe('Links between it and what was found by its words; 0 for those.'),
});

export const unitSurface = z.object({
  visible: z.int(),
  archived: z.int(),
  unreachable: z.int().describe('Archived units that no visible one leads to; always 0.'),
  hops: z.array(z.int()).describe('Archived units that are one link below the surface, two, three.'),
});

export const unitList = z.object({ units: z.array(unit), surface: unitSurface, cursor: z.string().optional() });
