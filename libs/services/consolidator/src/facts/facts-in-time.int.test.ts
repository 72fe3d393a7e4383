import { MOST_EVIDENCE, storedSpaceUnits, withheldEvidence } from '@total-recall/domain';
import type { NewFact } from '@total-recall/ports';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, describe, expect, it } from 'vitest';
import { PLACE, PLAIN_READER, serveConsolidating } from '../../testing/serve-consolidating.ts';
import { RULE_READER, type FactReader } from '../consolidator-deps.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

const person = { ...PLACE, actor: 'key_p' } as const;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const serve = () => serveConsolidating(tokens, {}, RULE_READER);
type Service = Awaited<ReturnType<typeof serve>>;

const hear = async (service: Service, session: string, at: number, text: string): Promise<void> => {
  await service.say(session, { kind: 'user_message', text, occurredAt: at });
  await service.consolidator().consolidate(PLACE);
};
const validAt = async (service: Service, time: number) =>
  (await service.consolidator().facts({ ...PLACE, validAt: time, limit: 9 })).facts.map(({ value }) => value);
const currentIn = async (service: Service) =>
  (await service.consolidator().profile(PLACE)).profiles.flatMap(({ entries }) => entries.flatMap(({ current }) => current?.value ?? []));

describe('what was true at a time', () => {
  it('changes when a later statement says that it did', async () => {
    const service = await serve();
    await hear(service, 'then', Date.UTC(2023, 5, 1), 'I live in Trondheim.');
    await hear(service, 'now', Date.UTC(2024, 2, 12), 'I moved to Bergen in January.');
    expect(await validAt(service, Date.UTC(2023, 11, 1))).toEqual(['Trondheim']);
    expect(await validAt(service, Date.UTC(2024, 1, 1))).toEqual(['Bergen']);
    const { profiles } = await service.consolidator().profile({ ...PLACE, validAt: Date.UTC(2023, 11, 1) });
    expect(profiles).toMatchObject([{ entries: [{ current: { value: 'Trondheim' }, history: [] }] }]);
    await service.stop();
  });

  it('goes on until what replaces it begins', async () => {
    const service = await serve();
    await hear(service, 'then', Date.UTC(2023, 5, 1), 'I work at Siemens.');
    await hear(service, 'now', Date.UTC(2023, 10, 26), 'From January 1 I work at Acme.');
    expect(await validAt(service, Date.UTC(2023, 11, 10))).toEqual(['Siemens']);
    expect(await validAt(service, Date.UTC(2024, 0, 10))).toEqual(['Acme']);
    await service.stop();
  });

  it('is what a person corrected it to, for as long as the other was held to be true', async () => {
    const service = await serve();
    await hear(service, 'then', Date.UTC(2023, 5, 1), 'The staging port is 4100.');
    const [port] = (await service.consolidator().facts({ ...PLACE, limit: 9 })).facts;
    const { fact } = await service
      .consolidator()
      .correct({ ...person, factId: port!.id, text: 'The staging port is 4200.', value: '4200' });
    expect(await validAt(service, Date.UTC(2023, 8, 1))).toEqual(['4200']);
    expect(fact.since).toBe(port!.since);
    await service.stop();
  });
});

describe('what a person corrected', () => {
  const correctLimit = async (service: Service): Promise<void> => {
    await hear(service, 'first', Date.UTC(2023, 5, 1), 'The retry limit is 5.');
    const [limit] = (await service.consolidator().facts({ ...PLACE, limit: 9 })).facts;
    await service.consolidator().correct({ ...person, factId: limit!.id, text: 'The retry limit is 7.', value: '7' });
  };

  it.each([
    ['from before it was first said', Date.UTC(2023, 4, 1)],
    ['from between that and the correction', Date.UTC(2023, 7, 1)],
  ])('does not come back by a sentence that is read later, %s', async (_when, at) => {
    const service = await serve();
    await correctLimit(service);
    await hear(service, 'imported', at, 'The retry limit is 5.');
    expect(await service.current()).toEqual(['The retry limit is 7.']);
    expect((await service.consolidator().facts({ ...PLACE, history: true, limit: 9 })).facts).toMatchObject([
      { value: '5', statements: 2, status: { reason: 'corrected' } },
      { value: '7' },
    ]);
    await service.stop();
  });

  it('may be said again since, and an older sentence is none of that', async () => {
    const service = await serve();
    await correctLimit(service);
    const later = service.deps.clock.now() + DAY_MS;
    await hear(service, 'since', later, 'The retry limit is 5 now.');
    await hear(service, 'imported', Date.UTC(2023, 4, 1), 'The retry limit is 5.');
    expect((await service.consolidator().facts({ ...PLACE, history: true, limit: 9 })).facts).toMatchObject([
      { value: '5', statements: 2, status: { reason: 'corrected' } },
      { value: '7' },
      { value: '5', knownAt: later, statements: 1, status: { is: 'current' } },
    ]);
    await service.stop();
  });
});

describe('what has an end', () => {
  it('comes back when it is said again behind that, and replaces what held meanwhile', async () => {
    const service = await serve();
    await hear(service, 'before', Date.UTC(2023, 10, 1), 'The staging port is 4100.');
    await hear(service, 'passing', Date.UTC(2023, 10, 6), 'The staging port is 4200 until Wednesday.');
    expect(await validAt(service, Date.UTC(2023, 10, 10))).toEqual(['4100']);
    await hear(service, 'again', Date.UTC(2023, 10, 20), 'The staging port is 4200.');
    expect(await validAt(service, Date.UTC(2023, 10, 10))).toEqual(['4100']);
    expect(await validAt(service, Date.UTC(2023, 10, 21))).toEqual(['4200']);
    expect(await currentIn(service)).toEqual(['4200']);
    await service.stop();
  });

  it('ends later where a later end is said', async () => {
    const service = await serve();
    await hear(service, 'first', Date.UTC(2023, 10, 6), 'The staging port is 4200 until Wednesday.');
    await hear(service, 'longer', Date.UTC(2023, 10, 8), 'The staging port is 4200 until December 11.');
    expect(await validAt(service, Date.UTC(2023, 10, 7))).toEqual(['4200']);
    expect(await validAt(service, Date.UTC(2023, 10, 8, 12))).toEqual(['4200']);
    expect(await validAt(service, Date.UTC(2023, 10, 20))).toEqual(['4200']);
    expect(await validAt(service, Date.UTC(2023, 11, 20))).toEqual([]);
    await service.stop();
  });
});

describe('the end of a value', () => {
  it('leaves the one that replaced it, and each ending ends its own', async () => {
    const service = await serve();
    await hear(service, 'first', Date.UTC(2023, 10, 1), 'I work at Siemens.');
    await hear(service, 'next', Date.UTC(2023, 10, 2), 'I work at Bosch now.');
    await hear(service, 'left', Date.UTC(2023, 10, 3), 'I no longer work at Siemens.');
    expect(await currentIn(service)).toEqual(['Bosch']);
    await hear(service, 'gone', Date.UTC(2023, 10, 4), 'I no longer work at Bosch.');
    expect(await currentIn(service)).toEqual([]);
    const { profiles } = await service.consolidator().profile(PLACE);
    expect(profiles[0]!.entries[0]!.current?.text).toBe('I no longer work at Bosch.');
    await service.stop();
  });
});

describe('what holds now', () => {
  const home = (value: string, dates: Partial<NewFact> = {}): NewFact => ({
    label: 'project',
    subject: 'Office',
    attribute: 'home',
    value,
    text: `The office was in ${value}.`,
    ...dates,
  });

  it('is not replaced by what was true before', async () => {
    const service = await serve();
    const remember = (fact: NewFact) => service.consolidator().remember({ ...person, fact });
    await remember(home('Oslo'));
    await remember(home('Rome', { validFrom: Date.UTC(2020, 0, 1), validTo: Date.UTC(2022, 0, 1) }));
    expect(await currentIn(service)).toEqual(['Oslo']);
    expect((await service.consolidator().facts({ ...PLACE, limit: 9 })).facts.map(({ value }) => value)).toEqual(['Oslo']);
    expect((await service.consolidator().digest(PLACE)).text).not.toContain('Rome');
    expect(await validAt(service, Date.UTC(2021, 0, 1))).toEqual(['Rome']);
    const { fact } = await remember(home('Bern'));
    expect(await currentIn(service)).toEqual(['Bern']);
    expect(fact.status).toEqual({ is: 'current' });
    await service.stop();
  });

  it('stands until what comes begins', async () => {
    const service = await serve();
    const remember = (fact: NewFact) => service.consolidator().remember({ ...person, fact });
    const { fact: before } = await remember(home('Oslo'));
    await remember(home('Rome', { validFrom: before.since + 9 * DAY_MS }));
    expect(await currentIn(service)).toEqual(['Oslo']);
    const { text } = await service.consolidator().digest(PLACE);
    expect([text.includes('Oslo'), text.includes('Rome')]).toEqual([true, false]);
    expect((await service.consolidator().facts({ ...PLACE, limit: 9 })).facts.map(({ value }) => value)).toEqual(['Oslo', 'Rome']);
    await service.stop();
  });

  it('is replaced by what a person writes of the same thing in other letters', async () => {
    const service = await serve();
    const region = (subject: string, attribute: string, value: string) =>
      service.consolidator().remember({ ...person, fact: { label: 'project', subject, attribute, value, text: `It is in ${value}.` } });
    await region('Billing', 'Deploy region', 'north');
    await region('billing', 'deploy_region', 'south');
    expect(await service.current()).toEqual(['It is in south.']);
    await service.stop();
  });
});

describe('what a person forgets', () => {
  it('may be what was replaced, and is withheld', async () => {
    const service = await serve();
    await hear(service, 'then', Date.UTC(2023, 5, 1), 'The staging port is 4100.');
    await hear(service, 'now', Date.UTC(2023, 6, 1), 'The staging port is 4200 now.');
    const all = async () => (await service.consolidator().facts({ ...PLACE, history: true, limit: 9 })).facts;
    const old = (await all()).find(({ value }) => value === '4100')!;
    expect(old.status.is).toBe('superseded');
    const { fact } = await service.consolidator().forget({ ...person, factId: old.id });
    expect(fact.status).toMatchObject({ is: 'tombstoned', withholds: true });
    await expect(service.consolidator().forget({ ...person, factId: old.id })).rejects.toMatchObject({ code: 'fact_not_current' });
    expect(await service.current()).toEqual(['The staging port is 4200 now.']);
    await service.stop();
  });
});

describe('a fact that is wrong and had replaced a right one', () => {
  const misheard = async () => {
    const service = await serve();
    await hear(service, 'first', Date.UTC(2023, 4, 1), 'The staging port is 4000.');
    await hear(service, 'then', Date.UTC(2023, 5, 1), 'The staging port is 4100 now.');
    await hear(service, 'now', Date.UTC(2023, 6, 1), 'The staging port is 9 now.');
    const [wrong] = (await service.consolidator().facts({ ...PLACE, limit: 9 })).facts;
    return { service, act: { ...person, factId: wrong!.id } };
  };

  it('is forgotten with what it had replaced named, which does not hold again by itself', async () => {
    const { service, act } = await misheard();
    const { replaced, fact } = await service.consolidator().forget({ ...act, idempotencyKey: 'k' });
    expect(fact.value).toBe('9');
    expect(replaced).toMatchObject([{ value: '4100', status: { is: 'superseded' } }]);
    expect(await currentIn(service)).toEqual([]);
    expect(await service.consolidator().forget({ ...act, idempotencyKey: 'k' })).toMatchObject({ replaced, duplicate: true });
    const [{ label, subject, attribute, value, text }] = replaced as unknown as [Required<NewFact>];
    await service.consolidator().remember({ ...person, fact: { label, subject, attribute, value, text } });
    expect(await currentIn(service)).toEqual(['4100']);
    await service.stop();
  });

  it('is corrected with the words of the right one, which holds then', async () => {
    const { service, act } = await misheard();
    await service.consolidator().correct({ ...act, text: 'The staging port is 4100.', value: '4100' });
    expect(await currentIn(service)).toEqual(['4100']);
    await service.stop();
  });
});

describe('what a person forgot', () => {
  const forgetPort = async (service: Service): Promise<void> => {
    await hear(service, 'first', Date.UTC(2023, 5, 1), 'The staging port is 4100.');
    const [port] = (await service.consolidator().facts({ ...PLACE, limit: 9 })).facts;
    await service.consolidator().forget({ ...person, factId: port!.id });
  };

  it('does not come back when it is said once more', async () => {
    const service = await serve();
    await forgetPort(service);
    await hear(service, 'again', service.deps.clock.now() + DAY_MS, 'The staging port is 4100.');
    expect(await service.current()).toEqual([]);
    await service.stop();
  });

  it('is found by no later saying, also where it had been said more often than a fact names', async () => {
    const service = await serve();
    const said = 'The staging port is 4100.';
    for (let nth = 0; nth < MOST_EVIDENCE; nth += 1) await hear(service, `nth-${nth}`, Date.UTC(2023, 5, 1 + nth), said);
    const [port] = (await service.consolidator().facts({ ...PLACE, limit: 9 })).facts;
    await service.consolidator().forget({ ...person, factId: port!.id });
    await hear(service, 'again', service.deps.clock.now() + DAY_MS, said);
    const units = await service.consolidator().unitsOf(PLACE);
    expect(withheldEvidence(units).map(({ session }) => session)).toContain('again');
    await service.stop();
  });

  it('is found by no earlier saying, but for those that an erasure took, also where a fact names fewer', async () => {
    const service = await serve();
    const said = 'The staging port is 4100.';
    const sessions = Array.from({ length: MOST_EVIDENCE + 5 }, (_, nth) => `nth-${nth}`);
    const ids: string[] = [];
    for (const session of sessions) ids.push(...(await service.say(session, { kind: 'user_message', text: said })));
    await service.say('other', 'The retry limit is 3.');
    await service.consolidator().consolidate(PLACE);
    const scope = { kind: 'session', space: PLACE.space, session: sessions.at(-1)! } as const;
    await service.eraser().erase({ tenant: PLACE.tenant, scope, actor: 'key_e' });
    const ofPort = async () => (await service.consolidator().facts({ ...PLACE, limit: 9 })).facts.find(({ value }) => value === '4100')!;
    const withheld = async () => withheldEvidence(await service.consolidator().unitsOf(PLACE)).map(({ eventId }) => eventId);
    const forgotten = await service.consolidator().forget({ ...person, factId: (await ofPort()).id });
    expect((await withheld()).toSorted()).toEqual(ids.slice(0, -1).toSorted());
    expect(forgotten.fact.evidence).toHaveLength(MOST_EVIDENCE);
    const named = forgotten.fact.evidence.map(({ eventId }) => eventId);
    expect([...named, ...forgotten.alsoIn!].toSorted()).toEqual(ids.slice(0, -1).toSorted());
    expect(forgotten.evidenceLeft).toBeUndefined();
    const units = await service.consolidator().unitsOf(PLACE);
    await service.restart({ losesUnits: true });
    expect(storedSpaceUnits(await service.consolidator().unitsOf(PLACE))).toEqual(storedSpaceUnits(units));
    const gone = { kind: 'events', space: PLACE.space, eventIds: ids.slice(-3, -1) } as const;
    await service.consolidator().undo({ ...person, entryId: forgotten.entryId });
    expect(await withheld()).toEqual([]);
    await service.consolidator().forget({ ...person, factId: (await ofPort()).id });
    await service.eraser().erase({ tenant: PLACE.tenant, scope: gone, actor: 'key_e' });
    expect((await withheld()).toSorted()).toEqual(ids.slice(0, -3).toSorted());
    await service.stop();
  });

  it('comes back where what was said since then changes to it', async () => {
    const service = await serve();
    await forgetPort(service);
    await hear(service, 'other', service.deps.clock.now() + HOUR_MS, 'The staging port is 4200.');
    await hear(service, 'again', service.deps.clock.now() + 2 * HOUR_MS, 'The staging port is 4100 now.');
    await hear(service, 'once more', service.deps.clock.now() + 3 * HOUR_MS, 'The staging port is 4100.');
    expect(await service.current()).toEqual(['The staging port is 4100 now.']);
    expect((await service.consolidator().facts({ ...PLACE, limit: 9 })).facts).toMatchObject([{ statements: 2 }]);
    await service.stop();
  });

  it('comes back where the words change what stands to it, as after a correction that was undone', async () => {
    const service = await serve();
    await hear(service, 'first', Date.UTC(2023, 5, 1), 'The staging port is 4100.');
    const [port] = (await service.consolidator().facts({ ...PLACE, limit: 9 })).facts;
    const { entryId } = await service
      .consolidator()
      .correct({ ...person, factId: port!.id, text: 'The staging port is 4200.', value: '4200' });
    await service.consolidator().undo({ ...person, entryId });
    await hear(service, 'again', service.deps.clock.now() + HOUR_MS, 'The staging port is 4200.');
    expect(await service.current()).toEqual(['The staging port is 4100.']);
    await hear(service, 'changed', service.deps.clock.now() + 2 * HOUR_MS, 'The staging port is 4200 now.');
    expect(await service.current()).toEqual(['The staging port is 4200 now.']);
    await service.stop();
  });

  it('and wrote anew by hand has what is said of it from then on as evidence', async () => {
    const service = await serve();
    await forgetPort(service);
    const fact: NewFact = { label: 'project', subject: 'project', attribute: 'staging port', value: '4100', text: 'Staging is on 4100.' };
    await service.consolidator().remember({ ...person, fact });
    await hear(service, 'again', service.deps.clock.now() + DAY_MS, 'The staging port is 4100.');
    expect((await service.consolidator().facts({ ...PLACE, limit: 9 })).facts).toMatchObject([{ value: '4100', statements: 2 }]);
    await service.stop();
  });
});

describe('what an undoing gives back', () => {
  it('is replaced by what was said of it since', async () => {
    const service = await serve();
    await hear(service, 'then', Date.UTC(2024, 2, 1), 'The staging port is 4100. The retry limit is 3.');
    const ofValue = async (value: string) =>
      (await service.consolidator().facts({ ...PLACE, limit: 9 })).facts.find((fact) => fact.value === value)!.id;
    const corrected = await service
      .consolidator()
      .correct({ ...person, factId: await ofValue('4100'), text: 'The staging port is 4200.', value: '4200' });
    const forgotten = await service.consolidator().forget({ ...person, factId: await ofValue('3') });
    const later = service.deps.clock.now() + DAY_MS;
    await hear(service, 'now', later, 'The staging port is 4300 now. The retry limit is 5 now.');
    for (const { entryId } of [corrected, forgotten]) {
      const { restored } = await service.consolidator().undo({ ...person, entryId });
      expect(restored).toMatchObject([{ until: later, status: { is: 'superseded', reason: 'later_statement' } }]);
    }
    const current = ['The staging port is 4300 now.', 'The retry limit is 5 now.'];
    expect(await service.current()).toEqual(current);
    await service.restart({ losesUnits: true });
    expect(await service.current()).toEqual(current);
    await service.stop();
  });

  it('is not replaced by what a person took back as its replacement', async () => {
    const service = await serve();
    await hear(service, 'then', Date.UTC(2024, 2, 1), 'The staging port is 4100.');
    const [port] = (await service.consolidator().facts({ ...PLACE, limit: 9 })).facts;
    const { entryId } = await service
      .consolidator()
      .correct({ ...person, factId: port!.id, text: 'The staging port is 4200.', value: '4200' });
    await hear(service, 'now', service.deps.clock.now() + DAY_MS, 'The staging port is 4300 now.');
    await service.consolidator().undo({ ...person, entryId });
    const { entries } = await service.consolidator().ledger({ ...PLACE, limit: 9 });
    const replaced = entries.find(({ actor, changes }) => actor === 'consolidator' && changes.some(({ did }) => did === 'superseded'))!;
    await service.consolidator().undo({ ...person, entryId: replaced.id });
    const both = ['The staging port is 4100.', 'The staging port is 4300 now.'];
    expect((await service.current()).toSorted()).toEqual(both);
    const forgotten = await service.consolidator().forget({ ...person, factId: port!.id });
    await service.consolidator().undo({ ...person, entryId: forgotten.entryId });
    expect((await service.current()).toSorted()).toEqual(both);
    await service.stop();
  });

  it('holds again where nothing was said of it since', async () => {
    const service = await serve();
    await hear(service, 'then', Date.UTC(2024, 2, 1), 'The staging port is 4100.');
    await hear(service, 'now', Date.UTC(2024, 2, 5), 'The staging port is 4200 now.');
    const [port] = (await service.consolidator().facts({ ...PLACE, limit: 9 })).facts;
    const { entryId } = await service
      .consolidator()
      .correct({ ...person, factId: port!.id, text: 'The staging port is 4300.', value: '4300' });
    await service.consolidator().undo({ ...person, entryId });
    expect(await service.current()).toEqual(['The staging port is 4200 now.']);
    await service.stop();
  });
});

describe('what an undoing gives back of several things', () => {
  /** What is set replaces what was automatic, and stands beside what else is set. */
  const reader: FactReader = {
    ...PLAIN_READER,
    compare: (earlier, later) => {
      if (earlier.value === later.value) return 'same';
      return earlier.value?.startsWith('auto') === true && later.value?.startsWith('set') === true ? 'supersedes' : 'beside';
    },
  };
  const manyOf = (name: string, value: string, count: number): string =>
    Array.from({ length: count }, (_, nth) => `the ${name} is ${value}${nth + 1}.`).join(' ');
  /** Undoes the replacement of what was automatic, behind which more was said. Returns how much is automatic then. */
  const automaticBehind = async (automatic: string, ...since: readonly string[]): Promise<number> => {
    const service = await serveConsolidating(tokens, {}, reader);
    await hear(service, 'first', Date.UTC(2024, 2, 1), automatic);
    await hear(service, 'set', Date.UTC(2024, 2, 2), 'the port is set. the host is set.');
    const { entries } = await service.consolidator().ledger({ ...PLACE, limit: 100 });
    const replaced = entries.find(({ changes }) => changes.some(({ did }) => did === 'superseded'))!;
    for (const [day, text] of since.entries()) await hear(service, `since ${day}`, Date.UTC(2024, 2, 3 + day), text);
    await service.consolidator().undo({ ...person, entryId: replaced.id });
    const { units } = await service.consolidator().unitsOf(PLACE);
    await service.stop();
    return [...units.values()].filter(({ evidence, status }) => evidence[0]!.session === 'first' && status.is === 'current').length;
  };

  it('is replaced by what was said of each since, however much was said of another one', async () => {
    const automatic = 'the port is auto. the host is auto.';
    expect(await automaticBehind(automatic, 'the host is set again.', manyOf('port', 'set to ', 600))).toBe(0);
  });

  it('is compared up to a limit, and holds beyond it', async () => {
    const automatic = `${manyOf('port', 'auto', 150)} ${manyOf('host', 'auto', 150)}`;
    expect(await automaticBehind(automatic, 'the host is set again. the port is set again.')).toBe(300 - 256);
  });
});

describe('what is said again', () => {
  it('behind another value that stands beside it, holds from then on', async () => {
    const service = await serve();
    for (const [at, text] of [
      'The retry limit is 3.',
      'The retry limit is 5.',
      'The retry limit is 3 again.',
      'The retry limit is 3.',
    ].entries())
      await hear(service, `s${at}`, Date.UTC(2024, 2, 1 + at), text);
    expect(await currentIn(service)).toEqual(['3']);
    expect(await service.current()).toEqual(['The retry limit is 3 again.']);
    expect(await validAt(service, Date.UTC(2024, 2, 2, 1))).toContain('5');
    await service.stop();
  });

  it('as what it is now, replaces the values that stood beside it', async () => {
    const service = await serve();
    await hear(service, 'one', Date.UTC(2023, 5, 1), 'The retry limit is 5.');
    await hear(service, 'other', Date.UTC(2023, 5, 2), 'The retry limit is 7.');
    expect((await service.current()).toSorted()).toEqual(['The retry limit is 5.', 'The retry limit is 7.']);
    await hear(service, 'now', Date.UTC(2023, 5, 3), 'The retry limit is 7 now.');
    expect(await service.current()).toEqual(['The retry limit is 7.']);
    await service.stop();
  });

  it('behind another value that stands beside it, holds until the value that was said later and is known already', async () => {
    const service = await serve();
    for (const [session, day, text] of [
      ['a', 1, 'The retry limit is 3.'],
      ['a', 2, 'The retry limit is 5.'],
      ['a', 4, 'The retry limit is 7 now.'],
      ['b', 3, 'The retry limit is 3 again.'],
    ] as const)
      await hear(service, session, Date.UTC(2024, 4, day), text);
    expect(await service.current()).toEqual(['The retry limit is 7 now.']);
    expect(await validAt(service, Date.UTC(2024, 4, 2, 1))).toEqual(expect.arrayContaining(['3', '5']));
    expect(await validAt(service, Date.UTC(2024, 4, 3, 1))).toEqual(['3']);
    expect(await validAt(service, Date.UTC(2024, 4, 4, 1))).toEqual(['7']);
    await service.stop();
  });
});

describe('what holds for a while', () => {
  it('stands before what was so before, which holds again behind its end', async () => {
    const service = await serve();
    const monday = Date.UTC(2024, 2, 4);
    await hear(service, 'then', monday - 30 * DAY_MS, 'The staging port is 4100.');
    await hear(service, 'now', monday, 'The staging port is 4200 until Friday.');
    expect(await validAt(service, monday + DAY_MS)).toContain('4200');
    expect(await validAt(service, monday + 7 * DAY_MS)).toEqual(['4100']);
    expect(await currentIn(service)).toEqual(['4100']);
    const { profiles } = await service.consolidator().profile({ ...PLACE, validAt: monday + DAY_MS });
    expect(profiles[0]!.entries).toMatchObject([{ current: { value: '4200' } }]);
    await service.stop();
  });
});

describe('what a person wants done', () => {
  it('is private to that person where the event names one', async () => {
    const service = await serve();
    const say = (text: string, subject?: string) =>
      service.say('run', { kind: 'user_message', text, ...(subject !== undefined && { meta: { subject } }) });
    await say('Please remember that our daughter is allergic to nuts.', 'anna');
    await say('Always answer me in German.', 'anna');
    await say('Always run the linter before you commit.');
    await service.consolidator().consolidate(PLACE);
    expect(await service.current()).toEqual(['Always run the linter before you commit.']);
    const ofAnna = (await service.consolidator().facts({ ...PLACE, subject: 'anna', limit: 9 })).facts;
    expect(ofAnna.map(({ label }) => label)).toEqual(['feedback', 'feedback']);
    await service.stop();
  });
});
