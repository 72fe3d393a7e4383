import type { Hold } from '@total-recall/domain';
import type { Eraser, Erasure, Holds } from '@total-recall/ports';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../gateway.ts';
import { erasureHandlers } from './erasure-handlers.ts';
import { holdHandlers } from './hold-handlers.ts';

const KEY: Caller = { tenant: 'acme', keyId: 'k', scopes: ['hold', 'erase'], quotas: {} };
const BOUND: Caller = { ...KEY, spaces: ['main'] };
const EMPTY = { query: {}, headers: {}, params: {}, body: undefined } as const;
const hold = (id: string, scope: Hold['scope']): Hold => ({ id, tenant: 'acme', name: 'case 1', scope, actor: 'k', at: 1 });
const HOLDS = [
  hold('h1', { kind: 'tenant' }),
  hold('h2', { kind: 'space', space: 'main' }),
  hold('h3', { kind: 'session', space: 'side', session: 'run-1' }),
];
const erasure = (id: string, scope: Erasure['scope']): Erasure =>
  ({ id, tenant: 'acme', status: 'done', scope, counts: {}, eventIds: [] }) as unknown as Erasure;
const ERASURES = [
  erasure('x1', { kind: 'tenant' }),
  erasure('x2', { kind: 'space', space: 'main' }),
  erasure('x3', { kind: 'space', space: 'side' }),
];

function world(more: readonly Erasure[] = []) {
  const erasures = [...ERASURES, ...more];
  const asked: unknown[] = [];
  const eraser = {
    hold: async (tenant: string, id: string) => HOLDS.find((one) => one.tenant === tenant && one.id === id),
    holds: async (...all: unknown[]) => (asked.push(all), HOLDS),
    placeHold: async ({ scope }: { scope: Hold['scope'] }) => (asked.push(scope), { ...hold('h9', scope), underWay: [] }),
    releaseHold: async ({ id, subjects }: { id: string; subjects?: readonly string[] }) => (
      asked.push(subjects ? { id, subjects } : id),
      { ...HOLDS[1]!, released: { at: 2, actor: 'k' } }
    ),
    erasure: async (_tenant: string, id: string) => erasures.find((one) => one.id === id),
    erasures: async (...all: unknown[]) => (asked.push(all), erasures),
    erase: async ({ scope }: { scope: Erasure['scope'] }) => (asked.push(scope), erasure('x9', scope)),
  } as unknown as Eraser & Holds;
  const acts: string[] = [];
  const deps = { eraser, auditAct: async (_caller: Caller, action: string, target: string) => void acts.push(`${action} ${target}`) };
  return { holds: holdHandlers(deps), erasures: erasureHandlers(deps), asked, acts };
}

describe('a key that is bound to spaces', () => {
  it('reads the holds of these alone, and learns nothing of others or of what is not there', async () => {
    const { holds, asked } = world();
    const read = (holdId: string, caller = BOUND) => holds.getHold({ ...EMPTY, params: { holdId } }, caller);
    expect(await read('h2')).toMatchObject({ id: 'h2', what: 'space', space: 'main' });
    for (const id of ['h1', 'h3', 'none']) await expect(read(id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await read('h1', KEY)).toMatchObject({ what: 'tenant' });
    await expect(read('none', KEY)).rejects.toMatchObject({ code: 'not_found' });
    await holds.listHolds({ ...EMPTY, query: { limit: 5, released: 'false' } }, BOUND);
    await holds.listHolds({ ...EMPTY, query: { limit: 5, released: 'true' } }, KEY);
    expect(asked).toEqual([
      ['acme', { limit: 5, released: false, spaces: ['main'] }],
      ['acme', { limit: 5, released: true }],
    ]);
  });

  it('places and releases holds in these alone', async () => {
    const { holds, asked, acts } = world();
    const place = (body: object) => holds.placeHold({ ...EMPTY, body: { name: 'case 2', ...body } as never }, BOUND);
    for (const body of [{ space: 'side' }, { tenant: 'acme' }, { subject: 'ada' }])
      await expect(place(body)).rejects.toMatchObject({ code: 'forbidden' });
    const release = (holdId: string) => holds.releaseHold({ ...EMPTY, params: { holdId }, body: {} }, BOUND);
    for (const id of ['h1', 'h3', 'none']) await expect(release(id)).rejects.toMatchObject({ code: 'not_found' });
    expect([asked, acts]).toEqual([[], []]);
    await place({ space: 'main' });
    await release('h2');
    expect(asked).toEqual([{ kind: 'space', space: 'main' }, 'h2']);
    expect(acts).toEqual(['hold.request main', 'hold.placed h9', 'hold.release h2']);
  });

  it('erases, and reads of erasures, in these alone', async () => {
    const { erasures, asked, acts } = world();
    const erase = (body: object, caller = BOUND) => erasures.erase({ ...EMPTY, body: body as never }, caller);
    for (const body of [{ space: 'side' }, { tenant: 'acme' }, { subject: 'ada' }])
      await expect(erase(body)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(erase({ tenant: 'rival' }, KEY)).rejects.toMatchObject({ code: 'forbidden' });
    const read = (erasureId: string) => erasures.getErasure({ ...EMPTY, params: { erasureId } }, BOUND);
    expect(await read('x2')).toMatchObject({ id: 'x2', space: 'main' });
    for (const id of ['x1', 'x3', 'none']) await expect(read(id)).rejects.toMatchObject({ code: 'not_found' });
    expect([asked, acts]).toEqual([[], []]);
    const listed = await erasures.listErasures({ ...EMPTY, query: { limit: 5 } }, BOUND);
    expect(listed.erasures.map(({ id }) => id)).toEqual(['x2']);
    await erase({ space: 'main' });
    expect(asked).toEqual([['acme', 5, ['main']], { kind: 'space', space: 'main' }]);
    expect(acts).toEqual(['erasure.request main', 'erasure.done x9']);
  });
});

describe('a key that is bound to subjects', () => {
  const OF_ADA: Caller = { ...KEY, subjects: ['ada'] };

  it('places holds of these alone, and has ingest compare whose a hold is that it releases', async () => {
    const { holds, asked, acts } = world();
    const place = (body: object) => holds.placeHold({ ...EMPTY, body: { name: 'case 2', ...body } as never }, OF_ADA);
    for (const body of [{ space: 'main' }, { space: 'main', session: 'run-1' }, { space: 'main', eventIds: ['e1'] }, { tenant: 'acme' }])
      await expect(place(body)).rejects.toMatchObject({ code: 'forbidden' });
    expect([asked, acts]).toEqual([[], []]);
    await place({ subject: 'ada' });
    await holds.releaseHold({ ...EMPTY, params: { holdId: 'h2' }, body: {} }, OF_ADA);
    expect(asked).toEqual([
      { kind: 'subject', subject: 'ada' },
      { id: 'h2', subjects: ['ada'] },
    ]);
  });
});

it('a plan of an erasure names kinds and what is held, as lists of its own', async () => {
  const held = { events: 1, holds: [{ id: 'h2', name: 'case 1', events: 1 }], kinds: { decision: 1 }, eventIds: ['e1'] };
  const undone = [{ space: 'main', session: 'run-1' }];
  const more = {
    ...erasure('x4', { kind: 'session', space: 'main', session: 'run-1' }),
    kinds: { decision: 2 },
    held,
    undone,
  } as Erasure;
  const { erasures } = world([more]);
  const shown = await erasures.getErasure({ ...EMPTY, params: { erasureId: 'x4' } }, BOUND);
  expect(shown).toEqual({
    id: 'x4',
    tenant: 'acme',
    status: 'done',
    what: 'session',
    space: 'main',
    session: 'run-1',
    counts: {},
    eventIds: [],
    kinds: { decision: 2 },
    held,
    undone,
  });
});
