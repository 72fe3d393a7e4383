import { DIGEST_LIMITS, FACT_LIMITS } from '@total-recall/domain';
import type { Fact } from '@total-recall/ports';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, expect, it } from 'vitest';
import { RULE_READER } from '../consolidator-deps.ts';
import { PLACE, serveConsolidating } from '../../testing/serve-consolidating.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

/** A name in letters, another for each number. */
const nameOf = (number: number): string => [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('');

/** A service that knows so many facts, some in each message, and counts the events that are read from its index. */
async function knowing(count: number, aMessage = 30) {
  let opened = 0;
  const noted = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get(target, name, self) {
        const value: unknown = Reflect.get(target, name, self);
        if (name !== 'events' || typeof value !== 'function') return value;
        return (tenant: string, space: string, ids: readonly string[]) => {
          opened += ids.length;
          return value.call(target, tenant, space, ids) as unknown;
        };
      },
    });
  const service = await serveConsolidating(tokens, {}, undefined, noted);
  const sentences = Array.from({ length: count }, (_, at) => `the ${nameOf(at)} is ${at}.`);
  const texts = Array.from({ length: Math.ceil(count / aMessage) }, (_, at) =>
    sentences.slice(at * aMessage, (at + 1) * aMessage).join(' '),
  );
  for (let at = 0; at < texts.length; at += 50) await service.say('run-1', ...texts.slice(at, at + 50));
  await service.consolidator().consolidate(PLACE);
  const openedBy = async (act: () => Promise<unknown>): Promise<number> => {
    opened = 0;
    await act();
    return opened;
  };
  return { service, openedBy };
}

it('a search by words reads a bounded number of facts a call, and goes on behind them until all are read', async () => {
  const { service } = await knowing(2_100);
  const search = (text: string, after?: string) =>
    service.consolidator().facts({ ...PLACE, text, limit: 5, ...(after !== undefined && { after }) });
  const first = await search('nowhere');
  expect(first).toEqual({ facts: [], next: expect.any(String) });
  expect(await search('nowhere', first.next)).toEqual({ facts: [] });
  const found: Fact[] = [];
  let after: string | undefined;
  do {
    const page = await search(nameOf(2_099), after);
    found.push(...page.facts);
    after = page.next;
  } while (after !== undefined);
  expect(found.map(({ text }) => text)).toEqual(['the cajj is 2099.']);
  await service.stop();
});

it('a page reads no more facts than it shows and one that tells of the next, and the digest those that find room', async () => {
  const { service, openedBy } = await knowing(300, 1);
  expect(await openedBy(() => service.consolidator().facts({ ...PLACE, limit: 29 }))).toBe(30);
  const { facts, left } = await service.consolidator().digest(PLACE);
  expect(facts + left).toBe(300);
  expect(left).toBeGreaterThan(100);
  expect(await openedBy(() => service.consolidator().digest(PLACE))).toBe(DIGEST_LIMITS.lines);
  await service.stop();
});

it('every read of what is known spends of the turn of its tenant for what it opens', async () => {
  const { service } = await knowing(300);
  const known = service.consolidator();
  const reads: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['facts', () => known.facts({ ...PLACE, text: 'nowhere', limit: 9 })],
    ['profile', () => known.profile(PLACE)],
    ['digest', () => known.digest(PLACE)],
    ['units', () => known.units({ ...PLACE, limit: 9 })],
    ['ledger', () => known.ledger({ ...PLACE, limit: 9, says: true })],
  ];
  const costOf = async (read: () => Promise<unknown>): Promise<number> => {
    service.spent.length = 0;
    await read();
    return service.spent.reduce((sum, one) => sum + one, 0);
  };
  for (const [name, read] of reads) expect(await costOf(read), name).toBeGreaterThan(0.05);

  const [last] = (await known.ledger({ ...PLACE, limit: 1 })).entries;
  const page = (more: object) => costOf(() => known.facts({ ...PLACE, limit: 1, ...more }));
  const now = await page({});
  // The ledger is folded to the entry with its 300 decisions; a profile of the same goes on from there.
  expect((await page({ atEntry: last!.id })) - now).toBeGreaterThan(0.3);
  expect((await page({ atEntry: last!.id })) - now).toBeLessThan(0.1);
  expect(await page({ validAt: Date.now() })).toBeGreaterThan(now);
  await service.stop();
});

it('of a large text only the part that states the fact is read', async () => {
  const service = await serveConsolidating(tokens, {}, RULE_READER);
  const words = Array.from({ length: 60_000 }, (_, at) => ((at * 2_654_435_761) % 4_294_967_296).toString(36)).join(' ');
  await service.say('run-1', `The port is 4100.\n${words}`);
  await service.consolidator().consolidate(PLACE);
  service.deps.content.forget();
  let bytes = 0;
  const { artifactStore } = service.stores;
  const get = artifactStore.get.bind(artifactStore);
  artifactStore.get = async (...asked) => {
    const got = await get(...asked);
    bytes += got?.length ?? 0;
    return got;
  };
  expect(await service.current()).toEqual(['The port is 4100.']);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(120_000);
  await service.stop();
});

it('a sweep reads no more of a text than facts are read in, and nothing of what a tool gave', async () => {
  const read: number[] = [];
  const noted = <Port extends object>(port: Port): Port => {
    if (!('start' in port && 'artifact' in port)) return port;
    return new Proxy(port, {
      get: (target, name, self) => {
        if (name === 'read') throw new Error('all of a text was read');
        const call: unknown = Reflect.get(target, name, self);
        return name !== 'start'
          ? call
          : async (...of: [unknown, unknown, number]) => {
              const text = await (call as (...of: unknown[]) => Promise<string>)(...of);
              read.push(text.length);
              return text;
            };
      },
    });
  };
  const service = await serveConsolidating(tokens, {}, RULE_READER, noted);
  const call = { id: 'c1', name: 'bash' };
  await service.say(
    'run',
    { kind: 'user_message', text: `The staging port is 4100. ${'It says more. '.repeat(20_000)}` },
    { kind: 'tool_call', call: { ...call, arguments: '{}' } },
    { kind: 'tool_result', call, text: 'The staging port is 9. '.repeat(20_000) },
  );
  await service.consolidator().consolidate(PLACE);
  expect(service.failures).toEqual([]);
  expect((await service.consolidator().facts({ ...PLACE, limit: 9 })).facts.map(({ value }) => value)).toEqual(['4100']);
  expect(Math.max(...read)).toBeLessThanOrEqual(FACT_LIMITS.chars);
  await service.stop();
});

it('facts whose evidence the index does not have yet are waited for, and are not left out', async () => {
  let behind = 0;
  const service = await serveConsolidating(
    tokens,
    {},
    undefined,
    (port) =>
      new Proxy(port, {
        get(target, name, self) {
          const value: unknown = Reflect.get(target, name, self);
          if (name !== 'events' || typeof value !== 'function') return value;
          return (tenant: string, space: string, ids: readonly string[]) => {
            behind -= 1;
            return behind < 0 ? (value.call(target, tenant, space, ids) as unknown) : Promise.resolve(ids.map(() => undefined));
          };
        },
      }),
  );
  await service.say('run-1', 'the port is 4200.');
  await service.consolidator().consolidate(PLACE);
  behind = 1;
  expect((await service.consolidator().facts({ ...PLACE, limit: 5 })).facts.map(({ text }) => text)).toEqual(['the port is 4200.']);
  behind = 1;
  expect((await service.consolidator().profile(PLACE)).profiles).toHaveLength(1);
  await service.stop();
});

it('facts and a profile are asked for by what they tell and by their label', async () => {
  const service = await serveConsolidating(tokens, {}, RULE_READER);
  const hear = (session: string, day: number, text: string) =>
    service.say(session, { kind: 'user_message', text, occurredAt: Date.UTC(2026, 4, day) });
  await hear('a', 4, 'I live in Ghent. The staging port is 4100. The port is 80.');
  await hear('b', 6, 'The staging port is now 4200.');
  await service.consolidator().consolidate(PLACE);
  const told = async (attribute: string, history = false): Promise<string[]> =>
    (await service.consolidator().facts({ ...PLACE, attribute, history, limit: 1 })).facts.map(({ text }) => text);
  expect(await told('staging port')).toEqual(['The staging port is now 4200.']);
  expect(await told('Staging_Ports', true)).toEqual(['The staging port is 4100.']);
  expect(await told('port')).toEqual(['The port is 80.']);
  expect(await told('staging')).toEqual([]);
  const profile = async (query: { readonly attribute?: string; readonly label?: 'user' | 'project' }) =>
    (await service.consolidator().profile({ ...PLACE, ...query })).profiles.map(({ subject, entries }) => ({
      subject,
      entries: entries.map(({ current, history }) => [current?.value, ...history.map(({ value }) => value)]),
    }));
  expect(await profile({ attribute: 'staging port' })).toEqual([{ subject: 'project', entries: [['4200', '4100']] }]);
  expect(await profile({ label: 'user' })).toEqual([{ subject: 'user', entries: [['Ghent']] }]);
  expect(await profile({ label: 'user', attribute: 'staging port' })).toEqual([]);
  await service.stop();
});

it('a profile finds what was said before more facts than it shows', async () => {
  const service = await serveConsolidating(tokens, {}, RULE_READER);
  await service.say('a', { kind: 'user_message', text: 'The staging port is 4100.', occurredAt: Date.UTC(2026, 4, 4) });
  const facts = Array.from({ length: 1_020 }, (_, at) => `The dock-${at} port is ${5_000 + at}.`);
  const texts = Array.from({ length: 102 }, (_, at) => facts.slice(10 * at, 10 * at + 10).join('\n'));
  for (const text of texts) await service.say('b', { kind: 'user_message', text, occurredAt: Date.UTC(2026, 4, 6) });
  for (let hasMore = true; hasMore;) ({ hasMore } = await service.consolidator().consolidate(PLACE));
  const profile = (attribute?: string) => service.consolidator().profile({ ...PLACE, ...(attribute !== undefined && { attribute }) });
  const entries = async (attribute?: string) => (await profile(attribute)).profiles.flatMap((one) => one.entries);
  expect((await entries('staging port')).map(({ current }) => current?.value)).toEqual(['4100']);
  const all = await entries();
  expect(all).toHaveLength(1_000);
  expect(all.some(({ current }) => current?.value === '4100')).toBe(false);
  expect(await profile()).toMatchObject({ left: 21 });
  expect(await profile()).not.toHaveProperty('historyLeft');
  expect(Object.keys(await profile('staging port'))).toEqual(['profiles']);
  await service.stop();
});

it('a profile keeps what holds about a person, however much was said since and however often a value was replaced', async () => {
  const service = await serveConsolidating(tokens, {}, RULE_READER);
  const hear = (hours: number, text: string) =>
    service.say('a', { kind: 'user_message', text, occurredAt: Date.UTC(2026, 4, 4) + hours * 3_600_000 });
  await hear(0, "My name is Ana. I'm allergic to penicillin.");
  for (let at = 0; at < 60; at += 1) await hear(1 + at, `The staging port is ${4_000 + at}.`);
  const facts = Array.from({ length: 1_000 }, (_, at) => `The dock-${at} port is ${5_000 + at}.`);
  for (let at = 0; at < 1_000; at += 10) await hear(100, facts.slice(at, at + 10).join('\n'));
  for (let hasMore = true; hasMore;) ({ hasMore } = await service.consolidator().consolidate(PLACE));
  const { profiles, left, historyLeft } = await service.consolidator().profile(PLACE);
  const said = profiles.flatMap(({ entries }) => entries.flatMap(({ current }) => current?.text ?? []));
  expect(said).toEqual(expect.arrayContaining(['My name is Ana.', "I'm allergic to penicillin."]));
  expect({ shown: said.length, left, historyLeft }).toEqual({ shown: 1_000, left: 3, historyLeft: 59 });
  const port = await service.consolidator().profile({ ...PLACE, attribute: 'staging port' });
  expect(port.profiles[0]!.entries[0]!.history).toHaveLength(50);
  expect(port).toMatchObject({ historyLeft: 9 });
  expect(port).not.toHaveProperty('left');
  await service.stop();
});
