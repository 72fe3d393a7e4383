import type { TokenCounter } from '@total-recall/ports';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLACE, serveConsolidating } from '../../testing/serve-consolidating.ts';
import { RULE_READER } from '../consolidator-deps.ts';

let tokens: TokenCounter;
beforeAll(() => {
  tokens = createTokenCounter();
});
afterAll(() => tokens.close());

type Said = string | readonly [subject: string, text: string];

const day = (of: number): number => Date.UTC(2026, 10, of, 9);

/** A space in which this was said, one sentence a day, by somebody or by nobody in particular, swept at the end. */
async function told(...said: readonly Said[]) {
  const service = await serveConsolidating(tokens, {}, RULE_READER);
  for (const [at, one] of said.entries()) {
    const [subject, text] = typeof one === 'string' ? [undefined, one] : one;
    const meta = subject === undefined ? {} : { meta: { subject } };
    await service.say('s', { kind: 'user_message', text, occurredAt: day(at + 1), ...meta });
  }
  await service.consolidator().consolidate(PLACE);
  return service;
}

async function currentAfter(...said: readonly Said[]): Promise<string[]> {
  const service = await told(...said);
  const current = await service.current();
  await service.stop();
  return current.toSorted();
}

describe('what ends a fact only where it is known', () => {
  it('is kept where it ends one, and nowhere else', async () => {
    expect(await currentAfter('I work at Equinor.', 'I left Oslo.', 'I left Equinor.')).toEqual(['I left Equinor.']);
    expect(await currentAfter('I left Oslo.', 'I broke up with Ida.', 'You may push to main again.')).toEqual([]);
  });

  it('lifts a ban that was told in another language, by its words', async () => {
    const lifted = 'Du darfst wieder Emojis verwenden.';
    expect(await currentAfter('Never use emojis.', 'Verwende nie Tabellen.', lifted)).toEqual([lifted, 'Verwende nie Tabellen.']);
  });

  it('ends a fact of another name by its words', async () => {
    expect(await currentAfter("My girlfriend's name is Ida.", 'I broke up with Ida.')).toEqual(['I broke up with Ida.']);
    const [anna, tom] = ['I have a meeting with Anna on 4 December 2026.', 'I have a meeting with Tom on 4 December 2026.'];
    expect(await currentAfter(anna, tom, 'The meeting with Anna was cancelled.')).toEqual([tom, 'The meeting with Anna was cancelled.']);
  });

  it('ends none of two that it may mean', async () => {
    const two = ['I have a meeting with Anna on 4 December 2026.', 'I have a meeting with Anna on 11 December 2026.'];
    expect(await currentAfter(...two, 'The meeting with Anna was cancelled.')).toEqual(two.toSorted());
  });

  it('says no second time that it is over', async () => {
    const service = await told('I work at Equinor.', 'I left Equinor.', 'I left Equinor.');
    expect(await service.current()).toEqual(['I left Equinor.']);
    await service.stop();
  });

  it('is shown with the whole sentence where it tells an event as well', async () => {
    const [job, left] = ['I work at Equinor.', 'We had tea. I left Equinor last May.'];
    const service = await told(job, left);
    const { facts } = await service.consolidator().facts({ ...PLACE, limit: 10, history: true });
    expect(facts.find(({ attribute, status }) => attribute === 'employer' && status.is === 'current')?.text).toBe(
      'I left Equinor last May.',
    );
    await service.stop();
  });

  it('ends nothing that was said after the year that it names', async () => {
    expect(await currentAfter('I work at Equinor.', 'I left Equinor in 2025.')).toEqual(['I work at Equinor.']);
    expect(await currentAfter('I work at Equinor.', 'I left Equinor in 2026.')).not.toContain('I work at Equinor.');
  });

  it('has no end of its own where another value follows', async () => {
    const service = await told('I work at Equinor.', 'I quit my job at Equinor.', 'I started a new job at Statkraft.');
    const { facts } = await service.consolidator().facts({ ...PLACE, limit: 10, history: true });
    const ended = facts.find(({ text }) => text.startsWith('I quit'));
    expect(ended?.status.is).toBe('superseded');
    expect(ended?.until).toBeUndefined();
    await service.stop();
  });
});

describe('an order', () => {
  const RULE = 'Never touch the production database.';
  const LIFT = 'Ok, you may touch the production database now.';

  it('is lifted by who gave it, and holds once more where it is given again', async () => {
    expect(await currentAfter(RULE, LIFT)).toEqual([LIFT]);
    expect(await currentAfter(RULE, LIFT, RULE)).toEqual([RULE]);
    expect(await currentAfter(['ann', RULE], ['ann', LIFT])).toEqual([LIFT]);
  });

  it('is lifted by nobody else', async () => {
    expect(await currentAfter(['ann', RULE], ['ben', LIFT])).toEqual([RULE]);
  });

  it('is lifted by its contrary', async () => {
    const contrary = 'Please stop answering in bullet points.';
    expect(await currentAfter('From now on, answer in bullet points.', 'Always use tabs.', contrary)).toEqual([
      'Always use tabs.',
      contrary,
    ]);
  });
});

describe('a program', () => {
  it('that was dropped for one purpose stays for others', async () => {
    const change = 'We dropped Postgres for billing and went with CockroachDB instead.';
    expect(await currentAfter('We decided to use Postgres for the billing service.', 'We use Postgres for search.', change)).toEqual([
      change,
      'We use Postgres for search.',
    ]);
  });

  it('that was upgraded is the part that was named with its version', async () => {
    expect(await currentAfter('Our database is Postgres 15.', 'We upgraded to Postgres 17.')).toEqual(['We upgraded to Postgres 17.']);
  });
});
