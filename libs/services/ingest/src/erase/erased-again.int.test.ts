import type { ErasureScope } from '@total-recall/domain';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, beforeEach, afterEach, describe, expect, it } from 'vitest';
import { sayThree, serveErasing, TENANT, type ErasingService } from '../../testing/serve-erasing.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

let service: ErasingService;
let ids: string[];
beforeEach(async () => {
  service = await serveErasing(tokens);
  ids = await sayThree(service);
});
afterEach(() => service.stop());

const erase = (scope: ErasureScope, dryRun = false) => service.eraser().erase({ tenant: TENANT, scope, actor: 'key_e', dryRun });
const events = (...at: number[]): ErasureScope => ({ kind: 'events', space: 'main', eventIds: at.map((one) => ids[one]!) });
const SESSION: ErasureScope = { kind: 'session', space: 'main', session: 'run-1' };
const NOTHING = { events: 0, quoting: 0, sessions: 0, spaces: 0, artifacts: 0 };
const listed = async () => (await service.eraser().erasures(TENANT, 10)).length;

describe('what is erased already and asked to go again', () => {
  it.each([
    ['events', () => events(0, 1), () => events(1, 0)],
    ['one of them', () => events(0, 1), () => events(1)],
  ])('is answered with the erasure that took it, and a dry run counts nothing: %s', async (_, first, again) => {
    const done = await erase(first());
    expect(done).toMatchObject({ status: 'done', certificate: expect.anything() });
    expect(await erase(again(), true)).toMatchObject({ status: 'planned', counts: NOTHING, eventIds: [] });
    expect(await erase(again())).toEqual(done);
    expect(await listed()).toBe(1);
  });

  it('is left out beside what is still there', async () => {
    await erase(events(0));
    expect(await erase(events(0, 1), true)).toMatchObject({ counts: { ...NOTHING, events: 1 }, eventIds: [ids[1]] });
    expect(await erase(events(0, 1))).toMatchObject({ status: 'done', counts: { ...NOTHING, events: 1 }, eventIds: [ids[1]] });
    expect(await erase(events(0, 1))).toMatchObject({ status: 'done', counts: NOTHING, eventIds: [] });
  });

  it('is not answered with an erasure of more spaces, which a key that is bound to one may not see', async () => {
    const about = { kind: 'user_message', text: 'The pilot is ill.', meta: { subject: 'pilot-1' } } as const;
    const [here] = await service.say('main', 'run-2', [about]);
    await service.say('other', 'run-3', [about]);
    expect(await erase({ kind: 'subject', subject: 'pilot-1' })).toMatchObject({ status: 'done', counts: { ...NOTHING, events: 2 } });
    const again = await erase({ kind: 'events', space: 'main', eventIds: [here!.id] });
    expect(again).toMatchObject({ scope: { kind: 'events', space: 'main' }, counts: NOTHING, eventIds: [] });
  });

  it('does not keep a session whose events are all erased from being erased', async () => {
    await erase(events(0, 1, 2));
    expect(await erase(SESSION)).toMatchObject({ status: 'done', counts: { ...NOTHING, sessions: 1 } });
    expect(await listed()).toBe(2);
  });
});
