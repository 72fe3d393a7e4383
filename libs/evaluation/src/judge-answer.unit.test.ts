import type { RecallAnswer } from '@total-recall/domain';
import { expect, it } from 'vitest';
import { isFalseRecall, passagesByRank, stands, tokenPrecision } from './judge-answer.ts';
import { firstOfKind } from './string-kinds.ts';

const hit = (eventId: string) => ({
  eventId,
  session: 's',
  ordinal: 1,
  about: 'read',
  turn: 1,
  kind: 'tool_result' as const,
  occurredAt: 0,
  score: 1,
  sources: ['text' as const],
  superseded: false,
  packed: true,
  confidence: 0.8,
});
const passage = (eventId: string, text: string, tokens: number) => ({
  eventId,
  session: 's',
  ordinal: 1,
  about: 'read',
  turn: 1,
  kind: 'tool_result' as const,
  occurredAt: 0,
  text,
  tokens,
  fromByte: 0,
  toByte: text.length,
  complete: true,
  looksLikeInstruction: false,
});
/** Shown in time order, ranked in reverse. */
const answer: RecallAnswer = {
  retrievalId: 'r',
  hits: [hit('late'), hit('early')],
  passages: [passage('early', 'built 1a2b3c4d', 30), passage('late', 'the release is\n9f8e7d6c now', 10)],
  rendered: '',
  tokens: 45,
  budgetTokens: 100,
  signals: ['text'],
  confidence: 0.8,
  outcome: 'answered',
  granularity: 'local',
  coveredTo: '',
  completeness: null,
  tookMs: 1,
};
const hash = (text: string) => firstOfKind(text, 'hash');

it('judges what was packed, best evidence first', () => {
  expect(passagesByRank(answer).map((item) => item.eventId)).toEqual(['late', 'early']);
  expect(stands(answer, '9f8e7d6c')).toBe(true);
  expect(stands(answer, 'the release is 9f8e7d6c now')).toBe(true);
  expect(stands(answer, '0000ffff')).toBe(false);
  expect(tokenPrecision(answer, '9f8e7d6c')).toBe(0.25);
  expect(tokenPrecision({ ...answer, passages: [] }, 'x')).toBeNull();
});

it('counts another string of the type in the first place as false recall', () => {
  expect(isFalseRecall(answer, '9f8e7d6c', hash)).toBe(false);
  expect(isFalseRecall(answer, '1a2b3c4d', hash)).toBe(true);
  expect(isFalseRecall({ ...answer, passages: [passage('early', 'no such string', 9)] }, '1a2b3c4d', hash)).toBe(false);
});
