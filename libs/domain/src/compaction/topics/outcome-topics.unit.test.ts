import { expect, it } from 'vitest';
import { makeEntry } from '../../../testing/index.ts';
import type { EventBody } from '../../event/event-body.ts';
import type { EventKind } from '../../event/event-kind.ts';
import { sketchEvent } from '../sketches/event-sketch.ts';
import { isOutcome, outcomeTopics } from './outcome-topics.ts';

type Event = readonly [EventKind, Partial<EventBody>];

function topicsOf(...events: readonly Event[]): string[] {
  return outcomeTopics(
    events.map(([kind, body], at) => ({
      entry: { ...makeEntry(at + 1, kind, 10), ...(body.call && { callId: body.call.id }), ...(body.isError && { isError: true }) },
      sketch: sketchEvent(kind, { text: '', meta: {}, ...body }),
    })),
  );
}

const said = (text: string): Event => ['agent_message', { text }];
const call = (name: string, args: object): Event => ['tool_call', { call: { id: name, name, arguments: JSON.stringify(args) } }];
const result = (name: string, body: Partial<EventBody>): Event => ['tool_result', { call: { id: name, name }, ...body }];

it('tells the newest of what was done, then what cannot be', () => {
  const done = ['Berth K1 has been cancelled.', 'I booked berth K2.', 'Your deposit has been refunded.'].map(said);
  expect(topicsOf(...done)).toEqual(['booked berth K2', 'deposit refunded']);
  expect(topicsOf(said('Winter berths cannot be exchanged.'), said('I booked berth K2.'))).toEqual([
    'booked berth K2',
    'Winter berths cannot be exchanged',
  ]);
});

it('tells a change by a call that nobody told of, unless it failed', () => {
  const cancel = call('cancel_mooring', { mooring_id: 'K7', user_id: 'u1' });
  expect(topicsOf(cancel, result('cancel_mooring', { text: 'ok' }))).toEqual(['cancelled mooring K7']);
  expect(topicsOf(cancel, said('The mooring K7 has been cancelled.'))).toEqual(['mooring K7 cancelled']);
  expect(topicsOf(cancel, result('cancel_mooring', { text: 'no', isError: true }))).toEqual([]);
});

it('tells no change that an agent makes for itself, and nothing of a call that only reads', () => {
  expect(
    topicsOf(call('update_plan', { plan: 'x' }), call('create_file', { name: 'a.ts' }), call('get_mooring', { mooring_id: 'K7' })),
  ).toEqual([]);
});

it.each([
  'order_lookup',
  'issue_search',
  'orderHistory',
  'return_status_query',
  'order_find',
  'update_view',
  'change_list',
  'book_get',
  'order_read',
])('tells no change by a tool that only looks: %s', (name) => {
  expect(topicsOf(call(name, { order_id: 'W123' }))).toEqual([]);
});

it('is told apart from terms, requests and counts', () => {
  const outcomes = [
    'booked berth K2',
    'fees cannot be waived',
    'Fare class Y sold out',
    'unable to refund the deposit',
    '120 EUR refunded',
  ];
  expect(outcomes.filter((topic) => !isOutcome(topic))).toEqual([]);
  expect(['San Diego', 'booked', '"book berth K2"', '3 edits', '2 errors (TS2322)', 'decided keep fixed prices'].filter(isOutcome)).toEqual(
    [],
  );
});
