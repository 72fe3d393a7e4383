import { describe, expect, it } from 'vitest';
import { makeEntry } from '../../../testing/index.ts';
import type { EventKind } from '../../event/event-kind.ts';
import { EVENT_KINDS } from '../../event/event-kind.ts';
import type { SessionEntry } from '../../session/session-state.ts';
import { entryWeight } from './weights.ts';

const weight = (kind: EventKind, fields: Partial<SessionEntry> = {}, referred: string[] = [], turn = 20) =>
  entryWeight(makeEntry(1, kind, 10, fields), { turn }, new Set(referred));

describe('the weight of an entry', () => {
  const table: Record<EventKind, number> = {
    tool_result: 10,
    tool_call: 8,
    user_message: 5,
    agent_message: 5,
    thinking: 5,
    delegation: 5,
    report: 5,
    system_note: 5,
    decision: 2,
    objective: 0,
    constraint: 0,
    persona: 0,
    knowledge: 0,
    task_state: 0,
    compaction: 0,
  };
  it.each(EVENT_KINDS)('of kind %s', (kind) => {
    expect(weight(kind)).toBe(table[kind]);
  });

  it.each<[string, EventKind, Partial<SessionEntry>, number]>([
    ['a superseded objective', 'objective', { superseded: true }, 2],
    ['a superseded constraint', 'constraint', { superseded: true }, 2],
    ['a superseded persona', 'persona', { superseded: true }, 2],
    ['a pinned result', 'tool_result', { pinned: true }, 0],
    ['an unpinned result', 'tool_result', { pinned: false }, 10],
    ['an open call', 'tool_call', { call: 'open' }, 0],
    ['a closed call', 'tool_call', { call: 'closed' }, 8],
    ['a result shown as its preview', 'tool_result', { form: 'preview' }, 3],
    ['a result cut to the size of its preview', 'tool_result', { form: 'preview', cut: { ranges: [], tokens: 10 } }, 3],
    ['a result cut to a larger room', 'tool_result', { form: 'preview', cut: { ranges: [], tokens: 11 } }, 10],
    ['a result without its images', 'tool_result', { form: 'stripped' }, 10],
    ['an opaque entry of a guarded kind', 'persona', { state: 'opaque' }, 5],
    ['an erased decision', 'decision', { state: 'erased' }, 5],
    ['a pinned erased one', 'decision', { state: 'erased', pinned: true }, 0],
  ])('of %s', (_name, kind, fields, expected) => {
    expect(weight(kind, fields)).toBe(expected);
  });

  it('sinks where the task state refers to it, and for eight turns after it was recalled', () => {
    expect(weight('tool_result', {}, ['E1'])).toBe(1);
    expect(weight('persona', {}, ['E1'])).toBe(0);
    expect(weight('agent_message', { usedAtTurn: 13 })).toBe(2.5);
    expect(weight('agent_message', { usedAtTurn: 12 })).toBe(5);
    expect(weight('agent_message', { usedAtTurn: 13 }, ['E1'])).toBe(0.5);
  });
});
