import { writtenMeta, type EventMetadata, type NewEvent } from '@total-recall/domain';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { RULE_READER } from '../consolidator-deps.ts';
import { PLACE, serveConsolidating } from '../../testing/serve-consolidating.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());
let service: Awaited<ReturnType<typeof serveConsolidating>>;
afterEach(() => service.stop());

const NOW = Date.now();
const said = (minutes: number, text: string, meta?: EventMetadata): NewEvent => ({
  kind: 'user_message',
  text,
  occurredAt: NOW + minutes * 60_000,
  ...(meta && { meta }),
});
const BOBS = said(0, 'My phone number is 5550123.', { subject: 'bob' });

async function currentOf(subject: string): Promise<(string | undefined)[]> {
  await service.consolidator().consolidate(PLACE);
  const { facts } = await service.consolidator().facts({ ...PLACE, limit: 100, subject });
  return facts.flatMap(({ status, value }) => (status.is === 'current' ? [value] : [])).sort();
}

describe('a private fact of a person', () => {
  const forged = said(9, 'My phone number is 5550666.', { agent: 'Bob' });
  it.each([
    ['after it', [BOBS, forged]],
    ['before it is swept', [forged, BOBS]],
  ])('is replaced by no words that merely name that person as their speaker, said %s', async (_when, events) => {
    service = await serveConsolidating(tokens, {}, RULE_READER);
    for (const [at, event] of events.entries()) {
      await service.say(`run-${at}`, event);
      await service.consolidator().consolidate(PLACE);
    }
    expect(await currentOf('bob')).toContain('5550123');
  });

  it('is replaced by what that person says', async () => {
    service = await serveConsolidating(tokens, {}, RULE_READER);
    await service.say('run-1', BOBS);
    await service.say('run-2', said(9, 'My phone number is 5550777.', { agent: 'Bob', subject: 'bob' }));
    expect(await currentOf('bob')).toEqual(['5550777']);
  });

  const written = { label: 'feedback', subject: 'project', attribute: 'preferred tone', value: 'formal' } as const;
  const rule = (minutes: number, value: string, meta: EventMetadata): NewEvent =>
    said(minutes, `The tone is ${value}.`, { ...writtenMeta({ ...written, value }), ...meta });
  it('is replaced by no fact that was written under its speaker in another space, and bears no label', async () => {
    service = await serveConsolidating(tokens, {}, RULE_READER);
    const imported = async (session: string, event: NewEvent): Promise<unknown> =>
      service.ingest.append({ ...PLACE, session, source: 'total-recall-export', events: [{ ...event, sequence: 1 }], wait: 'searchable' });
    await imported('of-bob', rule(0, 'formal', { subject: 'bob' }));
    expect(await currentOf('bob')).toEqual(['formal']);
    await imported('of-anna', rule(9, 'rude', { agent: 'bob' }));
    expect(await currentOf('bob')).toContain('formal');
  });

  it('stands beside the rule of the work that its person makes of it, where another says it, and not where he does', async () => {
    service = await serveConsolidating(tokens, {}, RULE_READER);
    await service.say('run-1', said(0, 'Never use emojis.', { subject: 'bob' }));
    const before = await currentOf('bob');
    expect(before).not.toEqual([]);
    await service.say('run-2', said(9, 'You may use emojis again.'));
    expect(await currentOf('bob')).toEqual(before);
    await service.say('run-3', said(12, 'You may use emojis again.', { subject: 'bob' }));
    expect(await currentOf('bob')).not.toEqual(before);
  });
});
