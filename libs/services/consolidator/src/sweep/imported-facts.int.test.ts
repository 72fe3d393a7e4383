import { writtenMeta, type NewEvent, type StatedFact } from '@total-recall/domain';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { PLACE, serveConsolidating } from '../../testing/serve-consolidating.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());
type Service = Awaited<ReturnType<typeof serveConsolidating>>;
let service: Service;
afterEach(() => service.stop());

const NOW = Date.now();
const DAY_MS = 86_400_000;
const REGION = { label: 'project', subject: 'project', attribute: 'region' } as const;

/** An event that a person wrote as a fact in another space, so many days ago. */
function written(days: number, fact: Pick<StatedFact, 'label' | 'subject' | 'attribute' | 'value'>, subject?: string): NewEvent {
  const meta = { ...writtenMeta(fact), ...(subject !== undefined && { subject }) };
  return { kind: 'user_message', text: `${fact.subject} has ${fact.value}.`, occurredAt: NOW - days * DAY_MS, meta };
}
const said = (days: number, text: string): NewEvent => ({ kind: 'user_message', text, occurredAt: NOW - days * DAY_MS });

/** Imports events as `import` does: with a source, each with its sequence. */
async function imported(session: string, ...events: NewEvent[]): Promise<void> {
  const numbered = events.map((event, at) => ({ ...event, sequence: at + 1 }));
  await service.ingest.append({ ...PLACE, session, source: 'total-recall-export', events: numbered, wait: 'searchable' });
}
async function swept(subject?: string) {
  await service.consolidator().consolidate(PLACE);
  const { facts } = await service.consolidator().facts({ ...PLACE, limit: 100, ...(subject !== undefined && { subject }) });
  return facts.map(({ value, byPerson }) => [value, byPerson]);
}

describe('a fact that a person wrote in another space', () => {
  it('stays by a person where it is imported, so that no sweep overrides it', async () => {
    service = await serveConsolidating(tokens);
    await imported('remembered', written(9, { ...REGION, value: 'eu' }));
    expect(await swept()).toEqual([['eu', true]]);
    await service.say('talk', said(3, 'The region is us.'));
    expect(await swept()).toContainEqual(['eu', true]);
    const { entries } = await service.consolidator().ledger({ ...PLACE, limit: 9 });
    expect(entries.map(({ actor }) => actor)).toContain('consolidator');
  });

  it('replaces what was said before, and what a person wrote before', async () => {
    service = await serveConsolidating(tokens);
    await imported('talk', said(20, 'The region is asia.'));
    await imported('remembered', written(9, { ...REGION, value: 'eu' }), written(5, { ...REGION, value: 'us' }));
    expect(await swept()).toEqual([['us', true]]);
  });

  it('is by a person also where the same was said and swept before it', async () => {
    service = await serveConsolidating(tokens);
    await imported('talk', said(3, 'The region is eu.'));
    expect(await swept()).toEqual([['eu', false]]);
    await imported('remembered', written(9, { ...REGION, value: 'eu' }));
    expect(await swept()).toEqual([['eu', true]]);
  });

  it('is replaced by what a person wrote here since, and leaves alone what a person wrote alike', async () => {
    service = await serveConsolidating(tokens);
    const fact = { ...REGION, value: 'us', text: 'The region is us.' };
    const here = await service.consolidator().remember({ ...PLACE, actor: 'key_1', fact });
    await imported('remembered', written(9, { ...REGION, value: 'eu' }), written(5, { ...REGION, value: 'us' }));
    expect(await swept()).toEqual([['us', true]]);
    const { facts } = await service.consolidator().facts({ ...PLACE, limit: 9 });
    expect(facts.map(({ id }) => id)).toEqual([here.fact.id]);
  });

  it('does not bring back what was withdrawn here', async () => {
    service = await serveConsolidating(tokens);
    await service.say('talk', said(9, 'The region is eu.'));
    await swept();
    const { facts } = await service.consolidator().facts({ ...PLACE, limit: 1 });
    await service.consolidator().forget({ ...PLACE, actor: 'key_1', factId: facts[0]!.id });
    await imported('remembered', written(5, { ...REGION, value: 'eu' }));
    expect(await swept()).toEqual([]);
  });

  it('is by a person only where its event is labelled with the person whom it is about', async () => {
    service = await serveConsolidating(tokens);
    const home = { label: 'user', attribute: 'home', value: 'Oslo' } as const;
    await imported('remembered', written(9, { ...home, subject: 'ada' }, 'ada'), written(8, { ...home, subject: 'ben' }));
    expect(await swept('ada')).toEqual([['Oslo', true]]);
    expect(await swept('ben')).toEqual([['Oslo', false]]);
  });
});
