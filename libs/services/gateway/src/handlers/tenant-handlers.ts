import { LIMITS, SCOPES } from '@total-recall/contracts';
import type { Clock, ControlStore, Eraser, Erasure, EraseRequest, Random, Scheduler, Tenant } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { OPERATOR_TENANT, type Caller } from '../gateway.ts';
import { cannotEraseError } from './cannot-erase-error.ts';
import { makeKey, shown } from './control-handlers.ts';
import { shownErasure } from './erasure-handlers.ts';
import type { Handlers } from './handler.ts';
import { shownTenant } from './shown-tenant.ts';

type TenantRoutes = 'listTenants' | 'createTenant' | 'changeTenant' | 'removeTenant';

interface TenantDeps {
  readonly control: ControlStore;
  readonly eraser?: Eraser;
  readonly clock: Clock;
  readonly random: Random;
  readonly scheduler: Pick<Scheduler, 'delay'>;
  /** Time for which another gateway may still let in keys of a tenant that was disabled here; 0 where there is none. */
  readonly othersForgetMs: number;
  /** Called when all keys of a tenant must leave the caches. */
  readonly forgetTenant: (tenant: string) => void;
  /** Waits until no call of a tenant is under way here. */
  readonly untilNoCalls: (tenant: string) => Promise<void>;
  /** Writes an audit entry about an act of this caller. */
  readonly auditAct: (caller: Caller, action: string, target: string) => Promise<void>;
}

/** Most passes of erasing a tenant. */
const ERASURES = 3;

/** Handles tenants, for keys of the operator. Answers hold nothing of a tenant's memory. */
export function tenantHandlers(deps: TenantDeps): Handlers<TenantRoutes> {
  const { control } = deps;
  return {
    listTenants: async () => ({ tenants: (await control.tenants()).map(shownTenant) }),
    async createTenant({ body }, caller) {
      const tenants = (await control.tenants()).filter(({ removedAt }) => removedAt === undefined);
      if (tenants.length >= LIMITS.tenants)
        throw new TotalRecallError('limit_reached', `There are ${LIMITS.tenants} tenants already. Remove one.`);
      const tenant: Tenant = { ...body, createdAt: deps.clock.now() };
      if (body.id === OPERATOR_TENANT || !(await control.replaceTenant(undefined, tenant)))
        throw new TotalRecallError('invalid_name', 'body.id: a tenant of this name is there already, or was.');
      const { key, text } = await makeKey(deps, tenant.id, { name: 'first', scopes: SCOPES });
      await deps.auditAct(caller, 'tenant.create', tenant.id);
      return { tenant, key: await shown(control, key), apiKey: text };
    },
    async changeTenant({ params, body }, caller) {
      if (params.tenant === OPERATOR_TENANT && body.disabled)
        throw new TotalRecallError('invalid_request', 'body.disabled: the operator cannot be disabled; who would enable it?');
      const { now: tenant } = await change(control, params.tenant, (before) => {
        refuseRemoving(before);
        const { disabled = before.disabled, ...changed } = body;
        const { disabled: _before, ...rest } = before;
        return { ...rest, ...changed, ...(disabled && { disabled }) };
      });
      deps.forgetTenant(tenant.id);
      await deps.auditAct(caller, 'tenant.change', describeChange(tenant.id, body));
      return tenant;
    },
    removeTenant: ({ params, body }, caller) => removeTenant(deps, caller, { ...body, id: params.tenant }),
  };
}

async function present(control: ControlStore, id: string): Promise<Tenant> {
  const tenant = await control.tenant(id);
  if (!tenant || tenant.removedAt !== undefined) throw new TotalRecallError('not_found', 'There is no such tenant.');
  return tenant;
}

/** Most times that a change is made anew because others changed the tenant meanwhile. */
const MOST_ROUNDS = 8;

/** Replaces what a tenant is, whatever others change meanwhile. Errors: as `present`; those of `to`; `unavailable`. */
async function change(control: ControlStore, id: string, to: (before: Tenant) => Tenant): Promise<{ before: Tenant; now: Tenant }> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const before = await present(control, id);
    const now = to(before);
    if (await control.replaceTenant(before, now)) return { before, now };
  }
  throw new TotalRecallError('unavailable', 'The tenant is being changed by others. Try again.', { retryAfterMs: 1_000 });
}

function refuseRemoving({ removing }: Tenant): void {
  if (removing === undefined) return;
  throw new TotalRecallError(
    'invalid_request',
    'The tenant is being removed, so nothing of it can be changed. A removal that was cut short goes on where it is asked for again.',
  );
}

function describeChange(id: string, { name, quotas, disabled }: { name?: unknown; quotas?: object; disabled?: boolean }): string {
  const parts = [
    ...(name === undefined ? [] : ['name']),
    ...(quotas === undefined ? [] : ['quotas']),
    ...(disabled === undefined ? [] : [disabled ? 'disabled' : 'enabled']),
  ];
  return `${id}: ${parts.join(', ') || 'nothing'}`;
}

interface Removal {
  readonly id: string;
  readonly confirm?: string;
  readonly reason?: string;
  readonly dryRun?: boolean;
}

async function removeTenant(deps: TenantDeps, caller: Caller, { id, confirm, reason, dryRun }: Removal) {
  const { control, eraser } = deps;
  const before = await present(control, id);
  if (id === OPERATOR_TENANT) throw new TotalRecallError('invalid_request', 'The operator tenant cannot be removed.');
  if (!eraser) throw cannotEraseError();
  const asked = { tenant: id, scope: { kind: 'tenant' }, actor: caller.keyId, ...(reason !== undefined && { reason }) } as const;
  if (dryRun) {
    await deps.auditAct(caller, 'tenant.plan-removal', id);
    return shownRemoval(shownTenant(before), await eraseIfAny(eraser, { ...asked, dryRun }));
  }
  if (confirm !== id)
    throw new TotalRecallError(
      'invalid_request',
      `body.confirm: say the id of the tenant, ${id}, to remove it and everything of it for good.`,
    );
  await deps.auditAct(caller, 'tenant.remove', id);
  const removing = Buffer.from(deps.random.bytes(8)).toString('hex');
  // A removal that was cut short, or is under way elsewhere, is taken over.
  const { before: found, now: begun } = await change(control, id, (stored) => ({ ...stored, disabled: true, removing }));
  deps.forgetTenant(id);
  const disabledMs = deps.clock.monotonicMs();
  // Requests that were let in before may still write.
  await deps.untilNoCalls(id);
  let isErased = false;
  const erase: Eraser['erase'] = async (request) => {
    const done = await eraser.erase(request);
    isErased = true;
    return done;
  };
  const erasure = await eraseEverything({ erase }, asked, () => untilOthersForget(deps, disabledMs)).catch(async (error: unknown) => {
    // A legal hold covers part of it, or the erasure never came to the ledger: the tenant is as it was, unless a removal had begun.
    if (!isErased && error instanceof TotalRecallError && (error.code === 'held' || error.details?.['nothingErased'] === true)) {
      await control.replaceTenant(begun, shownTenant(found));
      deps.forgetTenant(id);
    }
    throw error;
  });
  const tenant: Tenant = { id, name: id, createdAt: before.createdAt, disabled: true, removedAt: deps.clock.now() };
  if (!(await control.closeTenant(tenant, begun)))
    throw new TotalRecallError('unavailable', 'Another call removes the tenant, and began later. Ask again.', { retryAfterMs: 5_000 });
  deps.forgetTenant(id);
  await deps.auditAct(caller, 'tenant.removed', id);
  return shownRemoval(tenant, erasure);
}

function shownRemoval(tenant: Tenant, erasure: Erasure | undefined) {
  return { tenant, ...(erasure && { erasure: shownErasure(erasure) }) };
}

/** Waits until no other gateway lets in keys of a tenant; false where there is none. */
async function untilOthersForget({ clock, scheduler, othersForgetMs }: TenantDeps, disabledMs: number): Promise<boolean> {
  if (othersForgetMs === 0) return false;
  await scheduler.delay(Math.max(0, disabledMs + othersForgetMs - clock.monotonicMs()));
  return true;
}

/**
 * Erases everything of a tenant and returns the first erasure. Requests that were under way when the tenant was
 * disabled, or that another gateway let in since, may have written, so it looks again until nothing is left.
 */
async function eraseEverything(
  eraser: Pick<Eraser, 'erase'>,
  asked: EraseRequest,
  untilOthersForget: () => Promise<boolean>,
): Promise<Erasure | undefined> {
  let last = await eraseIfAny(eraser, asked);
  let first = last;
  if (!(await untilOthersForget()) && first === undefined) return undefined;
  for (let time = 1; time < ERASURES; time += 1) {
    const next = await eraseIfAny(eraser, asked);
    // An erasure that finds nothing left is answered with the one before it.
    if (next === undefined || next.id === last?.id) return first;
    first ??= next;
    last = next;
  }
  throw new TotalRecallError('unavailable', 'The tenant still writes. Ask again: what was erased stays erased.', { retryAfterMs: 5_000 });
}

/** Erases, or returns undefined if the tenant has nothing. */
async function eraseIfAny(eraser: Pick<Eraser, 'erase'>, asked: EraseRequest): Promise<Erasure | undefined> {
  try {
    return await eraser.erase(asked);
  } catch (error) {
    if (error instanceof TotalRecallError && error.code === 'not_found') return undefined;
    throw error;
  }
}
