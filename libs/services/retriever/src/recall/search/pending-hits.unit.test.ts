import type { TextFilter } from '@total-recall/ports';
import { expect, it } from 'vitest';
import type { PendingEvent } from '../ask/read-pending-log.ts';
import { pendingHits } from './pending-hits.ts';

const EVENT = {
  event: { accepted: { ordinal: 4, turn: 2, taskId: 'harbour' } },
  opened: { envelope: { id: 'e4', session: 'run-1', kind: 'user_message', occurredAt: 50 } },
  content: { body: { text: '', meta: { agent: 'pilot' } } },
  documents: [
    { part: 0, terms: ['gate', 'open', 'gate'] },
    { part: 1, passage: { fromByte: 0, toByte: 9 }, terms: ['mast'] },
  ],
} as unknown as PendingEvent;
const partsOf = (filter: TextFilter, terms = ['gate', 'mast'], event = EVENT) => pendingHits(event, terms, filter).map(({ part }) => part);

it('passages that are not indexed yet are found by their terms, which are counted', () => {
  expect(pendingHits(EVENT, ['gate', 'sail'], {})).toEqual([
    { eventId: 'e4', part: 0, session: 'run-1', ordinal: 4, turn: 2, kind: 'user_message', occurredAt: 50, termCounts: [2, 0], length: 3 },
  ]);
  expect(pendingHits(EVENT, ['mast'], {})).toMatchObject([{ part: 1, passage: { fromByte: 0, toByte: 9 }, termCounts: [1] }]);
  expect(partsOf({}, ['sail'])).toEqual([]);
});

it.each<[string, TextFilter, TextFilter]>([
  ['sessions', { sessions: ['run-1'] }, { sessions: ['run-0'] }],
  ['no session', {}, { sessions: [] }],
  ['kinds', { kinds: ['user_message'] }, { kinds: ['decision'] }],
  ['a beginning', { fromTime: 50 }, { fromTime: 51 }],
  ['an end', { toTime: 50 }, { toTime: 49 }],
  ['agents', { agents: ['pilot'] }, { agents: ['cook'] }],
  ['tasks', { taskIds: ['harbour'] }, { taskIds: ['other', ''] }],
  ['tasks and a session of all', { taskIds: ['other'], anyTaskOf: 'run-1' }, { taskIds: ['other'], anyTaskOf: 'run-0' }],
  ['events that are withheld', { withoutEvents: new Set(['e5']) }, { withoutEvents: new Set(['e4']) }],
])('passages that are not indexed yet are kept to %s', (_name, within, without) => {
  expect(partsOf(within)).toEqual([0, 1]);
  expect(partsOf(without)).toEqual([]);
});
