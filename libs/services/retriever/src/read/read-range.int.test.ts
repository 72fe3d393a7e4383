import { expect, it } from 'vitest';
import { createMemoryRetriever } from '../../testing/memory-retriever.ts';
import { signedRange } from '../window/signed-range.ts';

const ADDRESS = { tenant: 'acme', space: 'main', session: 's1' };
/** More than two pages of what is read at once. */
const EVENTS = 450;

it('a range of many pages is every event of it once, in order, and none beside it', async () => {
  const { retriever, deps, append, project } = createMemoryRetriever();
  const ids = await append(
    Array.from({ length: EVENTS }, (_, at) => ({
      kind: at % 2 === 0 ? ('user_message' as const) : ('agent_message' as const),
      text: `line ${at}`,
      at: 1_000 + at,
    })),
  );
  await project();
  const markerId = signedRange(deps.signer, ADDRESS, { fromOrdinal: 11, toOrdinal: 440 });
  const wanted = ids.slice(10, 440);

  const { marker, manifests } = await retriever.manifest({ ...ADDRESS, markerId });
  expect(manifests.flatMap(({ eventIds }) => eventIds)).toEqual(wanted);
  expect(marker).toMatchObject({ fromOrdinal: 11, toOrdinal: 440, eventCount: wanted.length, fromTime: 1_010, toTime: 1_439 });

  const expanded: string[] = [];
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const page = await retriever.expand({ ...ADDRESS, markerId, limit: 100, ...(cursor !== undefined && { cursor }) });
    expect(page.marker.eventCount).toBe(wanted.length);
    expanded.push(...page.events.map(({ id }) => id));
    cursor = page.cursor;
  }
  expect(expanded).toEqual(wanted);
});
