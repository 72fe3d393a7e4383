import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, expect, it } from 'vitest';
import { PLACE, serveConsolidating } from '../../testing/serve-consolidating.ts';
import { RULE_READER } from '../consolidator-deps.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

const person = { ...PLACE, actor: 'key_p' } as const;
const BOTH = 'The staging port is 4100. The deploy region is eu-west-1.';

async function serve(said: readonly string[], subject?: string) {
  const service = await serveConsolidating(tokens, {}, RULE_READER);
  for (const [at, text] of said.entries())
    await service.say(`s${at}`, { kind: 'user_message', text, ...(subject !== undefined && { meta: { subject } }) });
  await service.consolidator().consolidate(PLACE);
  const { facts } = await service.consolidator().facts({ ...PLACE, limit: 9 });
  const port = facts.find(({ value }) => value === '4100')!;
  return { service, act: { ...person, factId: port.id, idempotencyKey: 'k' } };
}

it('a fact that is forgotten names the current ones that the same event alone states, also where the call is repeated', async () => {
  const { service, act } = await serve([BOTH]);
  const { alsoWithheld, entryId } = await service.consolidator().forget(act);
  expect(alsoWithheld).toMatchObject([{ text: 'The deploy region is eu-west-1.', status: { is: 'current' } }]);
  expect(await service.consolidator().forget(act)).toMatchObject({ entryId, alsoWithheld, duplicate: true });
  await service.consolidator().undo({ ...person, entryId });
  const alone = await service.consolidator().forget({ ...person, factId: act.factId, keepEvidence: true });
  expect(alone.alsoWithheld).toBeUndefined();
  expect(alone).not.toHaveProperty('statedThereAlone');
  await service.stop();
});

it('none is named that another event states, too', async () => {
  const { service, act } = await serve([BOTH, 'The deploy region is eu-west-1.']);
  expect((await service.consolidator().forget(act)).alsoWithheld).toBeUndefined();
  await service.stop();
});

it('none is named that is private to a person whom it is not about', async () => {
  const { service, act } = await serve(['The staging port is 4100. I live in Bergen.'], 'ann');
  expect((await service.consolidator().facts({ ...PLACE, subject: 'ann', limit: 9 })).facts).toMatchObject([{ value: 'Bergen' }]);
  expect((await service.consolidator().forget(act)).alsoWithheld).toBeUndefined();
  await service.stop();
});

it('names by their ids the facts that no other event states, also replaced and private ones, to who may know of them', async () => {
  const { service, act } = await serve(['The staging port is 4100. I live in Bergen. The deploy region is eu-west-1.'], 'ann');
  await service.say('later', { kind: 'user_message', text: 'The deploy region is eu-north-1.', meta: { subject: 'ann' } });
  await service.consolidator().consolidate(PLACE);
  const { facts } = await service.consolidator().facts({ ...PLACE, subject: 'ann', history: true, limit: 9 });
  const { facts: shared } = await service.consolidator().facts({ ...PLACE, history: true, limit: 9 });
  const idOf = (value: string) => [...facts, ...shared].find((fact) => fact.value === value)!.id;
  const own = await service.consolidator().forget({ ...act, idempotencyKey: 'own', subjects: ['ben'] });
  expect(own.statedThereAlone).toEqual({ ids: [idOf('eu-west-1')], left: 0 });
  await service.consolidator().undo({ ...person, entryId: own.entryId });
  const all = await service.consolidator().forget(act);
  expect(all.statedThereAlone).toEqual({ ids: [idOf('Bergen'), idOf('eu-west-1')], left: 0 });
  await service.stop();
});
