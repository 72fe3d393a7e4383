import type { ErasureScope } from '@total-recall/domain';
import type { NewFact, SpacePlace } from '@total-recall/ports';
import { createTokenCounter, type TotalRecallError } from '@total-recall/runtime';
import { afterAll, expect, it, vi } from 'vitest';
import { RULE_READER } from '../consolidator-deps.ts';
import { PLACE, PLAIN_READER, serveConsolidating } from '../../testing/serve-consolidating.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

const person = { ...PLACE, actor: 'key_p' } as const;
const BILLING = { label: 'project', subject: 'billing', attribute: 'region', value: 'north', text: 'Billing runs in north.' } as const;

it('of two persons who correct one fact at a time, one is told that it was replaced', async () => {
  const service = await serveConsolidating(tokens);
  await service.say('run-1', 'the port is 4100.');
  await service.consolidator().consolidate(PLACE);
  const [port] = (await service.consolidator().facts({ ...PLACE, limit: 9 })).facts;
  const said = await Promise.allSettled(
    ['4200', '4300'].map((value) => service.consolidator().correct({ ...person, factId: port!.id, text: `the port is ${value}.`, value })),
  );
  expect(said.map((one) => (one.status === 'rejected' ? (one.reason as TotalRecallError).code : 'corrected'))).toEqual([
    'corrected',
    'fact_not_current',
  ]);
  expect(await service.current()).toEqual(['the port is 4200.']);
  await service.stop();
});

it.each([
  { text: 'The user lives in Bergen.' },
  { text: 'I live in Bergen.' },
  { text: 'Bergen it is.', attribute: 'home city', value: 'Bergen' },
])('replaces the home that was told by one that is written as $text', async (written) => {
  const service = await serveConsolidating(tokens, {}, RULE_READER);
  await service.say('run-1', 'I live in Oslo.');
  await service.consolidator().consolidate(PLACE);
  await service.consolidator().remember({ ...person, fact: { label: 'user', subject: 'user', ...written } });
  expect(await service.current()).toEqual([written.text]);
  await service.stop();
});

it('reads the attribute and the value of a sentence that a person writes without them', async () => {
  const service = await serveConsolidating(tokens, {}, RULE_READER);
  await service.say('run-1', 'The API port is 8080.');
  await service.consolidator().consolidate(PLACE);
  const remember = (text: string) =>
    service.consolidator().remember({ ...person, fact: { label: 'project', subject: 'project', text }, idempotencyKey: text });
  const { fact } = await remember('The API port is 9443.');
  expect(fact).toMatchObject({ attribute: 'API port', value: '9443' });
  expect(await service.current()).toEqual(['The API port is 9443.']);
  expect(await remember('The API port is 9443.')).toMatchObject({ duplicate: true, fact: { id: fact.id } });
  const corrected = await service.consolidator().correct({ ...person, factId: fact.id, text: 'The API port is 9444.' });
  expect(corrected.fact).toMatchObject({ attribute: 'API port', value: '9444' });
  await remember('The API port is open to all.');
  await remember('From 1 January 2099 the API port is 9999.');
  expect((await service.current()).toSorted()).toEqual([
    'From 1 January 2099 the API port is 9999.',
    'The API port is 9444.',
    'The API port is open to all.',
  ]);
  await service.stop();
});

it('a repeat on a later day is the same call, whatever day its words name from then on', async () => {
  const service = await serveConsolidating(tokens, {}, RULE_READER);
  const fact = { label: 'project', subject: 'project', text: 'From tomorrow the API port is 9090.' } as const;
  const remember = () => service.consolidator().remember({ ...person, fact, idempotencyKey: 'a' });
  const first = await remember();
  expect(first.fact).toMatchObject({ attribute: 'API port', value: '9090' });
  const later = service.deps.clock.now() + 2 * 86_400_000;
  vi.spyOn(service.deps.clock, 'now').mockReturnValue(later);
  expect(await remember()).toMatchObject({ duplicate: true, fact: { id: first.fact.id } });
  await service.stop();
});

it('who corrects a fact whose replacement was erased is told so, and by no id that is gone', async () => {
  const service = await serveConsolidating(tokens);
  await service.say('run-1', 'the port is 4100.');
  await service.say('run-2', 'the port is now 4200.');
  await service.consolidator().consolidate(PLACE);
  const { facts } = await service.consolidator().facts({ ...PLACE, history: true, limit: 9 });
  const factId = facts.find(({ value }) => value === '4100')!.id;
  await service.eraser().erase({ tenant: PLACE.tenant, scope: { kind: 'session', space: PLACE.space, session: 'run-2' }, actor: 'key_e' });
  const refused = service.consolidator().correct({ ...person, factId, text: 'the port is 4300.', value: '4300' });
  await expect(refused).rejects.toMatchObject({
    code: 'fact_not_current',
    message: `Fact ${factId} was replaced by one that has been erased since. Where it holds again, remember it anew.`,
    details: {},
  });
  await service
    .consolidator()
    .remember({ ...person, fact: { ...BILLING, attribute: 'port', subject: 'project', value: '4300', text: 'the port is 4300.' } });
  expect(await service.current()).toEqual(['the port is 4300.']);
  await service.stop();
});

it.each(['north', 'south'])('what comes back by undo is replaced by what a person wrote of it since: %s', async (value) => {
  const service = await serveConsolidating(tokens, {}, { ...PLAIN_READER, compare: (a, b) => (a.value === b.value ? 'same' : 'beside') });
  await service.say('run-1', 'the region is north.');
  await service.consolidator().consolidate(PLACE);
  const [region] = (await service.consolidator().facts({ ...PLACE, limit: 9 })).facts;
  const forgotten = await service.consolidator().forget({ ...person, factId: region!.id });
  await service.consolidator().remember({ ...person, fact: { ...BILLING, subject: 'project', value, text: `It runs in ${value}.` } });
  await service.consolidator().undo({ ...person, entryId: forgotten.entryId });
  expect(await service.current()).toEqual([`It runs in ${value}.`]);
  await service.stop();
});

it('a correction that was undone is told as withdrawn: nobody forgot it', async () => {
  const service = await serveConsolidating(tokens);
  const { entryId, fact } = await service.consolidator().remember({ ...person, fact: BILLING });
  await service.consolidator().undo({ ...person, entryId });
  await expect(service.consolidator().correct({ ...person, factId: fact.id, text: 'Billing runs in south.' })).rejects.toMatchObject({
    code: 'fact_not_current',
    message: expect.stringContaining(`Fact ${fact.id} was withdrawn. Undo the entry`) as string,
  });
  await service.stop();
});

it('a correction bears the label of the data subject that its fact is about, and goes with an erasure of that subject', async () => {
  const service = await serveConsolidating(tokens);
  await service.say('run-1', { kind: 'user_message', text: 'the name is Wanda Quill.', meta: { subject: 'wanda' } });
  await service.consolidator().consolidate(PLACE);
  const asked = { ...PLACE, subject: 'wanda', limit: 9 } as const;
  const [name] = (await service.consolidator().facts(asked)).facts;
  const { fact } = await service
    .consolidator()
    .correct({ ...person, factId: name!.id, text: 'Her name is Wanda Quince.', value: 'Wanda Quince' });
  expect((await service.consolidator().facts({ ...PLACE, limit: 9 })).facts).toEqual([]);
  const scope = { kind: 'subject', subject: 'wanda' } as const;
  const erased = await service.eraser().erase({ tenant: PLACE.tenant, scope, actor: 'key_e' });
  expect(erased.counts.events).toBe(2);
  expect(fact.evidence).toMatchObject([{ session: 'remembered' }]);
  expect((await service.consolidator().facts({ ...asked, history: true })).facts).toEqual([]);
  await service.stop();
});

it('a fact whose event is lost is neither forgotten nor corrected, and nothing is decided about it', async () => {
  let isLost = false;
  const losing = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get: (target, name, self) =>
        isLost && name === 'events'
          ? async (...[, , ids]: [string, string, string[]]) => ids.map(() => undefined)
          : Reflect.get(target, name, self),
    });
  const service = await serveConsolidating(tokens, {}, undefined, losing);
  await service.say('run-1', 'the port is 4100.');
  await service.consolidator().consolidate(PLACE);
  const [port] = (await service.consolidator().facts({ ...PLACE, limit: 9 })).facts;
  const decided = async () => (await service.consolidator().ledger({ ...PLACE, limit: 20 })).entries.length;
  const before = await decided();
  isLost = true;
  const act = { ...person, factId: port!.id };
  await expect(service.consolidator().forget(act)).rejects.toMatchObject({ code: 'not_found' });
  await expect(service.consolidator().correct({ ...act, text: 'the port is 1.' })).rejects.toMatchObject({ code: 'not_found' });
  isLost = false;
  expect(await decided()).toBe(before);
  expect(await service.current()).toEqual(['the port is 4100.']);
  await service.stop();
});

it('a fact by hand stands beside one of the same subject that says something else, and replaces one that says the same', async () => {
  const service = await serveConsolidating(tokens);
  const write = (fact: NewFact) => service.consolidator().remember({ ...person, fact });
  await write(BILLING);
  await write({ ...BILLING, attribute: 'owner', value: 'Wanda', text: 'Billing is owned by Wanda.' });
  await write({ ...BILLING, value: 'south', text: 'Billing runs in south.' });
  expect((await service.current()).toSorted()).toEqual(['Billing is owned by Wanda.', 'Billing runs in south.']);
  await service.stop();
});

it('persons write on where the session of their facts was erased, and in an erased space are told so', async () => {
  const service = await serveConsolidating(tokens);
  const remember = (value: string) =>
    service.consolidator().remember({ ...person, fact: { ...BILLING, value, text: `Billing runs in ${value}.` } });
  const erase = (scope: ErasureScope) => service.eraser().erase({ tenant: PLACE.tenant, scope, actor: 'key_e' });
  for (const session of ['remembered', 'remembered-2']) {
    expect((await remember('north')).fact.evidence).toMatchObject([{ session }]);
    await service.consolidator().consolidate(PLACE);
    await erase({ kind: 'session', space: PLACE.space, session });
    expect(await service.current()).toEqual([]);
  }
  await remember('south');
  await service.consolidator().consolidate(PLACE);
  expect(await service.current()).toEqual(['Billing runs in south.']);
  expect((await service.consolidator().unitsOf(PLACE)).groups.size).toBe(0);
  await erase({ kind: 'space', space: PLACE.space });
  await expect(remember('east')).rejects.toMatchObject({ code: 'erased' });
  await service.stop();
});

it('what was said in a session named as that of facts by hand is replaced by none about another thing', async () => {
  const service = await serveConsolidating(tokens);
  await service.say('remembered-2', 'the port is 4100. the host is north.');
  await service.consolidator().consolidate(PLACE);
  const fact: NewFact = { label: 'project', subject: 'project', attribute: 'port', value: '4200', text: 'The port is 4200.' };
  await service.consolidator().remember({ ...person, fact });
  expect((await service.current()).toSorted()).toEqual(['The port is 4200.', 'the host is north.']);
  await service.stop();
});

it('a person has one profile in whatever letters a name was written', async () => {
  const service = await serveConsolidating(tokens);
  for (const [subject, value] of [
    ['Wanda', 'north'],
    ['wanda', 'south'],
  ] as const) {
    const fact: NewFact = { label: 'user', subject, attribute: 'region', value, text: `She lives in the ${value}.` };
    await service.consolidator().remember({ ...person, fact });
  }
  const { profiles } = await service.consolidator().profile({ ...PLACE, subject: 'WANDA' });
  expect(profiles).toMatchObject([{ subject: 'Wanda', entries: [{ current: { value: 'south' }, history: [{ value: 'north' }] }] }]);
  await service.stop();
});

it('a list of facts goes on behind one that was forgotten between its pages, and ends behind one that is gone', async () => {
  const service = await serveConsolidating(tokens);
  await service.say('run-1', 'the port is 4100. the host is north.', 'the path is west.');
  await service.consolidator().consolidate(PLACE);
  const page = (after?: string) => service.consolidator().facts({ ...PLACE, limit: 2, ...(after !== undefined && { after }) });
  const { facts, next } = await page();
  await service.consolidator().forget({ ...person, factId: next! });
  expect((await page(next)).facts.map(({ value }) => value)).toEqual(['west']);
  expect(facts.map(({ value }) => value)).toEqual(['4100', 'north']);
  expect(await page('01JZX3T5S8Q4R7V2M6K9P0W1YB.0')).toEqual({ facts: [] });
  await service.stop();
});

it('asking about a space that is not there makes no key for it', async () => {
  const calls: PropertyKey[] = [];
  const noted = <Port extends object>(port: Port): Port =>
    new Proxy(port, { get: (target, name, self) => (calls.push(name), Reflect.get(target, name, self)) });
  const service = await serveConsolidating(tokens, {}, undefined, noted);
  const nowhere = { tenant: PLACE.tenant, space: 'nowhere' } as const;
  expect(await service.consolidator().facts({ ...nowhere, subject: 'wanda', limit: 9 })).toEqual({ facts: [] });
  expect(await service.consolidator().profile({ ...nowhere, subject: 'wanda' })).toEqual({ profiles: [] });
  expect(await service.consolidator().consolidate(nowhere)).toMatchObject({ events: 0, hasMore: false });
  expect(calls).not.toContain('spaceKey');
  await service.say('run-1', 'the port is 4100.');
  await service.consolidator().consolidate(PLACE);
  expect(calls).toContain('spaceKey');
  await service.stop();
});

it('a decision that is sent again under its key is answered with its first entry, also after a restart, and decides nothing', async () => {
  const service = await serveConsolidating(tokens);
  const remember = (idempotencyKey: string) => service.consolidator().remember({ ...person, idempotencyKey, fact: BILLING });
  const [first, atOnce] = await Promise.all([remember('a'), remember('a')]);
  expect(atOnce).toEqual({ ...first, duplicate: true });
  const correct = (value: string) =>
    service.consolidator().correct({ ...person, idempotencyKey: 'b', factId: first.fact.id, text: `Billing runs in ${value}.`, value });
  const corrected = await correct('south');
  const forget = () => service.consolidator().forget({ ...person, idempotencyKey: 'c', factId: corrected.fact.id });
  const forgotten = await forget();
  const undo = () => service.consolidator().undo({ ...person, idempotencyKey: 'd', entryId: forgotten.entryId });
  const undone = await undo();
  for (const losesUnits of [false, true]) {
    await service.restart({ losesUnits });
    expect(await remember('a')).toMatchObject({ entryId: first.entryId, fact: { status: { is: 'superseded' } }, duplicate: true });
    expect(await correct('south')).toMatchObject({ entryId: corrected.entryId, fact: { id: corrected.fact.id }, duplicate: true });
    expect(await forget()).toMatchObject({ entryId: forgotten.entryId, fact: { status: { is: 'current' } }, duplicate: true });
    expect(await undo()).toEqual({ ...undone, duplicate: true });
  }
  expect((await service.consolidator().ledger({ ...PLACE, limit: 20 })).entries).toHaveLength(4);
  expect(await service.current()).toEqual(['Billing runs in south.']);
  await service.stop();
});

it('a key is not used for another decision, nor brings back what was erased', async () => {
  const service = await serveConsolidating(tokens);
  const remember = (fact: NewFact, place: SpacePlace = PLACE) =>
    service.consolidator().remember({ ...person, ...place, idempotencyKey: 'a', fact });
  const { fact, entryId } = await remember(BILLING);
  const again = { ...person, idempotencyKey: 'a', factId: fact.id };
  const others: (() => Promise<unknown>)[] = [
    () => remember({ ...BILLING, text: 'Billing runs in south.' }),
    () => remember({ ...BILLING, value: 'south' }),
    () => remember({ ...BILLING, validTo: 5 }),
    () => service.consolidator().correct({ ...again, text: BILLING.text, value: BILLING.value }),
    () => service.consolidator().forget(again),
    () => service.consolidator().undo({ ...again, entryId }),
  ];
  for (const other of others) await expect(other()).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  expect(await remember(BILLING, { ...PLACE, space: 'side' })).not.toHaveProperty('duplicate');
  const scope = { kind: 'events', space: PLACE.space, eventIds: [fact.evidence[0]!.eventId] } as const;
  await service.eraser().erase({ tenant: PLACE.tenant, scope, actor: 'key_e' });
  await expect(remember(BILLING)).rejects.toMatchObject({ code: 'erased', details: { entryId } });
  expect(await service.current()).toEqual([]);
  await service.stop();
});

it('a call that ended between its event and its entry is finished by its repeat', async () => {
  let isAway = false;
  const failing = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get: (target, name, self) =>
        name === 'events' && isAway ? () => Promise.reject(new Error('away')) : (Reflect.get(target, name, self) as unknown),
    });
  const service = await serveConsolidating(tokens, {}, undefined, failing);
  const remember = () => service.consolidator().remember({ ...person, idempotencyKey: 'a', fact: BILLING });
  isAway = true;
  await expect(remember()).rejects.toThrow('away');
  isAway = false;
  const { fact } = await remember();
  expect(fact.evidence).toMatchObject([{ session: 'remembered', ordinal: 1 }]);
  await service.say('remembered', 'and what comes next?');
  expect(await service.current()).toEqual(['Billing runs in north.']);
  const { events } = await service.consolidator().consolidate(PLACE);
  expect(events).toBe(2);
  await service.stop();
});
