import type { Anatomy, EvidenceUse, RecallReceived, RetrievalRecord, TurnTaken } from '@total-recall/domain';
import { columnsOf } from './column.ts';

const PLACE = { tenant: 'Name', space: 'String', session: 'String' } as const;

export const ANATOMY_COLUMNS = columnsOf<Anatomy>({
  ...PLACE,
  turnId: 'String',
  assembledAt: 'Time',
  turn: 'UInt64',
  compactionCycle: 'UInt64',
  windowTokens: 'UInt64',
  contextUtilPct: 'Float64',
  systemPromptBytes: 'UInt64',
  systemPromptTokens: 'UInt64',
  workspaceFileBytes: 'UInt64',
  workspaceFileTokens: 'UInt64',
  skillBytes: 'UInt64',
  skillTokens: 'UInt64',
  toolSchemaBytes: 'UInt64',
  toolSchemaTokens: 'UInt64',
  taskStateBytes: 'UInt64',
  taskStateTokens: 'UInt64',
  markerCount: 'UInt64',
  markerTokens: 'UInt64',
  historyEventCount: 'UInt64',
  historyTokens: 'UInt64',
  toolResultTokens: 'UInt64',
  knowledgeBytes: 'NullableUInt64?',
  knowledgeTokens: 'NullableUInt64?',
  packBytes: 'NullableUInt64?',
  packTokens: 'NullableUInt64?',
  userMessageBytes: 'UInt64',
  userMessageTokens: 'UInt64',
  totalTokens: 'UInt64',
  sessionTokens: 'UInt64',
  stablePrefixShare: 'NullableFloat64',
  topicLabel: 'NullableString',
  topicTransition: 'Bool',
});

export const RETRIEVAL_COLUMNS = columnsOf<RetrievalRecord>({
  ...PLACE,
  session: 'String?',
  retrievalId: 'String',
  at: 'Time',
  queryCount: 'UInt64',
  queryTerms: 'UInt64',
  hitEventIds: 'Strings',
  packedEventIds: 'Strings',
  topScore: 'Float64',
  tokens: 'UInt64',
  budgetTokens: 'UInt64',
  completeness: 'NullableFloat64',
  confidence: 'NullableFloat64?',
  outcome: 'NullableString?',
  attempts: 'NullableUInt64?',
  pushed: 'Bool?',
  tookMs: 'Float64',
});

export const TURN_COLUMNS = columnsOf<TurnTaken>({ ...PLACE, turn: 'UInt64', at: 'Time', byModel: 'Bool' });

export const RECEIVED_COLUMNS = columnsOf<RecallReceived>({
  ...PLACE,
  retrievalId: 'String',
  eventId: 'String',
  ordinal: 'UInt64',
  turn: 'UInt64',
  at: 'Time',
  evidence: 'UInt64',
});

export const USE_COLUMNS = columnsOf<EvidenceUse>({
  ...PLACE,
  retrievalId: 'String',
  eventId: 'String',
  kind: 'Name',
  byEventId: 'String',
  at: 'Time',
  afterEvents: 'UInt64',
  afterTurns: 'UInt64',
});
