import type { NewEvent } from '@total-recall/domain';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, describe, expect, it } from 'vitest';
import { PLACE, serveConsolidating } from '../../testing/serve-consolidating.ts';
import { RULE_READER, type FactReader } from '../consolidator-deps.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

const by = (subject: string, text: string, kind: NewEvent['kind'] = 'user_message'): NewEvent => ({ kind, text, meta: { subject } });
const OF_WORK = ['Never push to main.', "Don't use tabs in this repo.", 'Always run the linter before you commit.'];
const OWN = ['Always call me Al.', "Don't remind me in the evening.", 'Answer in German.', 'Never use emojis.', 'I live in Bergen.'];

async function serve(reader: FactReader = RULE_READER) {
  const service = await serveConsolidating(tokens, {}, reader);
  const { consolidator } = service;
  return {
    ...service,
    sweep: () => consolidator().consolidate(PLACE),
    listed: async (subject?: string, history = false) => {
      const { facts } = await consolidator().facts({ ...PLACE, limit: 50, history, ...(subject !== undefined && { subject }) });
      return facts.map((fact) => fact.text).toSorted();
    },
    digest: async () => (await consolidator().digest(PLACE)).text,
  };
}

/** The reader of earlier versions: each rule is its speaker's own. */
const former = (isFormer: () => boolean): FactReader => {
  const own = (facts: ReturnType<FactReader['read']>): ReturnType<FactReader['read']> =>
    isFormer() ? facts.map(({ isOfWork: _isOfWork, ...fact }) => fact) : facts;
  return { ...RULE_READER, read: (source) => own(RULE_READER.read(source)), steps: undefined, at: undefined };
};

describe('rules that a person gives', () => {
  it('are for all where they are of the work, and for that person where they are not', async () => {
    const service = await serve();
    await service.say('run-1', ...[...OF_WORK, ...OWN].map((text) => by('mara', text)));
    await service.sweep();
    for (const subject of [undefined, 'project', 'ben'] as const) {
      const listed = await service.listed(subject, true);
      expect(listed).toEqual(subject === 'ben' ? [] : OF_WORK.toSorted());
    }
    expect(await service.listed('mara')).toEqual(OWN.toSorted());
    const digest = await service.digest();
    for (const text of OF_WORK) expect(digest).toContain(text);
    for (const text of OWN) expect(digest).not.toContain(text);
    await service.stop();
  });

  it('are listed under a subject that finds them', async () => {
    const service = await serve();
    await service.say('run-1', by('Mara', 'Answer in German.'), by('Mara', 'I live in Bergen.'), by('Mara', 'Never push to main.'));
    await service.sweep();
    const query = { ...PLACE, limit: 9 };
    for (const { subject } of (await service.consolidator().facts({ ...query, subject: 'mara' })).facts) expect(subject).toBe('mara');
    for (const { subject } of (await service.consolidator().facts(query)).facts) expect(subject).toBe('project');
    const { profiles } = await service.consolidator().profile({ ...PLACE, subject: 'mara' });
    expect(profiles.map(({ subject, entries }) => [subject, entries.length])).toEqual([['mara', 2]]);
    await service.stop();
  });

  it('are of the work where their event declares them, too', async () => {
    const service = await serve();
    await service.say('run-1', by('mara', 'No deploy without a green pipeline.', 'constraint'), by('mara', 'No small talk.', 'constraint'));
    await service.sweep();
    expect(await service.listed()).toEqual(['No deploy without a green pipeline.']);
    expect(await service.listed('mara')).toEqual(['No small talk.']);
    await service.stop();
  });

  it('are one fact where several say the same', async () => {
    const service = await serve();
    await service.say('run-1', by('mara', 'Never push to main.'));
    await service.say('run-2', by('ben', 'Never push to main.'));
    await service.sweep();
    const { facts } = await service.consolidator().facts({ ...PLACE, limit: 9 });
    expect(facts.map(({ statements }) => statements)).toEqual([2]);
    await service.stop();
  });
});

describe('rules that an earlier version kept for their speaker', () => {
  const upgraded = async (...events: readonly NewEvent[]) => {
    let isFormer = true;
    const service = await serve(former(() => isFormer));
    for (const [at, event] of events.entries()) await service.say(`run-${at}`, event);
    await service.sweep();
    const restart = async (): Promise<void> => {
      isFormer = false;
      await service.restart();
    };
    return { ...service, restart };
  };

  it('are for all from the next sweep on, once and with all who said them', async () => {
    const service = await upgraded(...[...OF_WORK, ...OWN].map((text) => by('mara', text)), by('ben', OF_WORK[0]!));
    expect([await service.listed(), await service.listed('project')]).toEqual([[], []]);
    await service.restart();
    for (let sweeps = 0; sweeps < 2; sweeps += 1) {
      await service.sweep();
      expect(await service.listed()).toEqual(OF_WORK.toSorted());
      expect(await service.listed('project')).toEqual(OF_WORK.toSorted());
      expect(await service.listed('mara')).toEqual(OWN.toSorted());
    }
    const { facts } = await service.consolidator().facts({ ...PLACE, limit: 9 });
    expect(facts.find(({ text }) => text === OF_WORK[0])!.statements).toBe(2);
    await service.restart();
    await service.sweep();
    expect(await service.listed()).toEqual(OF_WORK.toSorted());
    await service.stop();
  });

  it('stay where a person forgot them, or forgot the same of all', async () => {
    const service = await upgraded(by('mara', OF_WORK[0]!), by('ben', OF_WORK[0]!), by('mara', OF_WORK[1]!));
    const [own] = (await service.consolidator().facts({ ...PLACE, limit: 9, subject: 'mara' })).facts.filter(
      ({ text }) => text === OF_WORK[1],
    );
    await service.consolidator().forget({ ...PLACE, actor: 'key_p', factId: own!.id });
    await service.restart();
    await service.sweep();
    expect(await service.listed()).toEqual([OF_WORK[0]]);
    const [shared] = (await service.consolidator().facts({ ...PLACE, limit: 9 })).facts;
    await service.consolidator().forget({ ...PLACE, actor: 'key_p', factId: shared!.id });
    await service.restart();
    await service.sweep();
    expect([await service.listed(), await service.listed('ben')]).toEqual([[], []]);
    await service.stop();
  });

  it('go with their events', async () => {
    const service = await upgraded(by('mara', OF_WORK[0]!), by('mara', OF_WORK[1]!));
    await service
      .eraser()
      .erase({ tenant: PLACE.tenant, scope: { kind: 'session', space: PLACE.space, session: 'run-0' }, actor: 'key_e' });
    await service.restart();
    await service.sweep();
    expect(await service.listed()).toEqual([OF_WORK[1]]);
    await service
      .eraser()
      .erase({ tenant: PLACE.tenant, scope: { kind: 'session', space: PLACE.space, session: 'run-1' }, actor: 'key_e' });
    expect([await service.listed(undefined, true), await service.listed('mara', true)]).toEqual([[], []]);
    await service.stop();
  });
});
