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

  it.each<[string, ErasureScope]>([
    ['a session', SESSION],
    ['a space', { kind: 'space', space: 'main' }],
    ['everything of the tenant', { kind: 'tenant' }],
    ['a data subject', { kind: 'subject', subject: 'pilot-1' }],
    ['a data subject in a space', { kind: 'subject', subject: 'pilot-1', space: 'main' }],
  ])('is answered with the erasure that took all of %s', async (_, scope) => {
    await service.say('main', 'run-1', [{ kind: 'user_message', text: 'The pilot is ill.', meta: { subject: 'pilot-1' } }]);
    const done = await erase(scope);
    expect(done).toMatchObject({ status: 'done', certificate: expect.anything() });
    expect(await erase(scope, true)).toMatchObject({ status: 'planned', counts: NOTHING, eventIds: [] });
    expect(await erase(scope)).toEqual(done);
    expect(await listed()).toBe(1);
  });

  it('takes a session with its space, but not another session, space or subject', async () => {
    await service.say('main', 'run-1', [{ kind: 'user_message', text: 'The pilot is ill.', meta: { subject: 'pilot-1' } }]);
    await erase({ kind: 'subject', subject: 'pilot-1' });
    const done = await erase({ kind: 'space', space: 'main' });
    expect(await erase(SESSION)).toEqual(done);
    const never: ErasureScope[] = [
      { kind: 'session', space: 'other', session: 'run-1' },
      { kind: 'space', space: 'other' },
      { kind: 'subject', subject: 'pilot-2' },
    ];
    for (const scope of never) await expect(erase(scope), JSON.stringify(scope)).rejects.toMatchObject({ code: 'not_found' });
    // An erasure of one space is empty where that of every space took it.
    const inOne: ErasureScope = { kind: 'subject', subject: 'pilot-1', space: 'main' };
    expect(await erase(inOne)).toMatchObject({ status: 'done', scope: { kind: 'subject', space: 'main' }, counts: NOTHING });
  });

  it('is not answered with an erasure of everything, where one session is asked for', async () => {
    await service.say('other', 'run-3', [{ kind: 'user_message', text: 'The lock is shut.' }]);
    const all = await erase({ kind: 'tenant' });
    const again = await erase(SESSION);
    expect(again).toMatchObject({ status: 'done', scope: SESSION, counts: NOTHING });
    expect(again.id).not.toBe(all.id);
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
