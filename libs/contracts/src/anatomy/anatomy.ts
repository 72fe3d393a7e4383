import { z } from 'zod';
import { time } from '../wire/time.ts';

const count = z.number();

export const anatomy = z.object({
  turnId: z.string(),
  tenant: z.string(),
  space: z.string(),
  session: z.string(),
  assembledAt: time,
  turn: count,
  compactionCycle: count,
  windowTokens: count,
  contextUtilPct: count,
  systemPromptBytes: count,
  systemPromptTokens: count,
  workspaceFileBytes: count,
  workspaceFileTokens: count,
  skillBytes: count,
  skillTokens: count,
  toolSchemaBytes: count,
  toolSchemaTokens: count,
  taskStateBytes: count,
  taskStateTokens: count,
  markerCount: count,
  markerTokens: count,
  historyEventCount: count,
  historyTokens: count,
  toolResultTokens: count,
  knowledgeBytes: count.optional(),
  knowledgeTokens: count.optional(),
  packBytes: count.optional(),
  packTokens: count.optional(),
  userMessageBytes: count,
  userMessageTokens: count,
  totalTokens: count,
  sessionTokens: count.describe('Tokens of everything so far: what the window would have to hold without eviction.'),
  stablePrefixShare: count.nullable(),
  topicLabel: z.string().nullable(),
  topicTransition: z.boolean(),
});

export const anatomyList = z.object({ anatomy: z.array(anatomy) });
