import { LIMITS, SCOPES, type InputOf } from '@total-recall/contracts';
import type { ApiKey, Clock, ControlStore, Random, Scope } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { newApiKey, newSecret } from '../access/api-key-text.ts';
import {
  isAlive,
  isTenantAdmin,
  keysToDrop,
  shownKey,
  takesLastAdmin,
  toKeyViews,
  effectivePermissions,
  type KeyPermissions,
  type ShownKey,
} from '../access/key-permissions.ts';
import { OPERATOR_SCOPES, OPERATOR_TENANT, type Caller } from '../gateway.ts';
import type { Handlers } from './handler.ts';
import { shownTenant } from './shown-tenant.ts';

type ControlRoutes = 'listKeys' | 'createKey' | 'revokeKey' | 'rotateKey' | 'getTenant';

export interface ControlDeps {
  readonly control: ControlStore;
  readonly clock: Clock;
  readonly random: Random;
  /** Called when a key, and the keys made from it, must leave the caches. */
  readonly forgetKey: (keyId: string) => void;
  /** Writes an audit entry about an act of this caller. */
  readonly auditAct: (caller: Caller, action: string, target: string) => Promise<void>;
}

/** Handles keys and the caller's own tenant. Answers never hold a hash, and a secret only once. */
export function controlHandlers(deps: ControlDeps): Handlers<ControlRoutes> {
  const { control } = deps;
  return {
    listKeys: async (_input, caller) => ({ keys: toKeyViews(await control.apiKeys(caller.tenant)) }),
    async createKey({ body }, caller) {
      const wanted = withinMaker(body, await standingOfCaller(deps, caller), deps.clock.now());
      const { key, text } = await makeKey(deps, caller.tenant, { ...wanted, madeBy: caller.keyId });
      await deps.auditAct(caller, 'key.create', key.id);
      return { key: await shown(control, key), apiKey: text };
    },
    async revokeKey({ params, query }, caller) {
      const key = await control.apiKey(params.keyId);
      if (!key || key.tenant !== caller.tenant) throw new TotalRecallError('not_found', 'The tenant has no such key.');
      const revoked = await revokeKey(deps, key, { keepAdmin: query.keepAdmin === 'true' });
      deps.forgetKey(key.id);
      await deps.auditAct(caller, 'key.revoke', key.id);
      return shown(control, revoked);
    },
    async rotateKey({ params }, caller) {
      const [key, maker] = [await control.apiKey(params.keyId), await standingOfCaller(deps, caller)];
      if (!key || key.tenant !== caller.tenant) throw new TotalRecallError('not_found', 'The tenant has no such key.');
      const { lineage } = await effectivePermissions(key, (id) => control.apiKey(id));
      if (!lineage.includes(maker.lineage[0]!))
        throw new TotalRecallError('forbidden', 'A key gives a new secret to itself and to those that came of it.');
      const { secretHash, text } = newSecret(deps.random, key.id);
      await control.putApiKey({ ...key, secretHash });
      deps.forgetKey(key.id);
      await deps.auditAct(caller, 'key.rotate', key.id);
      // It may have been revoked meanwhile.
      return { key: await shown(control, (await control.apiKey(key.id)) ?? key), apiKey: text };
    },
    async getTenant(_input, caller) {
      const tenant = await control.tenant(caller.tenant);
      if (!tenant) throw new TotalRecallError('not_found', 'The tenant is gone.');
      return { ...shownTenant(tenant), quotas: { ...caller.quotas } };
    },
  };
}

/** Revokes a key. With `keepAdmin`, refuses to where no admin key of the tenant would be left (`last_admin_key`). */
export async function revokeKey(
  { control, clock }: Pick<ControlDeps, 'control' | 'clock'>,
  key: ApiKey,
  { keepAdmin }: { readonly keepAdmin: boolean },
): Promise<ApiKey> {
  const now = clock.now();
  const leavesAdmin = async (keys: readonly ApiKey[]) => !takesLastAdmin(toKeyViews(keys), key.id, now);
  if (!keepAdmin) await control.putApiKey({ ...key, revokedAt: key.revokedAt ?? now });
  else if (!(await control.revokeApiKey(key, now, leavesAdmin)) && (await control.apiKey(key.id)) !== undefined)
    throw new TotalRecallError('last_admin_key', `No admin key of the tenant would be left without key ${key.id} and what came of it.`);
  return (await control.apiKey(key.id)) ?? { ...key, revokedAt: now };
}

type NewKey = InputOf<'createKey'>['body'];

/** Reads the standing of the calling key again: it may have been revoked since the request was authenticated. */
async function standingOfCaller({ control, clock }: ControlDeps, { keyId }: Caller): Promise<KeyPermissions> {
  const key = await control.apiKey(keyId);
  const standing = key && (await effectivePermissions(key, (id) => control.apiKey(id)));
  if (!standing || !isAlive(standing, clock.now())) throw new TotalRecallError('key_revoked', 'The key that makes this one holds no more.');
  return standing;
}

/**
 * Refuses a key with more scopes, spaces or subjects than its maker's, or with too many makers, and limits its expiry to
 * the maker's.
 */
function withinMaker(body: NewKey, maker: KeyPermissions, now: number): NewKey {
  if (maker.lineage.length > LIMITS.makersPerKey)
    throw new TotalRecallError(
      'limit_reached',
      `A key has at most ${LIMITS.makersPerKey} makers above it. Make this one with a key higher up, or give a key a new secret instead.`,
    );
  const foreign = maker.spaces && (body.spaces === undefined || body.spaces.some((space) => !maker.spaces!.includes(space)));
  const more = body.scopes.find((scope) => !maker.scopes.includes(scope));
  if (more) throw new TotalRecallError('forbidden', `The key that makes this one has no scope ${more} to give.`);
  if (foreign)
    throw new TotalRecallError('forbidden', 'The key that makes this one is bound to spaces; the new one must be bound to some of them.');
  if (maker.subjects && (body.subjects === undefined || body.subjects.some((subject) => !maker.subjects!.includes(subject))))
    throw new TotalRecallError('forbidden', 'The key that makes this one is bound to subjects; the new one must be bound to some of them.');
  const { expiresAt = maker.expiresAt } = body;
  if (expiresAt === undefined) return body;
  if (expiresAt <= now) throw new TotalRecallError('invalid_request', 'body.expiresAt: lies in the past.');
  if (expiresAt > (maker.expiresAt ?? Infinity))
    throw new TotalRecallError('forbidden', 'The key that makes this one expires before it; leave expiresAt out, or name an earlier time.');
  return { ...body, expiresAt };
}

type MakeKeyDeps = Pick<ControlDeps, 'control' | 'clock' | 'random'>;

interface WantedKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly spaces?: readonly string[];
  readonly subjects?: readonly string[];
  readonly expiresAt?: number;
  readonly madeBy?: string;
}

/**
 * Makes and stores a key. Its text is returned here and stored nowhere else. Drops keys of the tenant that ended long ago.
 * Errors: `limit_reached` when it has too many valid ones.
 */
export async function makeKey(deps: MakeKeyDeps, tenant: string, wanted: WantedKey): Promise<{ key: ApiKey; text: string }> {
  const [present, now] = [toKeyViews(await deps.control.apiKeys(tenant)), deps.clock.now()];
  if (present.filter((key) => isAlive(key, now)).length >= LIMITS.keysPerTenant)
    throw new TotalRecallError('limit_reached', `A tenant has at most ${LIMITS.keysPerTenant} valid keys. Revoke some.`);
  const made = madeKey(deps, tenant, wanted);
  await deps.control.putApiKey(made.key);
  const ended = keysToDrop(present, now, LIMITS.endedKeysPerTenant);
  if (ended.length > 0) await deps.control.dropApiKeys(tenant, ended);
  return made;
}

/** Makes the first key of a tenant; undefined if another process made one first. */
export async function makeFirstKey(
  deps: MakeKeyDeps,
  tenant: string,
  wanted: WantedKey,
): Promise<{ key: ApiKey; text: string } | undefined> {
  const made = madeKey(deps, tenant, wanted);
  return (await deps.control.putFirstApiKey(made.key)) ? made : undefined;
}

function madeKey({ random, clock }: Omit<MakeKeyDeps, 'control'>, tenant: string, wanted: WantedKey): { key: ApiKey; text: string } {
  const { keyId, secretHash, text } = newApiKey(random);
  const { name, spaces, subjects, expiresAt, madeBy } = wanted;
  const scopes = [...new Set(wanted.scopes)];
  const bounds = { spaces, ...(subjects && { subjects }) };
  return {
    key: { id: keyId, tenant, name, secretHash, scopes, ...bounds, createdAt: clock.now(), expiresAt, ...(madeBy && { madeBy }) },
    text,
  };
}

export type Recovered =
  | { readonly kind: 'recovered'; readonly key: ApiKey; readonly text: string }
  | { readonly kind: 'present'; readonly key: ShownKey };

/**
 * Makes a new key for a tenant that has no valid admin key left, with every scope (for the operator tenant, with an
 * operator's scopes). Ignores the limit on keys. If a valid admin key is left, returns that one instead.
 */
export async function recoverKey(deps: MakeKeyDeps, tenant: string): Promise<Recovered> {
  const now = deps.clock.now();
  const keys = toKeyViews(await deps.control.apiKeys(tenant));
  const present = keys.find((key) => isTenantAdmin(key, now));
  if (present) return { kind: 'present', key: present };
  const scopes = tenant === OPERATOR_TENANT ? OPERATOR_SCOPES : SCOPES;
  const made = madeKey(deps, tenant, { name: 'recovered', scopes });
  await deps.control.putApiKey(made.key);
  return { kind: 'recovered', ...made };
}

export async function shown(control: ControlStore, key: ApiKey): Promise<ShownKey> {
  return shownKey(key, await effectivePermissions(key, (id) => control.apiKey(id)));
}
