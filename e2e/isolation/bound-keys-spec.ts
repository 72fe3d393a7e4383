import { createClient, type Client, type SpaceClient, type TotalRecallApiError } from '@total-recall/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consolidateAll } from '../consolidate-all.ts';
import { eventually } from '../eventually.ts';
import type { ServiceUnderTest } from '../open-services.ts';
import { openOperator } from '../load/operator.ts';

const SPACE = 'home';
const RETENTION = [{ maxAgeDays: 1 }];

/** Describes that a key with every scope that is bound to one person destroys, keeps and lets go nothing of others. */
export function describeBoundKeys(name: string, open: () => Promise<ServiceUnderTest>): void {
  describe(`keys that are bound to subjects on ${name}`, () => {
    let service: ServiceUnderTest | undefined;
    let client: Client;
    let owner: SpaceClient;
    let bound: Client;
    let ben: SpaceClient;
    let eventOfAnna: string;
    const factOf = async (text: string) => (await owner.facts({ text, history: 'true' })).facts[0]!;

    beforeAll(async () => {
      service = await open();
      const { url } = service;
      client = createClient({ url, apiKey: await (await openOperator(service)).makeTenant({ id: 'shared-flat', name: 'Shared flat' }) });
      owner = client.space(SPACE);
      const say = (session: string, text: string, subject: string) =>
        owner.session(session).append([{ kind: 'user_message', text, meta: { subject } }], { wait: 'searchable' });
      eventOfAnna = (await say('of-anna', 'The staging port is 4100.', 'anna')).events[0]!.id;
      await say('of-ben', 'The preview port is 4200.', 'ben');
      await say('of-both-1', 'The metrics port is 4300.', 'ben');
      await say('of-both-2', 'The metrics port is 4300.', 'anna');
      for (let hasMore = true; hasMore;) ({ hasMore } = await owner.consolidate());
      // Processes of a cluster see units a moment later.
      const requireKnown = async (): Promise<void> => {
        const facts = await Promise.all(['4100', '4200', '4300'].map(factOf));
        expect(facts.map((fact) => fact.statements)).toEqual([1, 1, 2]);
      };
      await eventually(requireKnown, { timeout: 60_000, interval: 200 });
      const scopes = ['read', 'write', 'admin', 'erase', 'hold'] as const;
      bound = createClient({ url, apiKey: (await client.createKey({ name: 'ben', scopes: [...scopes], subjects: ['ben'] })).apiKey });
      ben = bound.space(SPACE);
    });
    afterAll(() => service?.close());

    const codeOf = (act: Promise<unknown>) =>
      act.then(
        () => 'done',
        (error: unknown) => (error as TotalRecallApiError).code,
      );

    it('change no retention, and other settings', async () => {
      expect(await codeOf(ben.setPolicy({ retention: RETENTION }))).toBe('forbidden');
      await owner.setPolicy({ retention: RETENTION });
      expect(await codeOf(ben.setPolicy({}))).toBe('forbidden');
      expect(await codeOf(ben.setPolicy({ retention: RETENTION, windowTokens: 9_000 }))).toBe('done');
      expect((await owner.policy()).settings).toMatchObject({ retention: [expect.objectContaining({ maxAgeDays: 1 })] });
      await owner.setPolicy({});
    });

    describe('speak as their subjects alone', () => {
      const words = 'My phone number is 5550666.';
      const asBen = { kind: 'user_message', text: words, meta: { agent: ' Ben' } } as const;
      const fact = { label: 'user', subject: 'Ben', attribute: 'phone number', value: '5550666' };
      const written = (label: string, agent?: string) =>
        ({
          kind: 'user_message',
          text: words,
          sequence: 1,
          meta: { tags: ['remembered'], extra: { fact: { ...fact, label } }, ...(agent !== undefined && { agent }) },
        }) as const;
      const lines = (...messages: object[]) => Buffer.from(messages.map((one) => JSON.stringify(one)).join('\n'));
      let anna: SpaceClient;
      beforeAll(async () => {
        const { apiKey } = await client.createKey({ name: 'anna', scopes: ['read', 'write'], subjects: ['anna'] });
        anna = createClient({ url: service!.url, apiKey }).space(SPACE);
        await owner
          .session('phone-of-ben')
          .append([{ kind: 'user_message', text: 'My phone number is 5550123.', meta: { subject: 'ben' } }], {
            wait: 'searchable',
          });
        await consolidateAll(owner);
      });

      it('in whatever is appended or imported', async () => {
        const forged = anna.session('forged');
        expect(await codeOf(forged.append([asBen]))).toBe('forbidden');
        for (const event of [written('feedback', 'ben'), written('user')])
          expect(await codeOf(forged.append([event], { source: 'total-recall-export' }))).toBe('forbidden');
        const inGroup = { ...asBen, kind: 'agent_message', text: 'Noted.', meta: { agent: 'Ben' } } as const;
        expect(await codeOf(forged.append([inGroup]))).toBe('done');
        expect(await codeOf(forged.append([{ ...asBen, meta: { agent: 'ANNA' } }]))).toBe('done');
        expect(await codeOf(forged.append([{ ...asBen, meta: { agent: 'scout', parentAgent: 'main' } }]))).toBe('done');
        expect(await codeOf(forged.append([{ ...asBen, meta: { ...asBen.meta, subject: 'anna' } }]))).toBe('done');
        const named = lines({ role: 'user', name: 'Ben', content: words }, { role: 'assistant', content: 'Noted.' });
        const plain = lines({ role: 'user', content: words }, { role: 'assistant', content: 'Noted.' });
        expect(await codeOf(anna.session('file-1').import(named))).toBe('forbidden');
        expect(await codeOf(anna.session('file-2').import(plain, { agent: 'ben' }))).toBe('forbidden');
        expect(await codeOf(anna.session('file-3').import(named, { subject: 'anna' }))).toBe('done');
      });

      it.each(['objective', 'constraint', 'persona', 'knowledge'] as const)('in what windows keep whole: %s', async (kind) => {
        const guarded = anna.session(`guarded-${kind}`);
        const of = (meta: object) => codeOf(guarded.append([{ kind, text: 'I am paid 5,000 a month.', meta }]));
        expect(await of({ agent: ' Ben' })).toBe('forbidden');
        expect(await of({ agent: 'ben', parentAgent: 'main' })).toBe('forbidden');
        expect(await of({ subject: 'ben' })).toBe('forbidden');
        for (const meta of [{}, { agent: 'ANNA' }, { agent: 'ben', subject: 'anna' }]) expect(await of(meta)).toBe('done');
      });

      it('so that what others said of themselves stands', async () => {
        await consolidateAll(owner);
        const { facts } = await owner.facts({ subject: 'ben', text: '5550123' });
        expect(facts).toMatchObject([{ status: { is: 'current' } }]);
        expect(JSON.stringify(await owner.profile({ subject: 'ben' }))).toContain('5550123');
        expect(JSON.stringify(await owner.profile({ subject: 'ben' }))).not.toContain('5550666');
      });
    });

    it('erase what is about their subjects alone', async () => {
      const scopes = [
        { space: SPACE },
        { space: SPACE, session: 'of-anna' },
        { space: SPACE, eventIds: [eventOfAnna] },
        { subject: 'anna' },
      ];
      for (const scope of scopes) expect(await codeOf(bound.erase(scope)), JSON.stringify(scope)).toBe('forbidden');
      expect(await codeOf(owner.event(eventOfAnna))).toBe('done');
    });

    it('erase with a fact only events that are all of their subjects', async () => {
      const stated = await Promise.all(['4100', '4300'].map(factOf));
      for (const { id } of stated) expect(await codeOf(ben.forget(id, { erase: true }))).toBe('forbidden');
      for (const text of ['4100', '4300']) expect((await factOf(text)).status).toEqual({ is: 'current' });
      expect(await codeOf(owner.event(eventOfAnna))).toBe('done');
      const own = await factOf('4200');
      expect(await ben.forget(own.id, { erase: true })).toMatchObject({ evidence: 'erased', erasure: { what: 'events' } });
    });

    it('place and release holds of their subjects alone', async () => {
      const scopes = [
        { space: SPACE },
        { space: SPACE, session: 'of-anna' },
        { space: SPACE, eventIds: [eventOfAnna] },
        { subject: 'anna' },
      ];
      for (const scope of scopes)
        expect(await codeOf(bound.placeHold({ name: 'mine', ...scope })), JSON.stringify(scope)).toBe('forbidden');
      const others = [
        await client.placeHold({ name: 'case 1', space: SPACE }),
        await client.placeHold({ name: 'case 2', subject: 'anna' }),
      ];
      for (const { id } of others) expect(await codeOf(bound.releaseHold(id, {}))).toBe('forbidden');
      expect((await client.holds()).holds.map(({ id }) => id)).toEqual(expect.arrayContaining(others.map(({ id }) => id)));
      const own = await bound.placeHold({ name: 'mine', subject: 'ben' });
      expect((await bound.releaseHold(own.id, {})).released).toBeDefined();
      for (const { id } of others) await client.releaseHold(id, {});
    });

    it('read the words of their own acts alone', async () => {
      // Words of others about their acts may tell of whomever these are about.
      const placed = await client.placeHold({ name: 'case of anna', reason: 'anna sues', subject: 'anna' });
      await owner.session('of-carl').append([{ kind: 'user_message', text: 'Hello.', meta: { subject: 'carl' } }], { wait: 'searchable' });
      const erased = await client.erase({ subject: 'carl', reason: 'carl moved out' });
      await client.releaseHold(placed.id, { reason: 'anna settled' });
      const told = JSON.stringify([
        await bound.holds({ released: 'true' }),
        await bound.hold(placed.id),
        await bound.erasures(),
        await bound.erasure(erased.id),
        await bound.expired({ space: SPACE }),
      ]);
      expect(told).toContain(placed.id);
      expect(told).toContain(erased.id);
      expect(told).toContain('"name":"mine"');
      for (const words of ['case 1', 'case 2', 'case of anna', 'anna sues', 'anna settled', 'carl moved out'])
        expect(told).not.toContain(words);
      expect(JSON.stringify([await client.holds({ released: 'true' }), await client.erasures()])).toMatch(/anna sues[^]*carl moved out/);
    });
  });
}
