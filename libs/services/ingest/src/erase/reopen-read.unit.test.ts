import type { NewLedgerEntry } from '@total-recall/domain';
import { expect, it } from 'vitest';
import type { KnownErasure, KnownErasures } from './known-erasures.ts';
import { reopenRead } from './reopen-read.ts';

const ended = (id: string, eventIds: string[]): KnownErasure =>
  ({
    requested: { id, tenant: 't' },
    state: 'done',
    unread: { events: eventIds.length, places: [{ space: 'main', session: 's', eventIds }] },
  }) as unknown as KnownErasure;

it('looks at each unread event once, however many erasures name it, and reopens those of which one opens', async () => {
  const asked: string[][] = [];
  const reopened: string[] = [];
  const known = {
    all: () => [ended('first', ['a', 'b']), ended('second', ['b', 'a']), ended('third', ['b', 'c']), ended('fourth', ['c', 'gone'])],
    append: async ({ act }: NewLedgerEntry) => (reopened.push((act as { erasureId: string }).erasureId), true),
  } as unknown as KnownErasures;
  await reopenRead(
    {
      index: {
        events: async (_tenant: string, _space: string, ids: readonly string[]) => {
          asked.push([...ids]);
          return ids.map((id) => (id === 'gone' ? undefined : { record: { envelope: { id } } }));
        },
      },
      sealer: {
        openAll: async (records: readonly { envelope: { id: string } }[]) =>
          records.map(({ envelope }) => ({ envelope, body: envelope.id === 'c' ? { text: '' } : 'unreadable' })),
      },
      clock: { now: () => 0 },
      newId: () => 'x',
    } as unknown as Parameters<typeof reopenRead>[0],
    known,
  );
  expect(asked).toEqual([['a', 'b'], ['c'], ['gone']]);
  expect(reopened).toEqual(['third', 'fourth']);
});
