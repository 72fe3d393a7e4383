import type { ErasureScope } from '@total-recall/domain';
import { codeOf } from '@total-recall/ports/testing';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
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

const named = (...eventIds: string[]): ErasureScope => ({ kind: 'events', space: 'main', eventIds });
const erase = (scope: ErasureScope, dryRun = false) => service.eraser().erase({ tenant: TENANT, scope, actor: 'key_e', dryRun });
const place = (scope: ErasureScope) => service.eraser().placeHold({ tenant: TENANT, scope, name: 'case 4711', actor: 'key_h' });

it('an erasure takes events by their place, and the ledger and the certificate name their ids', async () => {
  const twice = named('run-1/e1', ids[0]!, 'run-1/e2');
  expect(await erase(twice, true)).toMatchObject({ status: 'planned', eventIds: ids.slice(0, 2) });
  const done = await erase(twice);
  expect(done).toMatchObject({ status: 'done', scope: named(...ids.slice(0, 2)), eventIds: ids.slice(0, 2) });
  expect(done.certificate!.statement.destroyed.events).toEqual([{ space: 'main', session: 'run-1', eventIds: ids.slice(0, 2) }]);
  expect(await erase(named('run-1/e2'))).toEqual(done);
  expect([...(await service.readable()).keys()]).toEqual([ids[2]]);
});

it('a hold keeps an event that is named by its place', async () => {
  const hold = await place(named('run-1/e3'));
  expect(hold).toMatchObject({ scope: named(ids[2]!) });
  expect(await codeOf(erase(named(ids[2]!)))).toBe('held');
  await erase(named('run-1/e1'));
  expect(await codeOf(place(named('run-1/e1')))).toBe('erased');
});

it('a place without an event is refused, and nothing goes', async () => {
  for (const act of [erase, place])
    await expect(act(named('run-1/e1', 'run-1/e9'))).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('no event run-1/e9 here'),
    });
  expect((await service.readable()).size).toBe(3);
});
