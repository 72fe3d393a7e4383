import { expect, it } from 'vitest';
import { createMemoryRetriever, type Written } from '../../../testing/memory-retriever.ts';

const ask = { tenant: 'acme', space: 'main' };
const at = (hour: number, minute = 0): number => Date.UTC(2030, 4, 3, hour, minute);
const said = (hour: number, minute: number, text: string): Written => ({ kind: 'user_message', at: at(hour, minute), text });
const GREEN = 'The staging build is green.';
const OTHERS = ['The kettle works.', 'Ben is late.', 'Soup for lunch.', 'The fan hums.', 'A parcel came.', 'The window sticks.'];

async function recall(events: readonly Written[], query: string) {
  const memory = createMemoryRetriever();
  const ids = await memory.append(events);
  await memory.project();
  const { hits, rendered } = await memory.retriever.recall({ ...ask, session: 's1', queries: [query] });
  return { rendered, first: ids.indexOf(hits[0]!.eventId) + 1 };
}

/** The same statement in each hour from 10:00 to 15:00, with another one behind each: e1, e3 ... e11. */
const hours = OTHERS.flatMap((other, hour) => [said(10 + hour, 0, GREEN), said(10 + hour, 20, other)]);

it('of a statement that was made again and again the latest is shown, and the others are named beside it', async () => {
  const { rendered, first } = await recall(hours, 'Is the staging build green?');
  expect(first).toBe(11);
  expect(rendered).toContain(`## e11 user 15:00 (also e9, e7, e5, e3 and 1 more)\n${GREEN}`);
  expect(rendered.split(GREEN)).toHaveLength(2);
});

it('where nothing stands behind the latest, too', async () => {
  const { rendered, first } = await recall(hours.slice(0, -1), 'Is the staging build green?');
  expect(first).toBe(11);
  expect(rendered).toContain('## e11 user 15:00 (also e9,');
});

it('the earliest is shown where that is asked for, and that of the time where one is', async () => {
  expect((await recall(hours, 'When was the staging build green first?')).first).toBe(1);
  const { rendered } = await recall(hours, 'What did I say about the staging build at 12:00 on 3 May 2030?');
  expect(rendered).toMatch(/## e5 user 12:00\n/);
});

it('what somebody else says, or in other words, is no repeat', async () => {
  const events: Written[] = [
    said(10, 0, GREEN),
    { kind: 'agent_message', at: at(11), text: GREEN },
    said(12, 0, 'The staging build is green again.'),
  ];
  const { rendered } = await recall(events, 'Is the staging build green?');
  expect(rendered).not.toContain('(also');
});

it('what is said in the same words to another question stands apart from it', async () => {
  const agree = 'Yes, please go ahead.';
  const asks = (hour: number, text: string): Written => ({ kind: 'agent_message', at: at(hour), text });
  const events: Written[] = [
    asks(10, 'Shall I deploy the gateway to staging?'),
    said(10, 1, agree),
    ...OTHERS.slice(0, 3).map((other, hour) => said(11 + hour, 0, other)),
    asks(15, 'Shall I delete the gateway backups on staging?'),
    said(15, 1, agree),
  ];
  const { rendered } = await recall(events, 'Did I agree to deploy the gateway to staging?');
  expect(rendered).toContain(agree);
  expect(rendered).not.toContain('(also');
});
