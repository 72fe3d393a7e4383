import { describe, expect, it } from 'vitest';
import { isEmptyAnswer, renderRecall } from './render-recall.ts';

type Answer = Parameters<typeof renderRecall>[0];

const terminal = { style: (_colour: unknown, text: string) => text };
const answer = (more: Partial<Answer> = {}): Answer => ({
  retrievalId: 'r1',
  hits: [],
  passages: [],
  rendered: '',
  tokens: 40,
  budgetTokens: 4_000,
  signals: ['text'],
  confidence: 0.4,
  outcome: 'unsure',
  granularity: 'thematic',
  coveredTo: 'g.0.1',
  completeness: null,
  tookMs: 12,
  ...more,
});
const markers = [
  { id: 'm1', session: 'work', fromTurn: 1, toTurn: 3, topics: ['harbour', 'crane'], text: '[Events evicted.]' },
  { id: 'm4', session: 'work', fromTurn: 4, toTurn: 94, topics: ['depot\u001b[31m'], text: '[Events evicted.]' },
];

describe('a recall at the command line', () => {
  it('shows the markers of a thematic answer, and how to have them whole', () => {
    const text = renderRecall(answer({ markers }), false, terminal);
    expect(text).toContain('markers/{marker}/expand');
    expect(text).toContain('  m1  T1-T3 of work: harbour, crane');
    expect(text).toMatch(/ {2}m4 {2}T4-T94 of work: depot/);
    expect(text).not.toContain('\u001b');
    expect(text).not.toContain('No evidence');
  });

  const passage = (more: Partial<Answer['passages'][number]>): Answer['passages'][number] => ({
    eventId: 'x',
    session: 'work',
    ordinal: 7,
    turn: 2,
    kind: 'user_message',
    occurredAt: '2026-11-24T04:02:46.108Z',
    about: 'user',
    text: 'The crane stands.',
    tokens: 5,
    fromByte: 0,
    toByte: 17,
    complete: false,
    looksLikeInstruction: false,
    ...more,
  });

  it('names each passage as open takes it', () => {
    const text = renderRecall(answer({ markers, passages: [passage({})] }), false, terminal);
    expect(text).toContain('work/e7  T2 user_message, 2026-11-24 04:02 (part)\n  The crane stands.');
  });

  it('names an event once above its parts, which come without blank lines around them', () => {
    const passages = [passage({}), passage({ text: '\n  It turns.\n\n' }), passage({ eventId: 'y', ordinal: 8 })];
    const text = renderRecall(answer({ markers, passages }), false, terminal);
    expect(text).toContain('work/e7  T2 user_message, 2026-11-24 04:02 (parts)\n  The crane stands.\n  …\n    It turns.\n\nwork/e8 ');
  });

  it('is an answer where there are markers alone, and none without anything', () => {
    expect([isEmptyAnswer(answer({ markers })), isEmptyAnswer(answer({ markers: [] })), isEmptyAnswer(answer())]).toEqual([
      false,
      true,
      true,
    ]);
    expect(renderRecall(answer(), false, terminal)).toBe('Nothing was found.');
  });
});
