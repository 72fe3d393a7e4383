import type { Anatomy, RetrievalRecord } from '@total-recall/domain';

const PLACE = { tenant: 'acme', space: 'demo', session: 'alpha' };
/** Recent enough for any retention. */
const NOW = Date.now();

export function sampleAnatomy(turnId: string, changes: Partial<Anatomy> = {}): Anatomy {
  return {
    ...PLACE,
    turnId,
    assembledAt: NOW,
    turn: 1,
    compactionCycle: 0,
    windowTokens: 8_000,
    contextUtilPct: 12.5,
    systemPromptBytes: 1,
    systemPromptTokens: 2,
    workspaceFileBytes: 3,
    workspaceFileTokens: 4,
    skillBytes: 5,
    skillTokens: 6,
    toolSchemaBytes: 7,
    toolSchemaTokens: 8,
    taskStateBytes: 9,
    taskStateTokens: 10,
    markerCount: 11,
    markerTokens: 12,
    historyEventCount: 13,
    historyTokens: 14,
    toolResultTokens: 15,
    userMessageBytes: 16,
    userMessageTokens: 17,
    totalTokens: 18,
    sessionTokens: 19,
    stablePrefixShare: null,
    topicLabel: 'tests',
    topicTransition: false,
    ...changes,
  };
}

export function sampleRetrieval(retrievalId: string, changes: Partial<RetrievalRecord> = {}): RetrievalRecord {
  return {
    ...PLACE,
    retrievalId,
    at: NOW,
    queryCount: 1,
    queryTerms: 3,
    hitEventIds: ['e1', 'e2'],
    packedEventIds: ['e1'],
    topScore: 4.25,
    tokens: 100,
    budgetTokens: 200,
    completeness: null,
    confidence: 0.75,
    outcome: 'answered',
    attempts: 1,
    tookMs: 1.5,
    ...changes,
  };
}
