import { expect, it } from 'vitest';
import { decidingIn, type Said } from '../../testing/decide-units.ts';
import { createMemoryRetriever, type Written } from '../../testing/memory-retriever.ts';

const ask = { tenant: 'acme', space: 'main' };
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2031, 0, 1);
const END = FIRST_DAY + 3 * DAY_MS;
const queries = ['When is the dentist appointment?'];

async function filled(text: string, sentence: string, until = END) {
  const memory = createMemoryRetriever();
  const written: Written[] = [
    { kind: 'user_message', text, at: FIRST_DAY },
    ...['The kettle was replaced.', 'Two gulls sat on the roof.'].map((said): Written => ({
      kind: 'user_message',
      text: said,
      at: FIRST_DAY,
    })),
  ];
  const ids = await memory.append(written);
  await memory.project();
  const from = text.indexOf(sentence);
  const place: Said = { eventId: ids[0]!, from, to: from + sentence.length, at: FIRST_DAY };
  const decisions = decidingIn(memory.stores.units, ask);
  await decisions.state({ ...place, validTo: until });
  const heading = async (asOf: number, asked = queries): Promise<string | undefined> =>
    /^## e1 .*$/m.exec((await memory.retriever.recall({ ...ask, queries: asked, asOf })).rendered)?.[0];
  return { heading };
}

const DENTIST = 'I have a dentist appointment on Friday.';

it('what is over by the time of a question says so, and nothing does before its end', async () => {
  const { heading } = await filled(DENTIST, DENTIST);
  expect(await heading(END)).toMatch(/\(over since 2031-01-04\)$/);
  expect(await heading(END - 1)).not.toContain('over since');
});

it('an event that says more is over in part, where that part is asked about', async () => {
  const { heading } = await filled(`${DENTIST} The spare key hangs in the boat house.`, DENTIST);
  expect(await heading(END)).toContain('(in part over since 2031-01-04)');
  expect(await heading(END, ['Where does the spare key hang?'])).not.toContain('over since');
});

it('what happened on the day on which it was told is no end', async () => {
  const { heading } = await filled(DENTIST, DENTIST, FIRST_DAY + DAY_MS);
  expect(await heading(END)).not.toContain('over since');
});
