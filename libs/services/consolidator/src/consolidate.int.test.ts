import { withheldEvents } from '@total-recall/domain';
import type { MemoryIndex, SessionStore } from '@total-recall/ports';
import { codeOf } from '@total-recall/ports/testing';
import { createTokenCounter, type MarkWatcher } from '@total-recall/runtime';
import { afterAll, describe, expect, it } from 'vitest';
import type { FactReader } from './index.ts';
import { PLACE, PLAIN_READER, serveConsolidating, TENANT } from '../testing/serve-consolidating.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

const person = { ...PLACE, actor: 'key_p' } as const;

describe('a sweep', () => {
  it('reads what was just appended where lists lag behind what is saved', async () => {
    /** Lists of a search engine: they show what was saved before the last refresh. */
    const lagging = <Port extends object>(port: Port): Port => {
      if (!('spaces' in port && 'list' in port)) return port;
      let isFresh = false;
      const { list } = port as unknown as Pick<SessionStore, 'list'>;
      return {
        ...port,
        list: async (query: Parameters<typeof list>[0]) => (isFresh ? list(query) : { sessions: [] }),
        refresh: async () => void (isFresh = true),
      };
    };
    const service = await serveConsolidating(tokens, {}, undefined, lagging);
    await service.say('run-1', 'the port is 4100.');
    expect(await service.consolidator().consolidate(PLACE)).toMatchObject({ events: 1, added: 1 });
    await service.stop();
  });

  it('waits for what was appended before it, for a while, and says so where that cannot be read yet', async () => {
    let isReached = true;
    const standing = <Port extends object>(port: Port): Port => {
      if (!('waitFor' in port)) return port;
      const { waitFor } = port as unknown as Pick<MarkWatcher, 'waitFor'>;
      return { ...port, waitFor: async (...asked: Parameters<typeof waitFor>) => (await waitFor(...asked)) && isReached };
    };
    const service = await serveConsolidating(tokens, { catchUpMs: 30_000 }, undefined, standing);
    await service.ingest.append({ ...PLACE, session: 'run-1', events: [{ kind: 'user_message', text: 'the port is 4100.' }] });
    expect(await service.consolidator().consolidate(PLACE)).toMatchObject({ events: 1, added: 1, hasMore: false });
    isReached = false;
    expect(await codeOf(service.consolidator().consolidate(PLACE))).toBe('not_caught_up');
    await service.say('run-1', 'the port is 4200.');
    expect(await service.consolidator().consolidate(PLACE)).toMatchObject({ events: 1, hasMore: true });
    await service.stop();
  });

  it('has more where events went into episodes alone and the rest of the log cannot be read yet', async () => {
    let isReached = true;
    let reads = 0;
    const wrap = <Port extends object>(port: Port): Port => {
      if ('waitFor' in port) return { ...port, waitFor: async () => isReached };
      if (!('sessionEvents' in port)) return port;
      const { sessionEvents } = port as unknown as Pick<MemoryIndex, 'sessionEvents'>;
      const failing: typeof sessionEvents = async (query) => {
        reads += 1;
        if (reads === 3) throw new Error('The index is away.');
        return sessionEvents(query);
      };
      return { ...port, sessionEvents: failing };
    };
    const service = await serveConsolidating(tokens, {}, undefined, wrap);
    await service.say('run-1', 'the port is 4100.');
    // Facts were read to their end, in two reads; the third is that of episodes.
    await expect(service.consolidator().consolidate(PLACE)).rejects.toThrow('away');
    isReached = false;
    expect(await service.consolidator().consolidate(PLACE)).toMatchObject({ events: 0, hasMore: true });
    expect(await codeOf(service.consolidator().consolidate(PLACE))).toBe('not_caught_up');
    await service.stop();
  });

  it('makes its reader ready in steps before it reads, and lets others in between', async () => {
    const order: string[] = [];
    let isOthersTurn = false;
    const reader: FactReader = {
      ...PLAIN_READER,
      *prepare() {
        for (let step = 0; step < 3; step += 1) {
          order.push(isOthersTurn ? 'others came' : 'step');
          const until = performance.now() + 5;
          while (performance.now() < until);
          setImmediate(() => (isOthersTurn = true));
          yield 1;
        }
      },
      read(source) {
        order.push('read');
        return PLAIN_READER.read(source);
      },
    };
    const service = await serveConsolidating(tokens, {}, reader);
    await service.say('run-1', 'the port is 4100.');
    await service.consolidator().consolidate(PLACE);
    expect(order.slice(0, 4)).toEqual(['step', 'others came', 'others came', 'read']);
    await service.stop();
  });

  it('finds what is stated, replaces what a later statement replaces, and has nothing left to do', async () => {
    const service = await serveConsolidating(tokens);
    await service.say('run-1', 'Hello. the port is 4100. the region is north.', 'What now?');
    await service.say('run-2', 'the port is 4200 now.', 'the region is north.');
    expect(await service.consolidator().consolidate(PLACE)).toEqual({ events: 4, added: 3, confirmed: 1, superseded: 1, hasMore: false });
    expect(await service.current()).toEqual(['the region is north.', 'the port is 4200 now.']);
    const { facts } = await service.consolidator().facts({ ...PLACE, history: true, limit: 10 });
    const old = facts.find(({ value }) => value === '4100')!;
    const now = facts.find(({ value }) => value === '4200')!;
    expect(old.status).toEqual({ is: 'superseded', by: now.id, at: now.knownAt, reason: 'later_statement' });
    expect(old.until).toBe(now.since);
    expect(facts.find(({ value }) => value === 'north')).toMatchObject({
      statements: 2,
      evidence: [{ session: 'run-1' }, { session: 'run-2' }],
    });
    expect(await service.consolidator().consolidate(PLACE)).toEqual({ events: 0, added: 0, confirmed: 0, superseded: 0, hasMore: false });
    await service.stop();
  });

  it('takes what an agent tells another one that it started for no statement of a person', async () => {
    const service = await serveConsolidating(tokens);
    const told = { kind: 'user_message', text: 'Look at the dock. the port is 4100.' } as const;
    await service.say('run-1.scout', { ...told, meta: { agent: 'scout', parentAgent: 'main' } });
    expect(await service.consolidator().consolidate(PLACE)).toMatchObject({ events: 1, added: 0 });
    await service.say('run-1', told);
    expect(await service.consolidator().consolidate(PLACE)).toMatchObject({ events: 1, added: 1 });
    await service.stop();
  });

  it('orders statements by their time, whatever session they are read in', async () => {
    const service = await serveConsolidating(tokens);
    const day = (date: number) => Date.UTC(2026, 4, date);
    await service.say('late', { kind: 'user_message', text: 'the port is 4200.', occurredAt: day(9) });
    await service.consolidator().consolidate(PLACE);
    await service.say('early', { kind: 'user_message', text: 'the port is 4100.', occurredAt: day(2) });
    await service.consolidator().consolidate(PLACE);
    expect(await service.current()).toEqual(['the port is 4200.']);
    const known = async (asOf: number) =>
      (await service.consolidator().facts({ ...PLACE, asOf, limit: 9 })).facts.map(({ value }) => value);
    expect(await known(day(1))).toEqual([]);
    expect(await known(day(5))).toEqual(['4100']);
    expect(await known(day(10))).toEqual(['4200']);
    const valid = await service.consolidator().facts({ ...PLACE, validAt: day(5), limit: 9 });
    expect(valid.facts.map(({ value }) => value)).toEqual(['4100']);
    await service.stop();
  });

  it('does not replace what was said again later, and knows what was said in between', async () => {
    const service = await serveConsolidating(tokens);
    const day = (date: number) => Date.UTC(2026, 4, date);
    const said = (date: number, text: string) => ({ kind: 'user_message', text, occurredAt: day(date) }) as const;
    await service.say('first', said(4, 'the port is 4100.'), said(6, 'the port is 4100.'));
    await service.consolidator().consolidate(PLACE);
    await service.say('second', said(5, 'the port is 4200.'));
    await service.consolidator().consolidate(PLACE);
    const at = async (moment: object) =>
      (await service.consolidator().facts({ ...PLACE, ...moment, limit: 9 })).facts.map(({ value, since }) => [value, since]);
    expect(await at({})).toEqual([['4100', day(6)]]);
    expect(await at({ asOf: day(5) })).toEqual([['4200', day(5)]]);
    expect(await at({ validAt: day(5) })).toEqual([['4200', day(5)]]);
    expect(await at({ validAt: day(4) })).toEqual([['4100', day(4)]]);
    await service.stop();
  });

  it('goes on where it stopped, and is the same after the units are lost', async () => {
    const service = await serveConsolidating(tokens, { eventsPerSweep: 200 });
    for (let turn = 0; turn < 6; turn += 1)
      await service.say(
        'run-1',
        ...Array.from({ length: 100 }, (_, at) => `the port is ${4000 + ((turn * 100 + at) % 7)}. Step ${at} of ${turn} is done.`),
      );
    const first = await service.consolidator().consolidate(PLACE);
    expect(first).toMatchObject({ events: 200, hasMore: true });
    await service.restart();
    let last = first;
    while (last.hasMore) last = await service.consolidator().consolidate(PLACE);
    const before = await service.consolidator().unitsOf(PLACE);
    expect(before.cursors).toEqual(new Map([['run-1', 600]]));
    expect(await service.current()).toHaveLength(1);
    await service.restart({ losesUnits: true });
    expect(await service.consolidator().unitsOf(PLACE)).toEqual(before);
    await service.stop();
  });

  it('changes nothing once another process has taken the ledger over', async () => {
    const service = await serveConsolidating(tokens);
    await service.say('run-1', 'the port is 4100.');
    const rival = await service.rival();
    expect(await codeOf(service.consolidator().consolidate(PLACE))).toBe('unavailable');
    expect(
      await codeOf(service.consolidator().remember({ ...person, fact: { label: 'project', subject: 'project', text: 'Late.' } })),
    ).toBe('unavailable');
    expect(await rival.consolidator.consolidate(PLACE)).toMatchObject({ added: 1 });
    await rival.consolidator.stop();
    await rival.eraser.stop();
    await service.stop();
  });

  it('adds no more units than a space may have, and says so by what it finds', async () => {
    const service = await serveConsolidating(tokens, { unitsPerSpace: 3 });
    await service.say('run-1', ...['port', 'host', 'path', 'mode', 'zone'].map((name) => `the ${name} is set to ${name}x.`));
    expect(await service.consolidator().consolidate(PLACE)).toMatchObject({ events: 5, added: 3, left: 2 });
    expect(service.limits).toEqual(['full 2']);
    expect(await service.consolidator().consolidate(PLACE)).not.toHaveProperty('left');
    await service.stop();
  });
});

describe('what a person decides', () => {
  it('is remembered with its evidence, corrected with its history, and undone', async () => {
    const service = await serveConsolidating(tokens);
    const { consolidator } = service;
    const fact = {
      label: 'project',
      subject: 'project',
      attribute: 'port',
      value: '4100',
      text: 'The port of the gateway is 4100.',
    } as const;
    const remembered = await consolidator().remember({ ...person, fact });
    expect(remembered.fact).toMatchObject({
      ...fact,
      byPerson: true,
      status: { is: 'current' },
      evidence: [{ session: 'remembered', ordinal: 1 }],
    });
    const corrected = await consolidator().correct({
      ...person,
      factId: remembered.fact.id,
      text: 'It is 4300 since Monday.',
      value: '4300',
      reason: 'moved',
    });
    expect(corrected.fact).toMatchObject({ attribute: 'port', value: '4300' });
    expect(await service.current()).toEqual(['It is 4300 since Monday.']);
    expect(await codeOf(consolidator().correct({ ...person, factId: remembered.fact.id, text: 'Again.' }))).toBe('fact_not_current');
    const { profiles } = await consolidator().profile(PLACE);
    expect(profiles).toMatchObject([
      { subject: 'project', entries: [{ attribute: 'port', current: { value: '4300' }, history: [{ value: '4100' }] }] },
    ]);
    await expect(consolidator().undo({ ...person, entryId: remembered.entryId })).rejects.toMatchObject({
      code: 'undo_refused',
      message: `A later entry depends on ${remembered.entryId}: first undo ${corrected.entryId}.`,
      details: { later: [corrected.entryId] },
    });
    const undone = await consolidator().undo({ ...person, entryId: corrected.entryId });
    expect(undone.restored.map(({ value, status }) => [value, status.is])).toEqual([['4100', 'current']]);
    expect(await service.current()).toEqual([fact.text]);
    const withheld = withheldEvents(await consolidator().unitsOf(PLACE));
    expect([...withheld]).toEqual([corrected.fact.evidence[0]!.eventId]);
    const asDecided = await consolidator().facts({ ...PLACE, atEntry: corrected.entryId, limit: 9 });
    expect(asDecided.facts.map(({ value }) => value)).toEqual(['4300']);
    const { entries } = await consolidator().ledger({ ...PLACE, limit: 2 });
    expect(entries.map(({ type, undid, undoneBy }) => [type, undid, undoneBy])).toEqual([
      ['undone', corrected.entryId, undefined],
      ['decided', undefined, undone.entryId],
    ]);
    await service.stop();
  });

  it('is not overridden by a sweep, and what was forgotten does not come back', async () => {
    const service = await serveConsolidating(tokens);
    await service.say('run-1', 'the port is 4100.', 'the region is north.');
    await service.consolidator().consolidate(PLACE);
    const { facts } = await service.consolidator().facts({ ...PLACE, limit: 9 });
    const region = facts.find(({ value }) => value === 'north')!;
    const port = facts.find(({ value }) => value === '4100')!;
    await service.consolidator().forget({ ...person, factId: region.id });
    const kept = await service.consolidator().correct({ ...person, factId: port.id, text: 'the port is 4500.', value: '4500' });
    await service.say('run-2', 'the region is north.', 'the port is 4900.');
    await service.consolidator().consolidate(PLACE);
    const after = await service.consolidator().facts({ ...PLACE, history: true, limit: 9 });
    expect(after.facts.find(({ id }) => id === kept.fact.id)!.status).toEqual({ is: 'current' });
    expect(after.facts.find(({ id }) => id === region.id)!.status).toMatchObject({ is: 'tombstoned', withholds: true });
    expect((await service.current()).filter((text) => text.includes('region'))).toEqual([]);
    await service.stop();
  });

  it('replaces what was said of the same thing, and gives it back when it is undone', async () => {
    const service = await serveConsolidating(tokens);
    await service.say('run-1', 'the port is 4100.');
    await service.consolidator().consolidate(PLACE);
    const fact = { label: 'project', subject: 'project', attribute: 'port', value: '4300', text: 'It is 4300.' } as const;
    const { entryId } = await service.consolidator().remember({ ...person, fact });
    expect(await service.current()).toEqual(['It is 4300.']);
    await service.consolidator().undo({ ...person, entryId });
    expect(await service.current()).toEqual(['the port is 4100.']);
    await service.stop();
  });

  it('about a person is shown to questions about that person, and goes with an erasure of theirs', async () => {
    const service = await serveConsolidating(tokens);
    const fact = { label: 'user', subject: 'Wanda', attribute: 'drink', value: 'tea', text: 'Wanda drinks tea.' } as const;
    await service.consolidator().remember({ ...person, fact });
    const about = async (subject?: string) =>
      (await service.consolidator().facts({ ...PLACE, limit: 9, ...(subject !== undefined && { subject }) })).facts;
    expect([await about(), await about('Ada')]).toEqual([[], []]);
    expect(await about('wanda')).toMatchObject([{ text: fact.text }]);
    expect((await service.consolidator().digest(PLACE)).text).not.toContain('tea');
    await service.eraser().erase({ tenant: TENANT, scope: { kind: 'subject', subject: 'Wanda' }, actor: 'key_e' });
    expect(await about('wanda')).toEqual([]);
    await service.stop();
  });

  it('is refused where the space is full', async () => {
    const service = await serveConsolidating(tokens, { unitsPerSpace: 1 });
    const fact = { label: 'project', subject: 'project', text: 'Deploys wait for Ines.' } as const;
    await service.consolidator().remember({ ...person, fact });
    expect(await codeOf(service.consolidator().remember({ ...person, fact: { ...fact, text: 'And for Ada.' } }))).toBe('limit_reached');
    await service.stop();
  });

  it('leaves no content and no name in the ledger', async () => {
    const service = await serveConsolidating(tokens);
    await service.say('run-1', 'the name is Wanda Quill.', 'the port is 4100.');
    await service.consolidator().consolidate(PLACE);
    await service.consolidator().remember({ ...person, fact: { label: 'user', subject: 'Wanda Quill', text: 'Wanda likes tea.' } });
    const entries = JSON.stringify(await service.stores.ledger.read(0, 0, 100));
    for (const words of ['Wanda', 'Quill', '4100', 'tea', 'port']) expect(entries).not.toContain(words);
    await service.stop();
  });
});

describe('an erasure', () => {
  it('takes what its events stated out of every answer, for good', async () => {
    const service = await serveConsolidating(tokens);
    const [first, second] = await service.say('run-1', 'the port is 4100.', 'the region is north.');
    await service.say('run-2', 'the port is 4200.');
    await service.consolidator().consolidate(PLACE);
    await service.eraser().erase({ tenant: TENANT, scope: { kind: 'events', space: 'main', eventIds: [first!] }, actor: 'key_e' });
    await service.eraser().erase({ tenant: TENANT, scope: { kind: 'session', space: 'main', session: 'run-2' }, actor: 'key_e' });
    const left = async () =>
      (await service.consolidator().facts({ ...PLACE, history: true, limit: 9 })).facts.map(({ id }) => id.split('.')[0]);
    expect(await left()).toEqual([second]);
    await service.restart({ losesUnits: true });
    expect(await left()).toEqual([second]);
    expect(await service.consolidator().consolidate(PLACE)).toMatchObject({ added: 0 });
    await service.eraser().erase({ tenant: TENANT, scope: { kind: 'space', space: 'main' }, actor: 'key_e' });
    expect(await left()).toEqual([]);
    expect((await service.consolidator().digest(PLACE)).facts).toBe(0);
    await service.stop();
  });

  it('leaves nothing of events that a sweep reads while they are taken out, and hides none of a session begun anew', async () => {
    const service = await serveConsolidating(tokens);
    const [first] = await service.say('run-1', 'the port is 4100.', 'the region is north.');
    await service.say('run-2', 'the zone is west.');
    service.hooks.beforePurge = () => service.consolidator().consolidate(PLACE);
    await service.eraser().erase({ tenant: TENANT, scope: { kind: 'events', space: 'main', eventIds: [first!] }, actor: 'key_e' });
    await service.eraser().erase({ tenant: TENANT, scope: { kind: 'session', space: 'main', session: 'run-2' }, actor: 'key_e' });
    const { units, cursors } = await service.consolidator().unitsOf(PLACE);
    expect(units.size).toBe(1);
    expect(await service.current()).toEqual(['the region is north.']);
    expect([...cursors.keys()]).toEqual(['run-1']);
    await service.stop();
  });
});
