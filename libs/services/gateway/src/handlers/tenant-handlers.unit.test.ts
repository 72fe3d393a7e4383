import { createMemoryControlStore } from '@total-recall/adapter-memory';
import type { Eraser } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { virtualTime } from '../../testing/virtual-time.ts';
import type { Caller } from '../gateway.ts';
import { tenantHandlers } from './tenant-handlers.ts';

const OPERATOR: Caller = { tenant: 'system', keyId: 'k', scopes: ['admin', 'erase'], quotas: {} };

/** A tenant with so many events, to which another gateway appends one while this one waits, as long as it is no longer than it says. */
async function world({ events, othersForgetMs }: { readonly events: number; readonly othersForgetMs: number }) {
  const control = createMemoryControlStore();
  const done: string[] = [];
  let held = events;
  await control.putTenant({ id: 'acme', name: 'Acme', createdAt: 0 });
  const erase = async () => {
    if (held === 0) throw new TotalRecallError('not_found', 'There is nothing.');
    done.push(`erased ${held}`);
    held = 0;
    return { id: `x${done.length}`, status: 'done', scope: { kind: 'tenant' }, counts: {}, eventIds: [] };
  };
  const { clock, random } = virtualTime();
  const handlers = tenantHandlers({
    control: {
      ...control,
      closeTenant: async (tenant) => {
        done.push(`closed with ${held}`);
        await control.closeTenant(tenant);
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
  const remove = async () =>
    handlers.removeTenant({ query: {}, headers: {}, params: { tenant: 'acme' }, body: { confirm: 'acme' } }, OPERATOR);
  return { remove, done };
}

it('a tenant is closed when no other gateway lets in its keys, and what was appended until then is erased', async () => {
  const small = await world({ events: 3, othersForgetMs: 6_000 });
  expect(await small.remove()).toMatchObject({ erasure: { id: 'x1' } });
  expect(small.done).toEqual(['erased 3', 'waited 6000', 'erased 1', 'closed with 0']);
  const empty = await world({ events: 0, othersForgetMs: 6_000 });
  expect(await empty.remove()).toMatchObject({ erasure: { id: 'x2' } });
  expect(empty.done).toEqual(['waited 6000', 'erased 1', 'closed with 0']);
});

it('nothing is waited for where one gateway serves all', async () => {
  const { remove, done } = await world({ events: 0, othersForgetMs: 0 });
  expect(await remove()).not.toHaveProperty('erasure');
  expect(done).toEqual(['closed with 0']);
});
