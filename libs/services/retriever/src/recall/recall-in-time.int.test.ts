import { createMemoryLedger } from '@total-recall/adapter-memory';
import { createPastUnits, createSystemClock, createSystemScheduler, createWorkGate, type WorkGate } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import { decidingIn, type Said } from '../../testing/decide-units.ts';
import { createMemoryRetriever, type Written } from '../../testing/memory-retriever.ts';
import { createRetriever, type RetrieverDeps } from '../index.ts';

const [clock, scheduler] = [createSystemClock(), createSystemScheduler()];
const ask = { tenant: 'acme', space: 'main' };
const queries = ['Where do deliveries for the bakery arrive?'];
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2031, 0, 1);
const day = (at: number): number => FIRST_DAY + at * DAY_MS;
const said = (text: string, at = 0): Written => ({ kind: 'user_message', text, at: day(at) });
const filler = ['The kettle was replaced.', 'Two gulls sat on the roof.', 'Rain is likely on Friday.'].map((text) => said(text));

const NORTH = said('Deliveries for the bakery arrive at the north gate.', 1);
const ARCH = said('They come through the arch of Ropewalk Lane these days.', 5);
const DOCK = said('Deliveries for the bakery arrive at the south dock.', 9);
const OF_NO_FACT = said('The bakery complains about the cold.', 7);
const EVENTS = [NORTH, ...filler, ARCH, DOCK, OF_NO_FACT];

async function filled(events: readonly Written[] = EVENTS, more: Partial<RetrieverDeps> = {}) {
  const memory = createMemoryRetriever();
  const ids = await memory.append(events);
  await memory.project();
  const ledger = createMemoryLedger();
  const decisions = decidingIn(memory.stores.units, ask, await ledger.own(0));
  const past = createPastUnits({ ledger }, 1_000);
  const retriever = createRetriever({ ...memory.deps, ...more, units: { ...memory.deps.units!, at: past.at } });
  const place = (at: number): Said => ({ eventId: ids[at]!, to: events[at]!.text!.length, at: events[at]!.at! });
  const shown = async (of: object = {}) => {
    const answer = await retriever.recall({ ...ask, queries, ...of });
    const headings = answer.rendered.split('\n').filter((line) => line.startsWith('## '));
    return {
      ...answer,
      headings,
      order: headings.map((line) => /e\d+/.exec(line)![0]),
      of: (at: number) => answer.hits.find((hit) => hit.eventId === ids[at]),
    };
  };
  return { ...memory, retriever, ids, place, decisions, shown };
}

describe('a recall that names what was true at a time', () => {
  it('puts the value of then first, though it is neither the latest nor found by its words, and says when the others held', async () => {
    const { decisions, place, shown } = await filled();
    await decisions.replace(place(0), place(4), place(5));
    expect((await shown()).order[0]).toBe('e6');
    const then = await shown({ validAt: day(6) });
    expect(then.order[0]).toBe('e5');
    expect(then.rendered.split('\n')[1]).toBe('[true at 2031-01-07T00:00:00.000Z]');
    expect(then.headings.find((line) => line.startsWith('## e1'))).toMatch(/\(until 2031-01-06\) \(updated by e5\)$/);
    expect(then.headings.find((line) => line.startsWith('## e6'))).not.toContain('updated by');
    expect(then.of(0)).toMatchObject({ since: day(1), until: day(5) });
    expect(then.passages.find(({ ordinal }) => ordinal === 6)).toMatchObject({ since: day(9) });
    const first = await shown({ validAt: day(2) });
    expect(first.order[0]).toBe('e1');
    expect(first.order.indexOf('e5')).toBeGreaterThan(0);
  });

  it('changes nothing about what states no fact', async () => {
    const { decisions, place, shown } = await filled();
    await decisions.state({ ...place(3) });
    const [now, then] = [await shown(), await shown({ validAt: day(2) })];
    expect(then.order).toEqual(now.order);
    expect(then.of(6)).toEqual(now.of(6));
    expect(then.of(6)).not.toHaveProperty('since');
  });

  it('goes by the dates of the texts, and by the same thing where nothing was replaced', async () => {
    const { decisions, place, shown } = await filled();
    await decisions.state(
      { ...place(0), key: 'arrival', validFrom: day(-400), validTo: day(3) },
      { ...place(5), key: 'arrival', validFrom: day(3) },
    );
    expect((await shown({ validAt: day(-30) })).order[0]).toBe('e1');
    const later = await shown({ validAt: day(4) });
    expect(later.order.indexOf('e6')).toBeLessThan(later.order.indexOf('e1'));
    expect((await shown()).headings.find((line) => line.startsWith('## e6'))).toMatch(/\(since 2031-01-04\)$/);
  });

  it('tells nothing by facts that are private to a person, that were forgotten or corrected', async () => {
    const { decisions, place, shown } = await filled();
    const plain = await shown();
    const [older, newer] = [place(0), place(5)];
    await decisions.state({ ...older, label: 'user', audience: 'anna', key: 'a' }, { ...newer, label: 'user', audience: 'anna', key: 'a' });
    const answer = await shown({ validAt: day(2) });
    expect(answer.order).toEqual(plain.order);
    expect(answer.rendered).not.toMatch(/\((?:since|until)/);
    expect(answer.hits.some(({ since, until }) => since !== undefined || until !== undefined)).toBe(false);
    await decisions.forget([place(4)], false);
    expect((await shown({ queries: ['Who comes through the arch of Ropewalk Lane?'] })).of(4)).not.toHaveProperty('since');
  });

  it('does not tell an end that only an event outside the scope says', async () => {
    const memory = await filled();
    const [other] = await memory.append([said('The west door takes deliveries for the bakery.', 20)], { ...memory.home, session: 's2' });
    await memory.project();
    await memory.decisions.replace(memory.place(0), { eventId: other!, session: 's2', at: day(20) });
    expect((await memory.shown()).of(0)).toMatchObject({ until: day(20) });
    const narrowed = await memory.shown({ scope: { sessions: ['s1'] } });
    expect(narrowed.of(0)).not.toHaveProperty('until');
    expect(narrowed.rendered).not.toContain('(until');
  });

  it('holds more of the same under a larger budget', async () => {
    const { decisions, place, shown } = await filled();
    await decisions.replace(place(0), place(4), place(5));
    let before: readonly string[] = [];
    for (let budgetTokens = 60; budgetTokens <= 200; budgetTokens += 4) {
      const { passages, tokens } = await shown({ validAt: day(6), budgetTokens });
      const now = passages.map(({ eventId, fromByte, toByte }) => `${eventId} ${fromByte} ${toByte}`);
      expect(tokens).toBeLessThanOrEqual(budgetTokens);
      expect(now).toEqual(expect.arrayContaining([...before]));
      before = now;
    }
    expect(before.length).toBeGreaterThan(2);
  });
});

describe('a recall by the decisions up to an entry of the ledger', () => {
  it('is hidden, ordered and marked by nothing that was decided later', async () => {
    const { decisions, place, shown, ids } = await filled();
    await decisions.state(place(3));
    await decisions.replace(place(0), place(5));
    await decisions.forget([place(6)]);
    const now = await shown();
    expect(now.headings.find((line) => line.startsWith('## e1'))).toContain('(updated by e6)');
    expect(now.hits.map(({ eventId }) => eventId)).not.toContain(ids[6]);
    const [first, second] = [await shown({ atEntry: 'entry-1' }), await shown({ atEntry: 'entry-2' })];
    expect(first.rendered).not.toMatch(/updated by|\(until/);
    expect(first.rendered.split('\n')[1]).toBe('[by the decisions up to entry-1]');
    expect(second.headings.find((line) => line.startsWith('## e1'))).toContain('(updated by e6)');
    for (const { hits } of [first, second]) expect(hits.map(({ eventId }) => eventId)).toContain(ids[6]);
    expect((await shown({ atEntry: 'entry-3' })).hits).toEqual(now.hits);
  });

  it('costs its tenant what is read and folded for it, and what is made of all units', async () => {
    const gate = createWorkGate({ clock, scheduler }, { slots: 2, deadlineMs: 60_000, waitingPerTenant: 9, waiting: 9 });
    let spent = 0;
    const noted: WorkGate = {
      run: (work, act) => gate.run(work, (turn) => act({ ...turn, spend: (cost) => ((spent += cost), turn.spend(cost)) })),
    };
    const { decisions, place, shown } = await filled(EVENTS, { gate: noted });
    for (let entry = 0; entry < 400; entry += 1) await decisions.state(place(entry % 7));
    const costOf = async (of: object): Promise<number> => {
      await shown({});
      spent = 0;
      await shown(of);
      return spent;
    };
    const now = await costOf({});
    // 400 entries of a decision each; the next one goes on from where the first one was.
    expect((await costOf({ atEntry: 'entry-400' })) - now).toBeGreaterThan(0.7);
    expect((await costOf({ atEntry: 'entry-400' })) - now).toBeLessThan(0.1);
    expect(await costOf({ validAt: day(6) })).toBeGreaterThan(now + 0.001);
  });

  it('is refused for an entry that is not about the space, and where there is no ledger', async () => {
    const { shown, deps } = await filled();
    await expect(shown({ atEntry: 'entry-9' })).rejects.toMatchObject({ code: 'not_found' });
    const alone = createRetriever(deps);
    await expect(alone.recall({ ...ask, queries, atEntry: 'entry-1' })).rejects.toMatchObject({ code: 'not_implemented' });
  });
});
