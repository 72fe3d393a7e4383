import { describe, expect, it } from 'vitest';
import { decidingIn, type Said } from '../../testing/decide-units.ts';
import { createMemoryRetriever, type Written } from '../../testing/memory-retriever.ts';

const ask = { tenant: 'acme', space: 'main' };
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2031, 0, 1);
const said = (text: string, day = 0): Written => ({ kind: 'user_message', text, at: FIRST_DAY + day * DAY_MS });
const filler = ['The kettle was replaced.', 'Two gulls sat on the roof.', 'Rain is likely on Friday.'].map((text) => said(text));

const OLD = said('Deliveries for the bakery arrive at the north gate.', 1);
const NEW = said('They come through the arch of Ropewalk Lane these days.', 5);

async function filled(events: readonly Written[]) {
  const memory = createMemoryRetriever();
  const ids = await memory.append(events);
  await memory.project();
  const place = (at: number): Said => ({ eventId: ids[at]!, to: events[at]!.text!.length, at: events[at]!.at! });
  return { ...memory, ids, place, decisions: decidingIn(memory.stores.units, ask) };
}

describe('a sentence that a later one replaced', () => {
  const queries = ['Where do deliveries for the bakery arrive?'];

  it('is shown behind the one that replaced it, which is brought though the query does not find it', async () => {
    const { retriever, decisions, place } = await filled([OLD, ...filler, NEW]);
    expect((await retriever.recall({ ...ask, queries, limit: 1 })).rendered).not.toContain('Ropewalk');
    await decisions.replace(place(0), place(4));
    const { rendered } = await retriever.recall({ ...ask, queries, limit: 1 });
    expect(rendered.indexOf('Ropewalk Lane')).toBeGreaterThan(0);
    expect(rendered.indexOf('Ropewalk Lane')).toBeLessThan(rendered.indexOf('north gate'));
    expect(rendered).toMatch(/^## e1 .*\(updated by e5\)$/m);
  });

  it('comes first where what was before is asked for', async () => {
    const { retriever, decisions, place } = await filled([OLD, ...filler, NEW]);
    await decisions.replace(place(0), place(4));
    const { rendered } = await retriever.recall({ ...ask, queries, history: true });
    expect(rendered.indexOf('north gate')).toBeLessThan(rendered.indexOf('Ropewalk Lane'));
    expect(rendered).toContain('(updated by e5)');
  });

  it('gives way to the last of several, and to none that was forgotten', async () => {
    const last = said('Since spring the south dock takes them.', 9);
    const { retriever, decisions, place } = await filled([OLD, ...filler, NEW, last]);
    await decisions.replace(place(0), place(4), place(5));
    expect((await retriever.recall({ ...ask, queries, limit: 1 })).rendered).toContain('(updated by e6)');
    await decisions.forget([place(5)]);
    const { rendered } = await retriever.recall({ ...ask, queries, limit: 1 });
    expect(rendered).toContain('(updated by e5)');
    expect(rendered).not.toContain('south dock');
  });

  it('is left alone where the query is about something else of its event', async () => {
    const both = said(`The ferry leaves from pier four. ${OLD.text}`, 1);
    const { retriever, decisions, ids } = await filled([both, ...filler, NEW]);
    const from = both.text!.indexOf('Deliveries');
    await decisions.replace({ eventId: ids[0]!, from, to: both.text!.length, at: both.at! }, { eventId: ids[4]!, at: NEW.at! });
    const { rendered } = await retriever.recall({ ...ask, queries: ['Which pier does the ferry leave from?'], limit: 1 });
    expect(rendered).toContain('pier four');
    expect(rendered).not.toMatch(/Ropewalk|updated by/);
  });
});

describe('a recall as of a time', () => {
  const queries = ['Where do deliveries for the bakery arrive?'];
  const asOf = FIRST_DAY + 3 * DAY_MS;

  it('shows only what had occurred by then, without what replaced it later, and says of when it is', async () => {
    const { retriever, decisions, place, ids } = await filled([OLD, ...filler, NEW, said('The bakery hires for deliveries.', 6)]);
    await decisions.replace(place(0), place(4));
    const { rendered, hits } = await retriever.recall({ ...ask, queries, asOf });
    expect(rendered.split('\n')[1]).toBe('[as of 2031-01-04T00:00:00.000Z]');
    expect(rendered).toContain('north gate');
    expect(rendered).not.toMatch(/Ropewalk|hires|updated by/);
    expect(hits.map(({ eventId }) => eventId)).not.toContain(ids[5]);
    expect((await retriever.recall({ ...ask, queries })).rendered).not.toContain('[as of');
  });

  it('says of when it is though nothing is found', async () => {
    const { retriever } = await filled([NEW]);
    const { rendered } = await retriever.recall({ ...ask, queries, asOf });
    expect(rendered).toContain('[as of 2031-01-04T00:00:00.000Z]\nNothing was found.');
  });

  it('calls nothing superseded that was not superseded yet, in the index or above it', async () => {
    const memory = await filled([OLD, ...filler]);
    const newer: Written = {
      kind: 'decision',
      text: 'Deliveries for the bakery move.',
      at: FIRST_DAY + 5 * DAY_MS,
      body: { meta: { supersedes: [memory.ids[0]!] } },
    };
    await memory.append([newer]);
    const superseded = async (of: object) =>
      (await memory.retriever.recall({ ...ask, queries, ...of })).hits.find(({ eventId }) => eventId === memory.ids[0])!.superseded;
    for (const step of ['above the index', 'in it']) {
      if (step === 'in it') await memory.project();
      expect([await superseded({}), await superseded({ asOf })]).toEqual([true, false]);
    }
  });

  it('counts days from then', async () => {
    const { retriever } = await filled([said('The crane failed its test.', 2), said('The crane passed its test.', 8)]);
    const { rendered } = await retriever.recall({ ...ask, queries: ['What happened to the crane yesterday?'], asOf });
    expect(rendered).toContain('failed');
    expect(rendered).not.toContain('passed');
  });

  it('keeps a narrower time of the scope', async () => {
    const { retriever } = await filled([OLD, said('Deliveries for the bakery were late.', 2)]);
    const { rendered } = await retriever.recall({ ...ask, queries, asOf, scope: { toTime: FIRST_DAY + DAY_MS } });
    expect(rendered).toContain('north gate');
    expect(rendered).not.toContain('late');
  });
});
