import type { Client } from '@total-recall/client';
import fc from 'fast-check';
import { expectSame } from '../expect-same.ts';
import { newMark, pick, type KnownKey, type MemoryModel, type Scope } from '../memory-model.ts';
import { codeOf } from '../refusals.ts';
import { SPACE } from '../stage.ts';
import { nothing, place, stepKind } from '../step-kind.ts';

const SCOPES: readonly Scope[] = ['read', 'write', 'admin', 'erase', 'hold', 'audit'];
const OTHER_SPACE = 'elsewhere';
const MOST_KEYS = 6;
const MOST_TENANTS = 2;

/** One call for each scope. */
const PROBES: Readonly<Record<Scope, (client: Client, space: string) => Promise<unknown>>> = {
  read: (client, space) => client.space(space).sessions(),
  write: (client, space) => client.space(space).session('by-key').append({ kind: 'user_message', text: 'A word by key.' }),
  admin: (client) => client.keys(),
  erase: (client) => client.erasures(),
  hold: (client) => client.holds(),
  audit: (client) => client.exportAudit({ limit: 1 }),
};

/** Steps that make and use credentials: keys with some scopes and spaces, keys made by them, other tenants. */
export const KEYS = {
  /** A key is made by the first one, or by one that has what it gives. */
  'make key': stepKind(
    2,
    fc.record({ scopes: fc.subarray([...SCOPES], { minLength: 1 }), maker: fc.option(place), isBound: fc.boolean() }),
    async ({ model, memory }, drawn) => {
      if (model.keys.length >= MOST_KEYS) return;
      const maker = drawn.maker === null ? undefined : pick(model.keys, drawn.maker);
      const madeBy = maker && model.keys.indexOf(maker);
      const key = { name: `key ${newMark(model)}`, scopes: [...drawn.scopes], ...(drawn.isBound && { spaces: [OTHER_SPACE] }) };
      const client = maker ? memory.clientWith(maker.apiKey) : memory.client;
      const refused = maker && refusalOf(model, maker, { scope: 'admin' });
      const exceeds =
        maker && (!drawn.scopes.every((scope) => maker.scopes.includes(scope)) || (maker.spaces !== undefined && !drawn.isBound));
      if (refused || exceeds) {
        expectSame(`the code of making a key by ${maker.scopes.join()}`, await codeOf(client.createKey(key)), refused ?? 'forbidden');
        return;
      }
      const { key: made, apiKey } = await client.createKey(key);
      const { scopes, spaces } = key;
      model.keys.push({
        id: made.id,
        apiKey,
        scopes,
        isRevoked: false,
        ...(spaces && { spaces }),
        ...(madeBy !== undefined && { madeBy }),
      });
    },
  ),
  /** A key does what its scopes and spaces allow, and no key does it that was revoked or came of one that was. */
  'use key': stepKind(
    3,
    fc.record({ key: place, scope: fc.constantFrom(...SCOPES), space: fc.constantFrom(SPACE, OTHER_SPACE) }),
    async ({ model, memory }, { key: at, scope, space }) => {
      const key = pick(model.keys, at);
      if (!key) return;
      const isOfSpace = scope === 'read' || scope === 'write';
      const wanted = refusalOf(model, key, { scope, ...(isOfSpace && { space }) }) ?? 'done';
      const code = await codeOf(PROBES[scope](memory.clientWith(key.apiKey), space));
      expectSame(`the code of ${scope} in ${space} with a key for ${key.scopes.join()} of ${key.spaces?.join() ?? 'all'}`, code, wanted);
    },
  ),
  'revoke key': stepKind(1, fc.record({ key: place }), async ({ model, memory }, { key: at }) => {
    const key = pick(model.keys, at);
    if (!key) return;
    await memory.client.revokeKey(key.id);
    key.isRevoked = true;
    const code = await codeOf(memory.clientWith(key.apiKey).space(SPACE).sessions());
    expectSame('the code of a key that was revoked', code, 'key_revoked');
  }),
  /** Another tenant has a memory of its own, under the same names. */
  'other tenant': stepKind(2, fc.record({ tenant: place }), async ({ model, memory }, { tenant: at }) => {
    if (model.tenants.length < MOST_TENANTS && at % 2 === 0) {
      const id = `tenant-${(model.counter += 1)}`;
      const { apiKey } = await (await memory.operator()).createTenant({ id, name: id });
      model.tenants.push({ id, apiKey, marks: [], state: 'enabled' });
    }
    const tenant = pick(model.tenants, at);
    if (!tenant) return;
    const space = memory.clientWith(tenant.apiKey).space(SPACE);
    const mark = newMark(model);
    const said = await codeOf(space.session('alpha').append({ kind: 'user_message', text: `The harbour is ${mark}.` }));
    expectSame(
      `the code of an append of the tenant ${tenant.id}, which is ${tenant.state}`,
      said,
      tenant.state === 'enabled' ? 'done' : 'unauthenticated',
    );
    if (said !== 'done') return;
    tenant.marks.push(mark);
    const { hits, rendered } = await space.recall({ query: `where is ${mark}`, session: 'alpha' });
    expectSame(`what a tenant recalls of its own`, [hits.length > 0, rendered.includes(mark)], [true, true]);
    for (const events of model.sessions.values())
      for (const { id } of events) if (hits.some(({ eventId }) => eventId === id)) expectSame('a hit of another tenant', id, undefined);
  }),
  /** Keys of a disabled tenant are answered 401; what it has is there again when it is enabled. */
  'disable or enable': stepKind(1, fc.record({ tenant: place }), async ({ model, memory }, { tenant: at }) => {
    const tenant = pick(model.tenants, at);
    if (!tenant || tenant.state === 'removed') return;
    tenant.state = tenant.state === 'enabled' ? 'disabled' : 'enabled';
    await (await memory.operator()).changeTenant(tenant.id, { disabled: tenant.state === 'disabled' });
    const read = memory.clientWith(tenant.apiKey).space(SPACE).session('alpha').events();
    const there = tenant.marks.length > 0 ? 'done' : 'not_found';
    expectSame(`the code of a read of the tenant ${tenant.id}`, await codeOf(read), tenant.state === 'enabled' ? there : 'unauthenticated');
  }),
  /** A tenant that is removed is erased, and its id is not given again. */
  'remove tenant': stepKind(1, nothing, async ({ model, memory }) => {
    const tenant = model.tenants.find(({ state }) => state === 'disabled');
    if (!tenant) return;
    const operator = await memory.operator();
    await operator.removeTenant(tenant.id, { confirm: tenant.id });
    tenant.state = 'removed';
    expectSame('the code of making a tenant again', await codeOf(operator.createTenant({ id: tenant.id, name: 'again' })), 'invalid_name');
  }),
};

/** The code with which a key is refused, undefined where it is not. */
function refusalOf(
  { keys }: MemoryModel,
  key: KnownKey,
  { scope, space }: { readonly scope: Scope; readonly space?: string },
): 'key_revoked' | 'forbidden' | undefined {
  for (let at: KnownKey | undefined = key; at; at = at.madeBy === undefined ? undefined : keys[at.madeBy])
    if (at.isRevoked) return 'key_revoked';
  if (!key.scopes.includes(scope)) return 'forbidden';
  return space !== undefined && key.spaces && !key.spaces.includes(space) ? 'forbidden' : undefined;
}
