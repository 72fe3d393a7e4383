import { describe, expect, it } from 'vitest';
import { createMemoryRetriever, type Written } from '../../testing/memory-retriever.ts';

const ASK = { tenant: 'acme', space: 'main' };
const START = Date.UTC(2021, 0, 4, 9);
const MINUTE_MS = 60_000;
const FAR = Date.UTC(9999, 11, 31);
const FIELDS = ['barley', 'oats', 'rye', 'spelt', 'maize', 'flax'];

const minute = (at: number): number => START + at * MINUTE_MS;
/** A message of a minute, and one that was recorded then by a client whose clock is far ahead. */
const said = (at: number, text: string): Written => ({ kind: 'user_message', at: minute(at), text });
const saidAhead = (at: number, text: string): Written => ({ kind: 'user_message', at: FAR + at, recordedAt: minute(at), text });

async function asking(events: readonly Written[], others: readonly Written[] = []) {
  const own = createMemoryRetriever();
  const ids = [...(await own.append(events)), ...(await own.append(others, { ...ASK, session: 's2' }))];
  await own.project();
  return async (query: string) => {
    const answer = await own.retriever.recall({ ...ASK, queries: [query] });
    return { ...answer, places: answer.hits.map(({ eventId }) => ids.indexOf(eventId)) };
  };
}

describe('an event whose stamp is far ahead of its recording', () => {
  it('is the last one only until another is recorded, and shows its stamp', async () => {
    const sown = FIELDS.map((field, at) => said(10 * at, `Please sow ${field} behind the mill.`));
    const ahead = saidAhead(25, 'Please mend the weir.');
    const recall = await asking([...sown.slice(0, 3), ahead, ...sown.slice(3)]);
    expect((await recall('What did I ask last?')).places).toEqual([6, 5, 4]);
    const now = await (await asking([...sown.slice(0, 3), ahead]))('What did I ask last?');
    expect(now.places).toEqual([3, 2, 1]);
    expect(now.hits[0]!.occurredAt).toBe(FAR + 25);
  });

  it('is found among more messages than one search brings', async () => {
    const many = Array.from({ length: 700 }, (_, at) => (at === 350 ? saidAhead(at, 'Mend the weir.') : said(at, `Sheaf ${at} is bound.`)));
    expect((await (await asking(many))('What did I say last?')).places).toEqual([699, 698, 697]);
  });

  it('gives no later value than what was said since in another session', async () => {
    const chatter = ['We had soup again.', 'The bus came late.', 'My back hurts.'].map((text, at) => said(at, text));
    const recall = await asking(
      [...chatter, saidAhead(5, 'My address is 12 Elm Street.')],
      [said(9, 'I moved, my address is 9 Oak Lane now.')],
    );
    const { rendered } = await recall('What is my address?');
    expect(rendered.indexOf('9 Oak Lane')).toBeLessThan(rendered.indexOf('12 Elm Street'));
    expect(rendered).not.toMatch(/^## .*Oak.*updated by/m);
  });

  it('leads no topic that is asked for last', async () => {
    const late = 'The ferry to Ostrup was late.';
    const kettle = 'The kettle was replaced.';
    const recall = await asking([said(1, late), said(2, kettle), saidAhead(3, late), said(4, kettle), said(5, late), said(6, kettle)]);
    expect((await recall('When was the ferry to Ostrup last late?')).places.slice(0, 2)).toEqual([4, 2]);
  });

  it('keeps its place where the whole space is ahead, as in a simulation', async () => {
    const sown = FIELDS.map((field, at): Written => ({ ...saidAhead(60 - at, `Please sow ${field} behind the mill.`), at: FAR + at }));
    expect((await (await asking(sown))('What did I ask last?')).places).toEqual([5, 4, 3]);
  });
});
