import { expect, it } from 'vitest';
import { createEntryContents } from './entry-contents.ts';

const PLACE = { tenant: 'acme', space: 'main' };

/** Contents of events that say their id; a read of the index waits until the promise that is set for it. */
function world(contentCacheChars: number) {
  const state = { until: Promise.resolve(), read: [] as string[] };
  const contents = createEntryContents(
    {
      index: {
        events: async (_tenant: string, _space: string, ids: readonly string[]) => {
          state.read.push(...ids);
          await state.until;
          return ids.map((id) => ({ record: { envelope: { id } } }));
        },
      },
      sealer: {
        openAll: async (records: readonly { envelope: { id: string } }[]) =>
          records.map((one) => ({ ...one, body: { text: one.envelope.id } })),
      },
      content: { read: async (_place: unknown, body: { text: string }) => ({ body, fullText: body.text }) },
    } as never,
    { contentCacheChars },
  );
  const open = async (...ids: string[]) => [...(await contents.open(PLACE, ids)).keys()].sort();
  /** Opens events while `act` happens between the read of the index and its answer. */
  const openDuring = async (ids: string[], act: () => unknown) => {
    const waiting = Promise.withResolvers<void>();
    state.until = waiting.promise;
    const opening = open(...ids);
    state.until = Promise.resolve();
    await act();
    waiting.resolve();
    return opening;
  };
  return { contents, open, openDuring, state };
}

it('contents that were there stay with a window, though they are forgotten or pushed out while it reads others', async () => {
  const { contents, open, openDuring } = world(4 * 514);
  await open('e1', 'e2');
  expect(await openDuring(['e1', 'e2', 'e3'], () => contents.forget())).toEqual(['e1', 'e2', 'e3']);
  await open('e1', 'e2');
  expect(await openDuring(['e1', 'e2', 'e4'], () => open('f1', 'f2', 'f3', 'f4', 'f5'))).toEqual(['e1', 'e2', 'e4']);
});

it('what was read before contents were forgotten is not kept, and what is used stays longest', async () => {
  const { contents, open, openDuring, state } = world(3 * 514);
  await openDuring(['e1'], () => contents.forget());
  await open('e1', 'e2', 'e3');
  expect(state.read).toEqual(['e1', 'e1', 'e2', 'e3']);
  await open('e1');
  await open('e4');
  state.read.length = 0;
  await open('e1', 'e2');
  expect(state.read).toEqual(['e2']);
});
