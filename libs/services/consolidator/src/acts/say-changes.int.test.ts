import type { NewEvent } from '@total-recall/domain';
import type { LedgerView } from '@total-recall/ports';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, expect, it } from 'vitest';
import { PLACE, serveConsolidating, TENANT } from '../../testing/serve-consolidating.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

const CRANES = ['The harbour crane lifts containers at the northern quay.', 'The harbour crane at the northern quay needs grease.'];
const OF_ORLA: NewEvent = { kind: 'user_message', text: 'the name is Orla Quill.', meta: { subject: 'orla' } };

async function told() {
  const service = await serveConsolidating(tokens);
  const cranes = await service.say('a', ...CRANES);
  await service.say('b', OF_ORLA);
  const [first] = await service.say('c', 'the port is 4100.', 'the port is 4200 now.');
  await service.consolidator().consolidate(PLACE);
  const changes = async (says: boolean): Promise<LedgerView['changes']> =>
    (await service.consolidator().ledger({ ...PLACE, limit: 50, says })).entries.flatMap((entry) => entry.changes);
  const said = async () => (await changes(true)).flatMap(({ says }) => says ?? []);
  return { service, cranes, first: first!, changes, said };
}

it('entries say what the facts and episodes are that they changed, where they are asked to', async () => {
  const { service, changes, first } = await told();
  const all = await changes(true);
  const evidence = [{ eventId: first, session: 'c', from: 0, to: 17 }];
  expect(all).toContainEqual({ did: 'added', fact: `${first}.0`, evidence, kind: 'fact', says: 'the port is 4100.' });
  expect(all).toContainEqual({
    did: 'superseded',
    fact: `${first}.0`,
    by: expect.any(String),
    reason: 'later_statement',
    kind: 'fact',
    says: 'the port is 4100.',
  });
  expect(all.find(({ kind, says }) => kind === 'episode' && says?.includes('crane'))).toBeDefined();
  const ids = await changes(false);
  expect(ids).toEqual(all.map(({ kind: _kind, says: _says, ...change }) => change));
  await service.stop();
});

it('nothing is said of what is private to a person, was erased, or is withheld', async () => {
  const { service, cranes, first, said } = await told();
  expect((await said()).join()).not.toMatch(/quill|name/iu);
  await service.eraser().erase({ tenant: TENANT, scope: { kind: 'events', space: 'main', eventIds: [first, ...cranes] }, actor: 'key_e' });
  const left = (await said()).join();
  expect(left).not.toMatch(/4100|crane|quay/u);
  expect(left).toContain('the port is 4200 now.');
  const [fact] = (await service.consolidator().facts({ ...PLACE, limit: 9 })).facts.filter(({ text }) => text.includes('4200'));
  await service.consolidator().forget({ ...PLACE, actor: 'key_p', factId: fact!.id });
  const titles = (await service.consolidator().ledger({ ...PLACE, limit: 50, says: true })).entries
    .flatMap(({ changes }) => changes)
    .filter(({ kind }) => kind !== 'fact');
  expect(titles.flatMap(({ says }) => says ?? [])).toEqual([]);
  await service.stop();
});

it('what is private to a person is said in a question about them, with its evidence', async () => {
  const { service } = await told();
  const about = async (subject?: string) => {
    const { entries } = await service.consolidator().ledger({ ...PLACE, limit: 50, says: true, ...(subject !== undefined && { subject }) });
    const { units } = await service.consolidator().unitsOf(PLACE);
    return entries.flatMap(({ changes }) => changes).filter(({ fact }) => units.get(fact)?.audience !== undefined);
  };
  expect(await about('orla')).toMatchObject([{ did: 'added', evidence: [{ session: 'b' }], says: 'the name is Orla Quill.' }]);
  for (const subject of [undefined, 'ben']) {
    expect(await about(subject)).toMatchObject([{ did: 'added' }]);
    expect(Object.keys((await about(subject))[0]!).toSorted()).toEqual(['did', 'fact', 'kind']);
  }
  await service.stop();
});

it('reasons of acts about what is private to a person are told in a question about them alone', async () => {
  const { service } = await told();
  const { consolidator } = service;
  const [own] = (await consolidator().facts({ ...PLACE, limit: 9, subject: 'orla' })).facts.filter(({ text }) => text.includes('Quill'));
  const [shared] = (await consolidator().facts({ ...PLACE, limit: 9 })).facts.filter(({ text }) => text.includes('4200'));
  const by = { ...PLACE, actor: 'key_p' } as const;
  const forgotten = await consolidator().forget({ ...by, factId: own!.id, reason: 'Orla changed her name' });
  await consolidator().undo({ ...by, entryId: forgotten.entryId, reason: 'Orla did not marry' });
  await consolidator().forget({ ...by, factId: shared!.id, reason: 'the port is free' });
  const fact = { label: 'project', subject: 'project', attribute: 'region', value: 'eu', text: 'The region is eu.' } as const;
  const remembered = await consolidator().remember({ ...by, fact, reason: 'asked by ops' });
  await consolidator().undo({ ...by, entryId: remembered.entryId, reason: 'ops was wrong' });
  const reasons = async (subject?: string) =>
    (await consolidator().ledger({ ...PLACE, limit: 50, ...(subject !== undefined && { subject }) })).entries.flatMap(
      ({ reason }) => reason ?? [],
    );
  const forAll = ['ops was wrong', 'asked by ops', 'the port is free'];
  for (const subject of [undefined, 'ben']) expect(await reasons(subject)).toEqual(forAll);
  expect(await reasons('orla')).toEqual([...forAll, 'Orla did not marry', 'Orla changed her name']);
  await service
    .eraser()
    .erase({ tenant: TENANT, scope: { kind: 'subject', subject: 'orla' }, actor: 'key_e', reason: 'Orla asked for it' });
  for (const subject of [undefined, 'ben']) expect(await reasons(subject)).toEqual(forAll);
  // Forgetting a private fact for good erases its events, for the same reason.
  const [hers] = await service.say('d', { ...OF_ORLA, text: 'my name is Orla Quill.' });
  const scope = { kind: 'events', space: 'main', eventIds: [hers!] } as const;
  await service.eraser().erase({ tenant: TENANT, scope, actor: 'key_e', reason: 'Orla changed her name' });
  for (const subject of [undefined, 'ben']) expect(await reasons(subject)).toEqual(forAll);
  await service.stop();
});

it('entries tell who decided, and whether they can be undone', async () => {
  const { service, first } = await told();
  const [person, agent] = [{ ...PLACE, actor: 'key_p' } as const, { ...PLACE, actor: 'key_a', byAgent: true } as const];
  const { facts } = await service.consolidator().facts({ ...PLACE, history: true, limit: 9 });
  const now = facts.find(({ value }) => value === '4200')!;
  const corrected = await service.consolidator().correct({ ...agent, factId: now.id, text: 'the port is 4300.', value: '4300' });
  const forgotten = await service.consolidator().forget({ ...person, factId: corrected.fact.id, reason: 'never so' });
  const entries = async () => (await service.consolidator().ledger({ ...PLACE, limit: 50 })).entries;
  const before = await entries();
  const of = (id: string, all: Awaited<ReturnType<typeof entries>>) => all.find((one) => one.id === id);
  expect(of(corrected.entryId, before)).toMatchObject({ decidedBy: 'agent', changes: [{ did: 'added' }, { reason: 'corrected' }] });
  expect(of(corrected.entryId, before)).not.toHaveProperty('undoable');
  expect(of(forgotten.entryId, before)).toMatchObject({ decidedBy: 'person', undoable: true, changes: [{ reason: 'withheld' }] });
  const stated = before.find(({ changes }) => changes.some(({ fact, did }) => did === 'added' && fact === `${first}.0`))!;
  expect(stated).toMatchObject({ decidedBy: 'rules', actor: 'consolidator' });
  expect(stated).not.toHaveProperty('undoable');
  await service
    .consolidator()
    .undo({ ...agent, entryId: corrected.entryId })
    .catch(() => undefined);
  const undo = await service.consolidator().undo({ ...person, entryId: forgotten.entryId });
  const later = await entries();
  expect(of(undo.entryId, later)).toMatchObject({ decidedBy: 'person', type: 'undone' });
  expect(of(corrected.entryId, later)).toMatchObject({ undoable: true });
  await service.stop();
});

it('the digest has what is private to a person only where it is made for them', async () => {
  const { service } = await told();
  const digest = async (subject?: string) =>
    (await service.consolidator().digest({ ...PLACE, ...(subject !== undefined && { subject }) })).text;
  expect(await digest('orla')).toMatch(/Quill[^]*4200|4200[^]*Quill/u);
  for (const subject of [undefined, 'ben']) expect(await digest(subject)).not.toContain('Quill');
  await service.stop();
});

it('who cannot undo an entry any more is told what to do instead', async () => {
  const { service } = await told();
  const undo = service.consolidator().undo({ ...PLACE, actor: 'key_p', entryId: '01JZX3T5S8Q4R7V2M6K9P0W1YB' });
  await expect(undo).rejects.toMatchObject({
    code: 'not_found',
    message: expect.stringMatching(
      /256 decisions ago, or an erasure took what it would bring back\. Then decide anew: correct or forget the fact, or remember/u,
    ) as string,
  });
  await service.stop();
});
