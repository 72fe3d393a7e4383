import { describe, expect, it } from 'vitest';
import { createMemoryRetriever } from '../../../testing/memory-retriever.ts';

const OTHER = { tenant: 'other', space: 'big', session: 's' };

/** Builds a retriever whose log is ahead of the index, and which covers little of it. */
function build(passedRecords?: number) {
  const service = createMemoryRetriever({
    partitions: 1,
    config: { pendingRecords: 4, coverTimeoutMs: 0, ...(passedRecords !== undefined && { passedRecords }) },
  });
  const recall = (query: string) => service.retriever.recall({ ...service.home, queries: [query] });
  const others = (count: number) =>
    service.append(
      Array.from({ length: count }, (_, at) => ({ kind: 'user_message' as const, text: `A crate of the other one, ${at}.` })),
      OTHER,
    );
  return { ...service, recall, others };
}

describe('a recall ahead of the index', () => {
  it('finds what its space wrote behind and before many records of others, without waiting for them', async () => {
    const { append, others, recall } = build();
    const [first] = await append([{ kind: 'user_message', text: 'The pilot boards at the outer buoy.' }]);
    await others(50);
    const [second] = await append([{ kind: 'user_message', text: 'The pilot leaves at the inner buoy.' }]);
    await others(50);
    const { hits } = await recall('pilot buoy');
    expect(new Set(hits.map(({ eventId }) => eventId))).toEqual(new Set([first, second]));
  });

  it('finds what is folded and not in the index yet', async () => {
    const { append, project, recall } = build();
    const [first] = await append([{ kind: 'user_message', text: 'The pilot boards at the outer buoy.' }]);
    await project();
    const [second] = await append([{ kind: 'user_message', text: 'The pilot leaves at the inner buoy.' }]);
    await project({ isFound: false });
    const { hits } = await recall('pilot buoy');
    expect(new Set(hits.map(({ eventId }) => eventId))).toEqual(new Set([first, second]));
  });

  it('asks the index once a partition for its marks, and not again for a moment where nothing is pending', async () => {
    const {
      append,
      project,
      recall,
      stores: { index },
    } = build();
    await append([{ kind: 'user_message', text: 'The pilot boards at the outer buoy.' }]);
    const { marks } = index;
    let reads = 0;
    index.marks = (partition) => {
      reads += 1;
      return marks(partition);
    };
    expect((await recall('pilot')).hits).toHaveLength(1);
    expect(reads).toBe(1);
    await project();
    for (let at = 0; at < 3; at += 1) expect((await recall('pilot')).hits).toHaveLength(1);
    expect(reads).toBe(2);
  });

  it('waits where more of its own space is pending than it covers', async () => {
    const { append, project, recall } = build();
    await append(Array.from({ length: 6 }, (_, at) => ({ kind: 'user_message' as const, text: `The pilot boards at buoy ${at}.` })));
    await expect(recall('pilot')).rejects.toMatchObject({ code: 'not_caught_up' });
    await project();
    expect((await recall('pilot')).hits).toHaveLength(6);
  });

  it('waits where the log is further ahead than it looks through', async () => {
    const { append, others, recall } = build(20);
    await append([{ kind: 'user_message', text: 'The pilot boards at the outer buoy.' }]);
    await others(30);
    await expect(recall('pilot')).rejects.toMatchObject({ code: 'not_caught_up' });
  });
});
