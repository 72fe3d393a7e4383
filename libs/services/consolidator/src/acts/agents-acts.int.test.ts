import { writtenMeta } from '@total-recall/domain';
import type { PersonsAct } from '@total-recall/ports';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RULE_READER } from '../consolidator-deps.ts';
import { PLACE, serveConsolidating } from '../../testing/serve-consolidating.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());
let service: Awaited<ReturnType<typeof serveConsolidating>>;
beforeEach(async () => {
  service = await serveConsolidating(tokens, {}, RULE_READER);
});
afterEach(() => service.stop());

const person: PersonsAct = { ...PLACE, actor: 'key_p' };
const agent: PersonsAct = { ...PLACE, actor: 'key_a', byAgent: true };
const homeIn = (value: string) =>
  ({ label: 'user', subject: 'user', attribute: 'home', value, text: `The user lives in ${value}.` }) as const;

async function sayAndSweep(session: string, text: string): Promise<void> {
  await service.say(session, text);
  await service.consolidator().consolidate(PLACE);
}
/** The value of the home that the profile shows as current. */
async function homeNow(): Promise<string | undefined> {
  const { profiles } = await service.consolidator().profile({ ...PLACE, attribute: 'home' });
  return profiles[0]?.entries[0]?.current?.value;
}

describe('a fact that an agent writes', () => {
  it('is replaced by what the user says later, as one of a person is not', async () => {
    const { fact } = await service.consolidator().remember({ ...agent, fact: homeIn('Oslo') });
    expect(fact).toMatchObject({ byPerson: false, byAgent: true, status: { is: 'current' } });
    expect(await homeNow()).toBe('Oslo');
    await sayAndSweep('june', 'I moved to Bergen.');
    expect(await homeNow()).toBe('Bergen');
    expect(await service.current()).toEqual(['I moved to Bergen.']);
    await service.consolidator().remember({ ...person, fact: homeIn('Bodø') });
    await sayAndSweep('july', 'I moved to Tromsø.');
    expect(await homeNow()).toBe('Bodø');
  });

  it('replaces what the user said before, and stands behind what a person wrote', async () => {
    await sayAndSweep('may', 'I live in Bergen.');
    await service.consolidator().remember({ ...agent, fact: homeIn('Oslo') });
    expect(await service.current()).toEqual(['The user lives in Oslo.']);
    await service.consolidator().remember({ ...person, fact: homeIn('Bodø') });
    expect(await service.current()).toEqual(['The user lives in Bodø.']);
    await service.consolidator().remember({ ...agent, fact: homeIn('Hamar') });
    expect(await homeNow()).toBe('Bodø');
  });

  it('is withheld once its entry is undone, and the same holds again once the user says it', async () => {
    const { entryId, fact } = await service.consolidator().remember({ ...agent, fact: homeIn('Oslo') });
    await service.consolidator().undo({ ...person, entryId });
    const { units } = await service.consolidator().unitsOf(PLACE);
    expect(units.get(fact.id)?.status).toMatchObject({ is: 'tombstoned', withholds: true });
    await sayAndSweep('june', 'I live in Oslo.');
    expect(await homeNow()).toBe('Oslo');
  });

  it('is written once by a call and its repeat', async () => {
    const act = { ...agent, fact: homeIn('Oslo'), idempotencyKey: 'once' };
    const { entryId } = await service.consolidator().remember(act);
    expect(await service.consolidator().remember(act)).toMatchObject({ entryId, duplicate: true });
  });

  it('stays an agent’s where it is imported', async () => {
    const { text, ...fact } = homeIn('Oslo');
    const event = { kind: 'user_message', text, meta: writtenMeta({ ...fact, byAgent: true }), sequence: 1 } as const;
    await service.ingest.append({ ...PLACE, session: 'remembered', source: 'total-recall.export', events: [event], wait: 'searchable' });
    await service.consolidator().consolidate(PLACE);
    const { facts } = await service.consolidator().facts({ ...PLACE, limit: 9 });
    expect(facts).toMatchObject([{ value: 'Oslo', byPerson: false, byAgent: true }]);
    await sayAndSweep('june', 'I moved to Bergen.');
    expect(await homeNow()).toBe('Bergen');
  });
});

describe('a fact that an agent forgets', () => {
  it('holds again once the user says it again, and not because it was said before', async () => {
    await sayAndSweep('may', 'I live in Oslo.');
    await service.say('unread', { kind: 'user_message', text: 'I live in Oslo.', occurredAt: service.deps.clock.now() - 60_000 });
    const [home] = (await service.consolidator().facts({ ...PLACE, limit: 9 })).facts;
    await service.consolidator().forget({ ...agent, factId: home!.id });
    await service.consolidator().consolidate(PLACE);
    expect(await service.current()).toEqual([]);
    await service.say('june', { kind: 'user_message', text: 'I live in Oslo.', occurredAt: service.deps.clock.now() + 1 });
    await service.consolidator().consolidate(PLACE);
    expect(await homeNow()).toBe('Oslo');
  });
});

it('an agent changes nothing that a person decided', async () => {
  const { entryId, fact } = await service.consolidator().remember({ ...person, fact: homeIn('Oslo') });
  const refused = { code: 'decided_by_person' };
  await expect(service.consolidator().forget({ ...agent, factId: fact.id })).rejects.toMatchObject(refused);
  await expect(service.consolidator().correct({ ...agent, factId: fact.id, text: 'No.' })).rejects.toMatchObject(refused);
  await expect(service.consolidator().undo({ ...agent, entryId })).rejects.toMatchObject(refused);
  expect(await homeNow()).toBe('Oslo');
});

it('an agent corrects what was said, and is corrected by what is said later', async () => {
  await sayAndSweep('may', 'I live in Oslo.');
  const [home] = (await service.consolidator().facts({ ...PLACE, limit: 9 })).facts;
  await service.consolidator().correct({ ...agent, factId: home!.id, text: 'I live in Hamar.', value: 'Hamar' });
  expect(await homeNow()).toBe('Hamar');
  await sayAndSweep('june', 'I moved to Bergen.');
  expect(await homeNow()).toBe('Bergen');
});
