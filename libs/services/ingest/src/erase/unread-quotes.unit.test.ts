import type { EventBody, EventKind, EventRecord, MissingBody } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import { createUnreadQuotes } from './unread-quotes.ts';

const HOUR_MS = 3_600_000;

function record(id: string, kind: EventKind, body: Partial<EventBody> | MissingBody, session = 'a', recordedAt = HOUR_MS): EventRecord {
  const whole = typeof body === 'string' ? body : { text: '', meta: {}, ...body };
  return { offset: 0, envelope: { id, kind, session, recordedAt } as EventRecord['envelope'], body: whole };
}

const call = (id: string, name = 'read', args = '{}') => record(`call ${id}`, 'tool_call', { call: { id, name, arguments: args } });
const answer = (id: string) => record(`result ${id}`, 'tool_result', { call: { id, name: 'read' } });
const lost = (id: string, session = 'a', recordedAt = HOUR_MS) => record(id, 'tool_result', 'unreadable', session, recordedAt);

function found(records: readonly EventRecord[], going = ['gone'], copies: readonly string[] = []): string[] {
  const quotes = createUnreadQuotes(new Set(going), new Set([...going, ...copies]));
  for (const one of [record('gone', 'user_message', {}, 'first'), ...records]) quotes.see(one);
  return quotes.found().map(({ envelope }) => envelope.id);
}

describe('an unread tool result', () => {
  it.each<[string, EventRecord[], string[]]>([
    ['answers the call that lacks a result', [call('1'), lost('x')], []],
    ['answers one of recall', [call('1', 'recall'), lost('x')], ['x']],
    ['answers one of open', [call('1', 'open', '{"ref":"e1"}'), lost('x')], ['x']],
    ['answers one of a command that recalls', [call('1', 'bash', '{"command":"total-recall recall gull"}'), lost('x')], ['x']],
    ['may answer the command or the recall', [call('1'), call('2', 'recall'), lost('x')], ['x']],
    ['answers none of recall that has its result', [call('1'), call('2', 'recall'), answer('2'), lost('x')], []],
    ['answers none of recall that came after it', [call('1'), lost('x'), call('2', 'recall')], []],
    ['answers a call that does not open', [call('1'), record('c', 'tool_call', 'unreadable'), lost('x')], ['x']],
    ['answers a call of elsewhere', [call('1'), answer('1'), lost('x')], ['x']],
    ['is one more than calls lack', [call('1'), lost('x'), lost('y')], ['y']],
    ['is of another session than the call', [call('1'), lost('x', 'b')], ['x']],
  ])('%s', (_what, records, expected) => {
    expect(found(records)).toEqual(expected);
  });

  it('quotes nothing that was recorded after it, whatever clocks differ by', () => {
    expect(found([lost('early', 'b', 0), lost('near', 'c', HOUR_MS - 30_000), lost('late', 'd', 2 * HOUR_MS)])).toEqual(['near', 'late']);
    expect(found([lost('early', 'b', 1), record('copy', 'delegation', {}, 'c', 0)], ['gone'], ['copy'])).toEqual(['early']);
  });

  it('is no matter where it goes itself, and an unread report is as before', () => {
    expect(found([lost('x'), record('r', 'report', 'damaged'), record('m', 'user_message', 'damaged')], ['gone', 'x'])).toEqual(['r']);
  });
});
