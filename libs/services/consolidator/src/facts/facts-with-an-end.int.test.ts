import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, describe, expect, it } from 'vitest';
import { PLACE, serveConsolidating } from '../../testing/serve-consolidating.ts';
import { RULE_READER } from '../consolidator-deps.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

describe('what has an end', () => {
  it('is current until then, and over by the time of the question', async () => {
    const service = await serveConsolidating(tokens, {}, RULE_READER);
    const monday = Date.UTC(2026, 10, 23, 9);
    await service.say('chat', { kind: 'user_message', text: 'My dentist appointment is on Tuesday at 3.', occurredAt: monday });
    await service.consolidator().consolidate(PLACE);
    const asked = { ...PLACE, limit: 9, history: true } as const;
    const at = async (asOf: number) =>
      (await service.consolidator().facts({ ...asked, asOf })).facts.map(({ value, until, isOver }) => [value, until, isOver]);
    const end = Date.UTC(2026, 10, 25);
    expect(await at(end - 1)).toEqual([['Tuesday (2026-11-24)', end, undefined]]);
    expect(await at(end)).toEqual([['Tuesday (2026-11-24)', end, true]]);
    const profile = async (asOf: number) => (await service.consolidator().profile({ ...PLACE, asOf })).profiles[0]!.entries[0]!;
    expect((await profile(end - 1)).current?.value).toBe('Tuesday (2026-11-24)');
    expect(await profile(end)).toMatchObject({ history: [{ isOver: true }] });
    expect((await profile(end)).current).toBeUndefined();
    // A question about a time calls nothing over that was true then.
    expect((await service.consolidator().facts({ ...PLACE, limit: 9, validAt: end - 1 })).facts[0]).not.toHaveProperty('isOver');
    await service.stop();
  });
});

describe('what was said at a time to come', () => {
  it.each([
    ['The deploy region is eu-west-1.', 'The deploy region is now ap-south-1.', 'ap-south-1'],
    ['My favorite editor is Vim.', 'My favorite editor is Helix.', 'Helix'],
  ])('has not begun, and takes no place: %s', async (ahead, today, value) => {
    const service = await serveConsolidating(tokens, {}, RULE_READER);
    const now = Date.UTC(2026, 10, 23, 9);
    for (const [text, occurredAt] of [
      [ahead, Date.UTC(2100, 5, 1)],
      [today, now],
    ] as const)
      await service.say('chat', { kind: 'user_message', text, occurredAt });
    await service.consolidator().consolidate(PLACE);
    const { profiles } = await service.consolidator().profile({ ...PLACE });
    expect(profiles[0]!.entries[0]!.current?.value).toBe(value);
    const digest = await service.consolidator().digest(PLACE);
    expect(digest.text).toContain(today);
    expect(digest.text).not.toContain(ahead);
    await service.stop();
  });

  it('counts from a clock that is a little ahead', async () => {
    const service = await serveConsolidating(tokens, {}, RULE_READER);
    await service.say('chat', { kind: 'user_message', text: 'The deploy region is eu-west-1.', occurredAt: Date.now() + 3_600_000 });
    await service.consolidator().consolidate(PLACE);
    expect((await service.consolidator().digest(PLACE)).text).toContain('eu-west-1');
    await service.stop();
  });
});
