import { createClient, type Client, type NewEventWire, type SpaceClient, type TotalRecallApiError } from '@total-recall/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiUnderTest } from './api-spec.ts';
import { consolidateAll } from './consolidate-all.ts';

const day = (date: number): string => new Date(Date.UTC(2026, 4, date, 9)).toISOString();
const NO_FACT = '01ARZ3NDEKTSV4RRFFQ69G5FAV.0';

/**
 * Describes what a caller may rely on of facts and decisions about them, over any transport. `seenWithinMs`: time after
 * which recall knows a decision; in one process it does at once.
 */
export function describeFacts(name: string, open: () => Promise<ApiUnderTest>, seenWithinMs = 0): void {
  describe(`what is known, ${name}`, () => {
    let service: ApiUnderTest | undefined;
    let client: Client;
    let spaces = 0;

    beforeAll(async () => {
      service = await open();
      // On a cluster the ledger may move from one process to another meanwhile.
      client = createClient({ ...service, retry: { attempts: 20 } });
    });
    afterAll(() => service?.close());

    /** A space of its own, in which two sessions of different days say where something runs. */
    async function told(): Promise<SpaceClient> {
      const space = client.space(`known-${(spaces += 1)}`);
      await say(space, 'first', day(4), 'The staging port is 4100.', 'The deploy region is eu-west-1.');
      await say(space, 'second', day(9), 'The staging port is 4200 now.');
      await consolidateAll(space);
      return space;
    }
    const say = (space: SpaceClient, session: string, occurredAt: string, ...texts: readonly string[]) =>
      space.session(session).append(
        texts.map((text): NewEventWire => ({ kind: 'user_message', text, occurredAt })),
        { wait: 'searchable' },
      );
    const textsOf = async (space: SpaceClient, query: Parameters<SpaceClient['facts']>[0] = {}) =>
      (await space.facts(query)).facts.map(({ text }) => text);
    const shownIn = async (space: SpaceClient, session: string): Promise<string | undefined> =>
      (await space.session(session).window()).blocks.find(({ kind }) => kind === 'facts')?.text;
    const factOf = async (space: SpaceClient, text: string) => (await space.facts({ text })).facts[0]!;
    const codeOf = (act: Promise<unknown>) =>
      act.then(
        () => 'done',
        (error: unknown) => (error as TotalRecallApiError).code,
      );
    const keyWith = async (key: Parameters<Client['createKey']>[0]) =>
      createClient({ ...service!, apiKey: (await client.createKey(key)).apiKey });

    it('is read from events once, with the place that states it', async () => {
      const space = await told();
      expect(await space.consolidate()).toEqual({ events: 0, added: 0, confirmed: 0, superseded: 0, hasMore: false });
      const { facts } = await space.facts();
      expect(facts).toMatchObject([
        {
          text: 'The deploy region is eu-west-1.',
          attribute: 'deploy region',
          value: 'eu-west-1',
          status: { is: 'current' },
          byPerson: false,
        },
        { text: 'The staging port is 4200 now.', since: day(9), evidence: [{ session: 'second', ordinal: 1, at: day(9) }] },
      ]);
      expect(facts[1]).not.toHaveProperty('until');
      expect(await textsOf(space, { text: 'PORT staging' })).toEqual(['The staging port is 4200 now.']);
      expect(await textsOf(space, { label: 'reference' })).toEqual([]);
      const { text, facts: count, left } = await space.digest();
      expect([count, left]).toEqual([2, 0]);
      expect(text).toMatch(/^# /);
      expect(text).toContain('The staging port is 4200 now.');
    });

    it('names what it tells in the words of its sentence, and is found by that name and by the plain one', async () => {
      const space = client.space(`known-${(spaces += 1)}`);
      await say(space, 'first', day(4), 'I have two kids, Mila and Joris.');
      await space.consolidate();
      expect((await space.facts()).facts).toMatchObject([{ attribute: 'number of kids' }]);
      const { profiles } = await space.profile();
      expect(profiles[0]!.entries).toMatchObject([{ attribute: 'number of kids', current: { attribute: 'number of kids' } }]);
      for (const attribute of ['number of kids', 'number of kid']) {
        expect((await space.facts({ attribute })).facts).toHaveLength(1);
        expect((await space.profile({ attribute })).profiles).toHaveLength(1);
      }
    });

    it('is found among units, and what was before through what holds', async () => {
      const space = await told();
      const { units, surface } = await space.units({ query: 'staging port' });
      expect(units.find(({ text }) => text === 'The staging port is 4200 now.')).toMatchObject({ visibility: 'visible', hops: 0 });
      expect(units.find(({ text }) => text === 'The staging port is 4100.')).toMatchObject({ visibility: 'archived', hops: 1 });
      expect(surface).toMatchObject({ archived: 1, unreachable: 0, hops: [1] });
      const episodes = await space.units({ kind: 'episode', limit: 1 });
      expect(episodes.units).toMatchObject([{ kind: 'episode', eventCount: 1, from: day(9), events: [{ session: 'second', ordinal: 1 }] }]);
      expect((await space.units({ kind: 'episode', cursor: episodes.cursor! })).units).toMatchObject([{ from: day(4), eventCount: 2 }]);
      expect(await codeOf(space.units({ under: 'nothing' }))).toBe('invalid_request');
    });

    it('is told as of a time, at a time, and as of an entry of the ledger', async () => {
      const space = await told();
      const { entries } = await space.ledger();
      const port = (await factOf(space, 'port')).id;
      const before = entries[entries.findIndex(({ changes }) => changes.some(({ fact }) => fact === port)) + 1]!;
      for (const query of [{ asOf: day(5) }, { asOf: Date.parse(day(5)) }, { validAt: day(5) }, { atEntry: before.id }])
        expect(await textsOf(space, { ...query, text: 'port' })).toEqual(['The staging port is 4100.']);
      expect(await textsOf(space, { asOf: day(3) })).toEqual([]);
      const { profiles } = await space.profile();
      const entry = profiles[0]!.entries.find(({ attribute }) => attribute === 'staging port')!;
      expect(entry).toMatchObject({ current: { value: '4200' }, history: [{ value: '4100', since: day(4), until: day(9) }] });
      expect(await codeOf(space.facts({ atEntry: NO_FACT.slice(0, 26) }))).toBe('not_found');
    });

    it('is corrected once, and the correction is undone', async () => {
      const space = await told();
      const { id } = await factOf(space, 'port');
      const { entryId, fact } = await space.correct(id, { text: 'The staging port is 4300.', value: '4300', reason: 'a typo' });
      expect(fact).toMatchObject({ value: '4300', byPerson: true, status: { is: 'current' } });
      expect(await codeOf(space.correct(id, { text: 'again' }))).toBe('fact_not_current');
      expect(await textsOf(space, { text: 'port' })).toEqual(['The staging port is 4300.']);
      expect((await space.ledger({ limit: 1 })).entries[0]).toMatchObject({ id: entryId, reason: 'a typo', type: 'decided' });
      await space.correct(fact.id, { text: 'The staging port is 4400.', value: '4400' });
      expect(await codeOf(space.undo(entryId))).toBe('undo_refused');
      const [later] = (await space.ledger({ limit: 1 })).entries;
      for (const entry of [later!.id, entryId]) await space.undo(entry);
      expect(await textsOf(space, { text: 'port' })).toEqual(['The staging port is 4200 now.']);
      expect(await codeOf(space.undo(entryId))).toBe('undo_refused');
    });

    it('is forgotten with or without its evidence, and is back after the undoing', async () => {
      const space = await told();
      const { id } = await factOf(space, 'region');
      const { entryId, evidence, fact } = await space.forget(id);
      expect([evidence, fact!.status]).toMatchObject(['withheld', { is: 'tombstoned', withholds: true }]);
      expect(await textsOf(space, { text: 'region' })).toEqual([]);
      expect(await textsOf(space, { text: 'region', history: 'true' })).toHaveLength(1);
      const recalled = async () => (await space.recall({ query: 'region eu-west-1' })).rendered.includes('eu-west-1');
      const isRecalled = async (wanted: boolean): Promise<void> => {
        if (seenWithinMs === 0) expect(await recalled()).toBe(wanted);
        else await expect.poll(recalled, { timeout: seenWithinMs }).toBe(wanted);
      };
      await isRecalled(false);
      expect((await space.undo(entryId)).restored).toMatchObject([{ id, status: { is: 'current' } }]);
      await isRecalled(true);
      expect(await space.forget(id, { keepEvidence: true })).toMatchObject({ evidence: 'kept', fact: { status: { withholds: false } } });
    });

    it('is erased with the events that state it by a key that may erase, and stands where a hold keeps them', async () => {
      const space = await told();
      const { id, evidence } = await factOf(space, 'region');
      const writer = await keyWith({ name: 'writer', scopes: ['read', 'write'] });
      expect(await codeOf(writer.space(spaceName()).forget(id, { erase: true }))).toBe('forbidden');
      const { id: hold } = await client.placeHold({ name: 'case 7', space: spaceName(), session: 'first' });
      expect(await codeOf(space.forget(id, { erase: true }))).toBe('held');
      expect(await textsOf(space, { text: 'region' })).toHaveLength(1);
      await client.releaseHold(hold);
      const erased = await space.forget(id, { erase: true });
      expect(erased).toMatchObject({ evidence: 'erased', erasure: { status: 'done', what: 'events', eventIds: [evidence[0]!.eventId] } });
      expect(JSON.stringify(erased)).not.toContain('eu-west-1');
      expect(await codeOf(space.event(evidence[0]!.eventId))).toBe('erased');
      expect(await textsOf(space, { history: 'true', text: 'region' })).toEqual([]);
    });

    it('is written by hand, in force for the time that it names, and no sweep changes it', async () => {
      const space = client.space(`known-${(spaces += 1)}`);
      const written = {
        label: 'project',
        subject: 'project',
        attribute: 'staging port',
        value: '4100',
        text: 'The staging port is 4100.',
      } as const;
      const { fact } = await space.remember({ ...written, validFrom: day(4), validTo: day(20) });
      expect(fact).toMatchObject({ value: '4100', since: day(4), until: day(20), byPerson: true });
      await space.consolidate();
      expect(await textsOf(space, { validAt: day(5) })).toEqual([written.text]);
      expect(await textsOf(space, { validAt: day(21) })).toEqual([]);
      expect(await codeOf(space.remember({ ...written, text: 'x'.repeat(4_001) }))).toBe('invalid_request');
      expect(await codeOf(space.correct(NO_FACT, { text: 'Nothing.' }))).toBe('not_found');
      expect(await codeOf(space.forget(NO_FACT))).toBe('not_found');
      expect(await codeOf(space.undo(NO_FACT.slice(0, 26)))).toBe('not_found');
    });

    it('comes in pages that hold each fact and each entry once', async () => {
      const space = await told();
      const all = async (read: (cursor?: string) => Promise<{ ids: string[]; cursor?: string }>) => {
        const ids: string[] = [];
        for (let cursor: string | undefined; ;) {
          const page = await read(cursor);
          ids.push(...page.ids);
          if (page.cursor === undefined) return ids;
          ({ cursor } = page);
        }
      };
      const facts = await all(async (cursor) => {
        const page = await space.facts({ history: 'true', limit: 1, ...(cursor !== undefined && { cursor }) });
        return { ids: page.facts.map(({ id }) => id), cursor: page.cursor };
      });
      expect(facts).toEqual((await space.facts({ history: 'true' })).facts.map(({ id }) => id));
      expect(facts).toHaveLength(3);
      const entries = await all(async (cursor) => {
        const page = await space.ledger({ limit: 1, ...(cursor !== undefined && { cursor }) });
        return { ids: page.entries.map(({ id }) => id), cursor: page.cursor };
      });
      expect(entries).toEqual((await space.ledger()).entries.map(({ id }) => id));
      expect(entries.length).toBeGreaterThan(2);
      expect(await codeOf(space.facts({ cursor: 'bm9uc2Vuc2U' }))).toBe('invalid_cursor');
    });

    it('is private to a person whom the event names, but for a question about that person', async () => {
      const space = client.space(`known-${(spaces += 1)}`);
      const meta = { subject: 'person-7' };
      await space.session('s').append([{ kind: 'user_message', text: 'I live in Bergen.', meta }], { wait: 'searchable' });
      await space.consolidate();
      expect(await textsOf(space, { history: 'true' })).toEqual([]);
      expect(await textsOf(space, { subject: 'person-8' })).toEqual([]);
      expect(await textsOf(space, { subject: 'person-7' })).toEqual(['I live in Bergen.']);
      expect((await space.profile()).profiles).toEqual([]);
      expect((await space.digest()).text).not.toContain('Bergen');
    });

    it('is for all where a person gives a rule of the work, and private where it is about that person', async () => {
      const space = client.space(`known-${(spaces += 1)}`);
      const [push, greet] = ['Never push to main.', 'Always call me Al.'];
      const meta = { subject: 'person-7' };
      await space.session('s').append(
        [push, greet].map((text): NewEventWire => ({ kind: 'user_message', text, meta })),
        { wait: 'searchable' },
      );
      await space.consolidate();
      for (const query of [{}, { subject: 'project' }]) expect(await textsOf(space, { ...query, history: 'true' })).toEqual([push]);
      expect(await textsOf(space, { subject: 'person-8', history: 'true' })).toEqual([]);
      expect((await space.facts({ subject: 'person-7' })).facts).toMatchObject([{ text: greet, subject: 'person-7' }]);
      const { text } = await space.digest();
      expect([text.includes(push), text.includes(greet)]).toEqual([true, false]);
    });

    it('is about the subjects of its key alone where that is bound to some', async () => {
      const space = client.space(`known-${(spaces += 1)}`);
      const say = (subject: string, text: string) =>
        space.session(subject).append([{ kind: 'user_message', text, meta: { subject } }], { wait: 'searchable' });
      await say('anna', 'I live in Bergen.');
      await say('ben', 'I live in Malmö.');
      await space.consolidate();
      const [fact] = (await space.facts({ subject: 'anna' })).facts;
      const bound = await keyWith({ name: 'ben', scopes: ['read', 'write', 'admin', 'erase'], subjects: ['ben'] });
      const ben = bound.space(spaceName());
      expect(await textsOf(ben, { subject: 'ben' })).toEqual(['I live in Malmö.']);
      const personal = { label: 'user', attribute: 'home', value: 'Oslo', text: 'I live in Oslo.' } as const;
      const refused: readonly (() => Promise<unknown>)[] = [
        () => ben.facts({ subject: 'anna' }),
        () => ben.profile({ subject: 'anna' }),
        () => ben.units({ subject: 'anna' }),
        () => ben.ledger({ subject: 'anna' }),
        () => ben.digest({ subject: 'anna' }),
        () => ben.remember({ ...personal, subject: 'anna' }),
        () => ben.remember({ label: 'project', subject: 'anna', text: 'Anna likes tea.' }),
        () => ben.session('anna').append([{ kind: 'user_message', text: 'I moved.', meta: { subject: 'anna' } }]),
        () => bound.erase({ space: spaceName(), subject: 'anna' }),
        () => bound.createKey({ name: 'wider', scopes: ['read'] }),
        () => bound.createKey({ name: 'anna', scopes: ['read'], subjects: ['anna'] }),
      ];
      for (const act of refused) expect(await codeOf(act()), act.toString()).toBe('forbidden');
      for (const act of [() => ben.forget(fact!.id), () => ben.correct(fact!.id, { text: personal.text })])
        expect(await codeOf(act()), act.toString()).toBe('not_found');
      const { entryId } = await space.forget(fact!.id);
      expect(await codeOf(ben.undo(entryId))).toBe('forbidden');
      expect((await space.undo(entryId)).restored).toMatchObject([{ id: fact!.id }]);
      expect((await ben.remember({ ...personal, subject: 'ben' })).fact).toMatchObject({ value: 'Oslo' });
      expect(await textsOf(space, { subject: 'anna' })).toEqual(['I live in Bergen.']);
      expect((await ben.remember({ label: 'project', subject: 'project', text: 'The quay opens at six.' })).fact.label).toBe('project');
      const made = (await bound.createKey({ name: 'narrow', scopes: ['read'], subjects: ['ben'] })).key;
      expect(made).toMatchObject({ subjects: ['ben'] });
    });

    // Processes of a cluster see units a moment later than this expects; `consolidation.e2e` has its own case.
    if (seenWithinMs === 0) {
      it('stands in the windows of a session from its first on, until it is forgotten or erased', async () => {
        const space = await told();
        const before = await shownIn(space, 'third');
        expect(before).toMatch(/^\[What is known[^]*\n- "The staging port is 4200 now\." \(2026-05-09, second\/e1\)$/mu);
        expect(before).not.toContain('4100');
        await say(space, 'third', day(10), 'Which port do we use?');
        expect(await shownIn(space, 'third')).toBe(before);
        // What is said and decided later waits for the next compaction.
        await say(space, 'fourth', day(11), 'The staging port is 4300 now.');
        await space.consolidate();
        expect(await shownIn(space, 'third')).toBe(before);
        expect(await shownIn(space, 'fifth')).toContain('4300');
        const window = await space.session('third').window();
        expect(window.tokens.knowledge).toBeGreaterThan(0);
        expect(window.tokens.knowledge).toBeLessThanOrEqual(window.budgets.knowledge);
        expect(window.anatomy.knowledgeTokens).toBe(window.tokens.knowledge);
        const opened = await space.session('third').open({ ref: /second\/e\d+/.exec(before!)![0] });
        expect(opened.text).toContain('4200');
        await space.forget((await factOf(space, 'region')).id);
        expect(await shownIn(space, 'third')).toMatch(/^(?=[^]*4200)(?![^]*eu-west-1)/u);
        const [port] = (await space.facts({ text: '4200', history: 'true' })).facts;
        await client.erase({ space: spaceName(), eventIds: [port!.evidence[0]!.eventId] });
        await expect.poll(() => shownIn(space, 'third')).toBeUndefined();
      });

      it('that is private stands in the windows of its person alone', async () => {
        const space = client.space(`known-${(spaces += 1)}`);
        const of = async (session: string, subject?: string, text = 'Hello.'): Promise<string | undefined> => {
          const meta = subject === undefined ? {} : { subject };
          await space.session(session).append([{ kind: 'user_message', text, meta }], { wait: 'searchable' });
          return shownIn(space, session);
        };
        await of('said', 'person-7', 'I live in Bergen.');
        await space.consolidate();
        expect(await of('own', 'person-7')).toContain('person-7: "I live in Bergen."');
        expect([await of('others', 'person-8'), await of('nobodys'), await shownIn(space, 'none-yet')]).toEqual([
          undefined,
          undefined,
          undefined,
        ]);
        expect(await of('own', 'person-8')).toBeUndefined();
      });

      it('that is private stands in no window for a key that is bound to another subject', async () => {
        const space = client.space(`known-${(spaces += 1)}`);
        const say = (session: string, text: string) =>
          space.session(session).append([{ kind: 'user_message', text, meta: { subject: 'anna' } }], { wait: 'searchable' });
        await say('said', 'I live in Bergen.');
        await space.consolidate();
        await say('own', 'Hello.');
        const shown: (string | undefined)[] = [];
        for (const subject of ['anna', 'ben']) {
          const key = await keyWith({ name: subject, scopes: ['read'], subjects: [subject] });
          shown.push(await shownIn(key.space(spaceName()), 'own'));
        }
        expect(shown).toEqual([expect.stringContaining('Bergen'), undefined]);
      });

      it('that is a rule of the work stands in the windows of all, whoever gave it', async () => {
        const space = client.space(`known-${(spaces += 1)}`);
        const meta = { subject: 'person-7' };
        const texts = ['Never push to main.', 'Never use emojis.'];
        await space.session('said').append(
          texts.map((text): NewEventWire => ({ kind: 'user_message', text, meta })),
          { wait: 'searchable' },
        );
        await space.consolidate();
        await space
          .session('others')
          .append([{ kind: 'user_message', text: 'Hello.', meta: { subject: 'person-8' } }], { wait: 'searchable' });
        for (const session of ['others', 'none-yet']) {
          expect(await shownIn(space, session)).toContain('- "Never push to main."');
          expect(await shownIn(space, session)).not.toContain('emojis');
        }
      });
    }

    it('is nothing for a key of another space, and reading it allows no decision', async () => {
      const space = await told();
      const { id } = await factOf(space, 'port');
      const elsewhere = (await keyWith({ name: 'elsewhere', scopes: ['read', 'write', 'erase'], spaces: ['market'] })).space(spaceName());
      const reader = (await keyWith({ name: 'reader', scopes: ['read'] })).space(spaceName());
      const fact = { label: 'project', subject: 'project', text: 'Nothing.' } as const;
      const decisions: readonly ((by: SpaceClient) => Promise<unknown>)[] = [
        (by) => by.consolidate(),
        (by) => by.remember(fact),
        (by) => by.correct(id, { text: fact.text }),
        (by) => by.forget(id),
        (by) => by.undo(id.slice(0, 26)),
      ];
      const reads: typeof decisions = [
        (by) => by.facts(),
        (by) => by.profile(),
        (by) => by.ledger(),
        (by) => by.digest(),
        (by) => by.units(),
      ];
      for (const act of [...decisions, ...reads]) expect(await codeOf(act(elsewhere))).toBe('forbidden');
      for (const act of decisions) expect(await codeOf(act(reader))).toBe('forbidden');
      for (const act of reads) expect(await codeOf(act(reader))).toBe('done');
    });

    it('leaves in the audit who decided and who read, by ids and without a word of it', async () => {
      const space = await told();
      const { id } = await factOf(space, 'port');
      await space.correct(id, { text: 'The staging port is 4300.' });
      const acts = async () => (await client.audit({ limit: 200 })).entries.filter(({ target }) => target.startsWith(spaceName()));
      await expect.poll(async () => (await acts()).map(({ action }) => action)).toContain('read.listFacts');
      const entries = await acts();
      expect(entries).toContainEqual(
        expect.objectContaining({ action: 'fact.correct', target: `${spaceName()}/${id}`, outcome: 'allowed' }),
      );
      expect(entries.find(({ action }) => action === 'read.listFacts')!.read!.ids).toContain(id);
      expect(JSON.stringify(entries)).not.toContain('4200');
    });

    const spaceName = (): string => `known-${spaces}`;
  });
}
