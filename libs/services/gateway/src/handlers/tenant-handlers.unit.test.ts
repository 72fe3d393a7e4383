import { createMemoryControlStore } from '@total-recall/adapter-memory';
import type { Eraser } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { virtualTime } from '../../testing/virtual-time.ts';
import type { Caller } from '../gateway.ts';
import { tenantHandlers } from './tenant-handlers.ts';

const OPERATOR: Caller = { tenant: 'system', keyId: 'k', scopes: ['admin', 'erase'], quotas: {} };

/**
 * A tenant with so many events, to which another gateway appends one while this one waits, as long as it is no longer
 * than it says.
 */
async function world({
  events,
  othersForgetMs,
  failure,
  details = {},
  meanwhile,
}: {
  readonly events: number;
  readonly othersForgetMs: number;
  readonly failure?: 'held' | 'unavailable';
  /** Details of that failure. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Called while everything is erased. */
  readonly meanwhile?: () => Promise<unknown>;
}) {
  const control = createMemoryControlStore();
  const done: string[] = [];
  let held = events;
  await control.putTenant({ id: 'acme', name: 'Acme', createdAt: 0 });
  const erase = async () => {
    await meanwhile?.();
    if (failure) throw new TotalRecallError(failure, 'Not now.', { details });
    if (held === 0) throw new TotalRecallError('not_found', 'There is nothing.');
    done.push(`erased ${held}`);
    held = 0;
    return { id: `x${done.length}`, status: 'done', scope: { kind: 'tenant' }, counts: {}, eventIds: [] };
  };
  const { clock, random } = virtualTime();
  const handlers = tenantHandlers({
    control: {
      ...control,
      closeTenant: async (tenant, before) => {
        done.push(`closed with ${held}`);
        return control.closeTenant(tenant, before);
      },
    },
    eraser: { erase } as unknown as Eraser,
    clock,
    random,
    scheduler: {
      delay: async (ms) => {
        done.push(`waited ${ms}`);
        held += 1;
      },
    },
    othersForgetMs,
    forgetTenant: () => undefined,
    untilNoCalls: async () => undefined,
    auditAct: async () => undefined,
  });
  const remove = async (body: { readonly confirm?: string } = { confirm: 'acme' }) =>
    handlers.removeTenant({ query: {}, headers: {}, params: { tenant: 'acme' }, body }, OPERATOR);
  const create = async (id: string) =>
    handlers.createTenant({ query: {}, headers: {}, params: {}, body: { id, name: id } as never }, OPERATOR);
  const change = async (tenant: string, body: { readonly disabled: boolean }) =>
    handlers.changeTenant({ query: {}, headers: {}, params: { tenant }, body }, OPERATOR);
  const list = async () => handlers.listTenants({ query: {}, headers: {}, params: {}, body: undefined }, OPERATOR);
  return { remove, done, create, change, list, control };
}

it('a tenant is closed when no other gateway lets in its keys, and what was appended until then is erased', async () => {
  const small = await world({ events: 3, othersForgetMs: 6_000 });
  expect(await small.remove()).toMatchObject({ erasure: { id: 'x1' } });
  expect(small.done).toEqual(['erased 3', 'waited 6000', 'erased 1', 'closed with 0']);
  const empty = await world({ events: 0, othersForgetMs: 6_000 });
  expect(await empty.remove()).toMatchObject({ erasure: { id: 'x2' } });
  expect(empty.done).toEqual(['waited 6000', 'erased 1', 'closed with 0']);
});

it('a tenant goes only where its id is said, and nothing of it before', async () => {
  const { remove, done, control } = await world({ events: 3, othersForgetMs: 0 });
  for (const body of [{}, { confirm: 'acm' }]) await expect(remove(body)).rejects.toMatchObject({ code: 'invalid_request' });
  expect(done).toEqual([]);
  expect(await control.tenant('acme')).not.toHaveProperty('disabled');
});

it('every tenant may be disabled and enabled again but that of the operator, who would enable it', async () => {
  const { change, control } = await world({ events: 0, othersForgetMs: 0 });
  await control.putTenant({ id: 'system', name: 'Operator', createdAt: 0 });
  expect(await change('acme', { disabled: true })).toMatchObject({ disabled: true });
  expect(await change('acme', { disabled: false })).not.toHaveProperty('disabled');
  await expect(change('system', { disabled: true })).rejects.toMatchObject({ code: 'invalid_request' });
  expect(await change('system', { disabled: false })).toMatchObject({ id: 'system' });
});

it('nothing is waited for where one gateway serves all', async () => {
  const { remove, done } = await world({ events: 0, othersForgetMs: 0 });
  expect(await remove()).not.toHaveProperty('erasure');
  expect(done).toEqual(['closed with 0']);
});

it('a tenant that could not be erased stays disabled, and is enabled again where nothing was begun', async () => {
  for (const [failure, disabled, details] of [
    ['held', undefined, {}],
    ['unavailable', true, {}],
    ['unavailable', undefined, { nothingErased: true }],
  ] as const) {
    const { remove, control } = await world({ events: 3, othersForgetMs: 0, failure, details });
    await expect(remove()).rejects.toMatchObject({ code: failure });
    expect((await control.tenant('acme'))!.disabled).toBe(disabled);
  }
});

it('a tenant of which a part was erased stays disabled, whatever refuses the rest', async () => {
  let round = 0;
  const refuse = async (): Promise<void> => {
    if ((round += 1) > 1) throw new TotalRecallError('unavailable', 'Not now.', { details: { nothingErased: true } });
  };
  const { remove, control, done } = await world({ events: 3, othersForgetMs: 0, meanwhile: refuse });
  await expect(remove()).rejects.toMatchObject({ code: 'unavailable' });
  expect(done).toEqual(['erased 3']);
  expect(await control.tenant('acme')).toMatchObject({ disabled: true, removing: expect.any(String) as string });
});

it('a tenant that is being removed is changed by nobody, and stays so where the removal was cut short', async () => {
  const codes: unknown[] = [];
  const refusals = (changed: Promise<unknown>) => changed.catch((error: unknown) => void codes.push((error as TotalRecallError).code));
  const one = await world({ events: 3, othersForgetMs: 0, meanwhile: () => refusals(one.change('acme', { disabled: false })) });
  await one.remove();
  expect(codes).toEqual(['invalid_request', 'invalid_request']);
  expect(await one.control.tenant('acme')).toMatchObject({ disabled: true, removedAt: expect.any(Number) as number });
  const cut = await world({ events: 3, othersForgetMs: 0, failure: 'unavailable' });
  await expect(cut.remove()).rejects.toMatchObject({ code: 'unavailable' });
  await expect(cut.change('acme', { disabled: false })).rejects.toMatchObject({ code: 'invalid_request' });
  expect(await cut.list()).toEqual({ tenants: [{ id: 'acme', name: 'Acme', createdAt: 0, disabled: true }] });
});

it('a removal that another took over closes nothing, and enables nobody', async () => {
  let round = 0;
  const again = async (): Promise<unknown> => (round += 1) === 1 && one.remove();
  const one = await world({ events: 3, othersForgetMs: 0, meanwhile: again });
  await expect(one.remove()).rejects.toMatchObject({ code: 'unavailable' });
  expect(one.done).toEqual(['erased 3', 'closed with 0', 'closed with 0']);
  expect(await one.control.tenant('acme')).toHaveProperty('removedAt');
  const failing = await world({ events: 3, othersForgetMs: 0, failure: 'held', meanwhile: () => takenOver(failing) });
  await expect(failing.remove()).rejects.toMatchObject({ code: 'held' });
  expect(await failing.control.tenant('acme')).toMatchObject({ disabled: true, removing: 'another' });
});

async function takenOver({ control }: Awaited<ReturnType<typeof world>>): Promise<void> {
  await control.putTenant({ ...(await control.tenant('acme'))!, removing: 'another' });
}

it('a tenant gets a first key once: no name of one that is there, or was, gives a second one', async () => {
  const { create, remove, control } = await world({ events: 0, othersForgetMs: 0 });
  const made = await create('beta');
  expect(made).toMatchObject({ tenant: { id: 'beta' }, key: { name: 'first' } });
  await remove();
  for (const id of ['beta', 'acme', 'system']) await expect(create(id)).rejects.toMatchObject({ code: 'invalid_name' });
  expect((await control.apiKeys('beta')).map(({ id }) => id)).toEqual([made.key.id]);
  expect([await control.apiKeys('acme'), await control.apiKeys('system')]).toEqual([[], []]);
});
