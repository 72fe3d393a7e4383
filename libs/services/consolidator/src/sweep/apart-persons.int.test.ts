import type { NewEvent } from '@total-recall/domain';
import type { LanguageModel } from '@total-recall/ports';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, describe, expect, it } from 'vitest';
import { askingModel } from '../../testing/asking-model.ts';
import { PLACE, PLAIN_READER, serveConsolidating } from '../../testing/serve-consolidating.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

const by = (subject: string | undefined, text: string): NewEvent => ({
  kind: 'user_message',
  text,
  ...(subject !== undefined && { meta: { subject } }),
});

/** Names the whole of each event that speaks of a depot as a fact of the project. */
const POINTING: LanguageModel = {
  name: 'pointing',
  async ask({ messages }) {
    const shown = JSON.parse(messages.at(-1)!.text) as { events?: { id: string; text: string }[] };
    const facts = (shown.events ?? []).flatMap(({ id, text }) =>
      text.includes('depot')
        ? [{ event: id, quote: text, label: 'project', subject: 'project', attribute: 'depot', value: 'Oslo', confidence: 0.95 }]
        : [],
    );
    const text = JSON.stringify(shown.events ? { reads: [], facts } : { decisions: [] });
    return { kind: 'answered', text, usage: { inputTokens: 1, outputTokens: 1 } };
  },
};

async function told(...events: readonly NewEvent[]) {
  const service = await serveConsolidating(tokens, {}, PLAIN_READER, undefined, askingModel(POINTING));
  for (const [at, event] of events.entries()) await service.say(`run-${at}`, event);
  await service.consolidator().consolidate(PLACE);
  const shownTo = async (subject?: string): Promise<string> => {
    const found = await service.consolidator().facts({ ...PLACE, limit: 50, history: true, ...(subject !== undefined && { subject }) });
    return JSON.stringify(found.facts.map(({ text, evidence, status }) => ({ text, evidence, status })));
  };
  return { service, shownTo };
}

describe('what two persons say of one thing', () => {
  // The reader of these tests calls every speaker `user`, as an agent does that writes for all of them under one name.
  it.each(['Kim', 'Lou'])('is no evidence of the other, and replaces nothing of theirs (%s)', async (name) => {
    const { service, shownTo } = await told(by('ana', 'Ana said the name is Kim.'), by('ben', `Ben whispers the name is ${name}.`));
    expect(await shownTo('ana')).toContain('Ana said');
    expect(await shownTo('ana')).not.toMatch(/Ben whispers|superseded/);
    expect(await shownTo('ben')).toContain('Ben whispers');
    expect(await shownTo('ben')).not.toContain('Ana said');
    await service.stop();
  });

  it('is no evidence for all where it is private', async () => {
    const { service, shownTo } = await told(by(undefined, 'All know the name is Kim.'), by('ben', 'Ben whispers the name is Kim.'));
    expect(await shownTo()).toContain('All know');
    expect(await shownTo()).not.toContain('Ben whispers');
    await service.stop();
  });

  it('is known of whom said it in whatever order, and stays so where what all were told is replaced or goes', async () => {
    const all = by(undefined, 'All know the name is Kim.');
    const own = by('ben', 'Ben whispers the name is Kim.');
    for (const events of [
      [all, own],
      [own, all],
    ]) {
      const { service } = await told(...events);
      const profile = async (): Promise<unknown> =>
        (await service.consolidator().profile({ ...PLACE, subject: 'ben' })).profiles.map(({ entries }) =>
          entries.map(({ current }) => current?.text),
        );
      expect(await profile()).toEqual([['Ben whispers the name is Kim.']]);
      const session = `run-${events.indexOf(all)}`;
      await service.eraser().erase({ tenant: PLACE.tenant, scope: { kind: 'session', space: PLACE.space, session }, actor: 'key_e' });
      expect(await profile()).toEqual([['Ben whispers the name is Kim.']]);
      await service.stop();
    }
  });

  it('does not come back to one person where it was withdrawn from all', async () => {
    const { service, shownTo } = await told(by(undefined, 'All know the name is Kim.'));
    const [fact] = (await service.consolidator().facts({ ...PLACE, limit: 9 })).facts;
    await service.consolidator().forget({ ...PLACE, actor: 'key_p', factId: fact!.id });
    await service.say('run-1', by('ben', 'Ben whispers the name is Kim.'));
    await service.consolidator().consolidate(PLACE);
    expect(await shownTo('ben')).toBe('[]');
    await service.stop();
  });

  it('stays apart where a model points at it, too', async () => {
    const { service, shownTo } = await told(
      by('ana', 'Ana wants a depot in Oslo'),
      by('ben', 'Ben fears a depot in Oslo'),
      by(undefined, 'Planned: a depot in Oslo'),
      by('cem', 'Cem hides a depot in Oslo'),
    );
    for (const [subject, own, others] of [
      ['ana', /Ana wants/, /Ben fears|Cem hides/],
      ['ben', /Ben fears/, /Ana wants|Cem hides/],
      ['cem', /Cem hides/, /Ana wants|Ben fears/],
      [undefined, /Planned/, /Ana wants|Ben fears|Cem hides/],
    ] as const) {
      expect(await shownTo(subject)).toMatch(own);
      expect(await shownTo(subject)).not.toMatch(others);
    }
    await service.stop();
  });
});
