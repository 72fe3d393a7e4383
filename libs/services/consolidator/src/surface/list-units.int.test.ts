import type { NewEvent } from '@total-recall/domain';
import type { UnitsQuery, UnitView } from '@total-recall/ports';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, describe, expect, it } from 'vitest';
import { PLACE, serveConsolidating } from '../../testing/serve-consolidating.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

const HOUR = 3_600_000;
const START = Date.UTC(2026, 4, 4);
const said = (text: string, hours: number, more: Partial<NewEvent> = {}): NewEvent => ({
  kind: 'user_message',
  text,
  occurredAt: START + hours * HOUR,
  ...more,
});
const CRANES = ['The harbour crane lifts containers at the northern quay.', 'The harbour crane at the northern quay needs grease.'];
const RENT = 'My landlord raised the monthly rent for the apartment in Larkhill.';

async function told() {
  const service = await serveConsolidating(tokens);
  await service.say('a', said(CRANES[0]!, 0), { ...said('We grease the crane each Monday.', 0.1), kind: 'decision' });
  await service.say('b', said(CRANES[1]!, 30), said(RENT, 40, { meta: { subject: 'maria' } }));
  await service.say('c', said('the port is 4100.', 50), said('the port is 4200 now.', 60));
  await service.consolidator().consolidate(PLACE);
  const ask = (query: Partial<UnitsQuery>) => service.consolidator().units({ ...PLACE, limit: 50, ...query });
  const units = async (query: Partial<UnitsQuery>): Promise<readonly UnitView[]> => (await ask(query)).units;
  return { service, ask, units };
}

describe('units', () => {
  it('are found by words with the sentences of their events, what was decided, and what they lead to', async () => {
    const { service, units } = await told();
    const found = await units({ text: 'Which crane stands at the quay?' });
    const episode = found.find(({ kind, events }) => kind === 'episode' && events[0]!.session === 'a')!;
    expect(episode).toMatchObject({
      visibility: 'visible',
      text: expect.stringContaining(CRANES[0]!),
      decisions: [{ text: 'We grease the crane each Monday.', session: 'a', ordinal: 2 }],
      events: [
        { session: 'a', ordinal: 1 },
        { session: 'a', ordinal: 2 },
      ],
      from: START,
      to: START + 0.1 * HOUR,
    });
    expect(found.every(({ score }) => score! >= 0 && score! <= 1)).toBe(true);
    expect(await units({ text: 'unheard zebra' })).toEqual([]);
    await service.stop();
  });

  it('of several events are found by the words that these share, as topics and as insights', async () => {
    const { service, units } = await told();
    for (const session of ['d', 'e', 'f']) await service.say(session, said('the gate code is 7.', 100 + session.charCodeAt(0)));
    await service.consolidator().consolidate(PLACE);
    const found = await units({ text: 'harbour crane quay' });
    expect(found.find(({ kind }) => kind === 'topic')).toMatchObject({ hops: 0, words: expect.arrayContaining(['crane']) });
    expect((await units({ text: 'gate code' })).find(({ kind }) => kind === 'insight')).toMatchObject({
      hops: 0,
      text: 'the gate code is 7.',
    });
    await service.stop();
  });

  it('say no half of a surrogate pair, which strict readers of JSON refuse, where what was decided is cut', async () => {
    const service = await serveConsolidating(tokens);
    const decided = `We grease the crane each Monday. ${'a'.repeat(206)}😀 That is decided.`;
    await service.say('a', said(CRANES[0]!, 0), { ...said(decided, 0.1), kind: 'decision' });
    await service.consolidator().consolidate(PLACE);
    const { units } = await service.consolidator().units({ ...PLACE, limit: 50, kind: 'episode' });
    const [shown] = units.flatMap(({ decisions }) => decisions);
    expect(shown!.text.slice(0, 239)).toBe(decided.slice(0, 239));
    expect(shown!.text.isWellFormed()).toBe(true);
    await service.stop();
  });

  it('are listed by kind and by what they are made of, page by page, and counted', async () => {
    const { service, ask, units } = await told();
    const topic = (await units({ kind: 'topic' })).find(({ words }) => words.includes('crane'));
    expect(topic).toMatchObject({ eventCount: 3, members: [expect.any(String), expect.any(String)] });
    expect((await units({ under: topic!.id })).map(({ id }) => id).toSorted()).toEqual(topic!.members.toSorted());
    const whole = (await units({ kind: 'episode' })).map(({ id }) => id);
    const first = await ask({ kind: 'episode', limit: 2 });
    const rest = await ask({ kind: 'episode', after: first.next! });
    expect([...first.units, ...rest.units].map(({ id }) => id)).toEqual(whole);
    expect(rest.next).toBeUndefined();
    expect(first.surface).toMatchObject({ archived: 1, unreachable: 0, hops: [1] });
    await service.stop();
  });

  it('are searched by kind and by what they are made of, among as many as there are', async () => {
    const { service, units } = await told();
    const words = 'crane harbour port landlord rent';
    expect((await units({ text: words, kind: 'topic' })).map(({ kind }) => kind)).toEqual(['topic', 'topic']);
    expect((await units({ text: words, kind: 'fact' })).every(({ kind }) => kind === 'fact')).toBe(true);
    const [topic] = await units({ text: 'crane', kind: 'topic' });
    const below = await units({ text: words, under: topic!.id });
    expect(below.map(({ id }) => id).toSorted()).toEqual(topic!.members.toSorted());
    expect(await units({ text: 'port', under: topic!.id, kind: 'fact' })).toEqual([]);
    await service.stop();
  });

  it('are shown as an entry of the ledger left them: topics, episodes and what was visible then', async () => {
    const { service, ask, units } = await told();
    const { entries } = await service.consolidator().ledger({ ...PLACE, limit: 1 });
    const atEntry = entries[0]!.id;
    const kinds = ['topic', 'episode', 'fact'] as const;
    const before = await Promise.all(kinds.map((kind) => ask({ kind })));
    await service.say('g', said('The harbour crane at the northern quay has a new motor.', 100), said('the port is 4300 now.', 101));
    await service.consolidator().consolidate(PLACE);
    const now = await Promise.all(kinds.map((kind) => ask({ kind })));
    expect(now.map(({ units: found }) => found.length)).not.toEqual(before.map(({ units: found }) => found.length));
    expect(now[0]!.units[0]!.eventCount).toBe(before[0]!.units[0]!.eventCount + 1);
    expect(await Promise.all(kinds.map((kind) => ask({ kind, atEntry })))).toEqual(before);
    expect(await units({ text: 'motor', atEntry })).toEqual([]);
    expect(await units({ text: 'motor' })).not.toEqual([]);
    const [first, ...rest] = before[1]!.units;
    const page = await ask({ kind: 'episode', atEntry, limit: 1 });
    expect([page.units, (await ask({ kind: 'episode', atEntry, after: page.next! })).units]).toEqual([[first], rest]);
    await expect(ask({ atEntry: 'unheard' })).rejects.toMatchObject({ code: 'not_found' });
    await service.stop();
  });

  it('lead from a value to the one before it', async () => {
    const { service, units } = await told();
    const facts = (await units({ text: 'the port' })).filter(({ kind }) => kind === 'fact');
    expect(facts.map(({ visibility, hops }) => `${visibility} ${hops}`).toSorted()).toEqual(['archived 1', 'visible 0']);
    await service.stop();
  });

  it('of a search say no more than its bound, each whole, and that is told', async () => {
    const service = await serveConsolidating(tokens);
    // Two bytes a letter; a word that more than eight units hold tells nothing.
    const long = (at: number): string => `Портовый кран номер ${at} ${'поднимает тяжёлые контейнеры '.repeat(12)}.`;
    for (let at = 0; at < 8; at += 1) await service.say(`s${at}`, ...[0, 1, 2, 3].map((n) => said(long(100 + 10 * at + n), at + n / 60)));
    await service.consolidator().consolidate(PLACE);
    const ask = async (limit: number) => (await service.consolidator().units({ ...PLACE, text: 'портовый кран', limit })).units;
    expect(await ask(2)).toHaveLength(2);
    expect(service.limits).not.toContain('bytes');
    const { length } = await ask(16);
    expect(length).toBeGreaterThan(2);
    expect(length).toBeLessThan(8);
    expect(service.limits).toContain('bytes');
    await service.stop();
  });

  it('of one person are shown to who names that person', async () => {
    const { service, units } = await told();
    for (const query of [{ text: 'landlord rent apartment' }, { kind: 'episode' }] as const) {
      const texts = async (subject?: string) =>
        (await units({ ...query, ...(subject !== undefined && { subject }) })).map(({ text }) => text);
      expect(await texts()).not.toContain(RENT);
      expect(await texts('jon')).not.toContain(RENT);
      expect(await texts('maria')).toContain(RENT);
    }
    await service.stop();
  });

  it('say nothing of events that a person withheld', async () => {
    const { service, units } = await told();
    const { facts } = await service.consolidator().facts({ ...PLACE, text: '4200', limit: 5 });
    await service.consolidator().forget({ ...PLACE, actor: 'key_p', factId: facts[0]!.id });
    const shown = await units({});
    expect(shown.length).toBeGreaterThan(3);
    expect(JSON.stringify(shown)).not.toContain('4200');
    await service.stop();
  });

  it('of facts beside a forgotten one say what a list of facts says of them', async () => {
    const { service, units } = await told();
    await service.say('d', said('the host is set to alpha. the zone is set to beta.', 70));
    await service.consolidator().consolidate(PLACE);
    const list = async () => (await service.consolidator().facts({ ...PLACE, text: 'set', limit: 5 })).facts;
    const [host, zone] = await list();
    await service.consolidator().forget({ ...PLACE, actor: 'key_p', factId: host!.id });
    expect((await list()).map(({ id }) => id)).toEqual([zone!.id]);
    const shown = await units({});
    expect(shown.find(({ id }) => id === zone!.id)).toMatchObject({
      text: 'the zone is set to beta.',
      events: [{ session: 'd', ordinal: 1 }],
    });
    expect(JSON.stringify(shown)).not.toContain('alpha');
    await service.stop();
  });

  it('of an empty space are none, and the question makes no key', async () => {
    const service = await serveConsolidating(tokens);
    expect(await service.consolidator().units({ ...PLACE, space: 'nowhere', text: 'crane', limit: 5 })).toEqual({
      units: [],
      surface: { visible: 0, archived: 0, unreachable: 0, hops: [] },
    });
    await service.stop();
  });
});
