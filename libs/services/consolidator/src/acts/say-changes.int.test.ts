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
  const { service, changes } = await told();
  const all = await changes(true);
  expect(all).toContainEqual({ did: 'added', fact: expect.any(String), kind: 'fact', says: 'the port is 4100.' });
  expect(all).toContainEqual({
    did: 'superseded',
    fact: expect.any(String),
    by: expect.any(String),
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
