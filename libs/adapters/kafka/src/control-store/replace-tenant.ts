import { randomUUID } from 'node:crypto';
import type { ControlStore, Tenant } from '@total-recall/ports';
import { isSameTenant, tenantDigest, TotalRecallError } from '@total-recall/runtime';
import { readJson } from '../table/read-json.ts';
import type { FetchedRecord } from '../wire/fetch-records.ts';
import type { ProducedRecord } from '../wire/partition-producer.ts';

/** Digests of the records that a change may replace, with commas between them. Builds that do not know it take each change. */
const REPLACES = 'replaces';
/** Name of a change, for the process that makes it. */
const CHANGE = 'change';
/** Most times that a record is written again because another was written meanwhile. */
const MOST_ROUNDS = 16;

/** Tenants as `tr.control` has them, in its order. */
export interface HeldTenants {
  readonly all: ReadonlyMap<string, Tenant>;
  apply(id: string, record: Pick<FetchedRecord, 'value' | 'headers'>): void;
  /** Runs `write`, whose record bears the name, and returns whether that record was taken. */
  outcome(write: (change: string) => Promise<void>): Promise<boolean>;
}

/** Holds tenants. The order of the topic decides between changes: one counts if it replaces what stands before it. */
export function createHeldTenants(): HeldTenants {
  const all = new Map<string, Tenant>();
  const outcomes = new Map<string, boolean>();
  return {
    all,
    apply(id, { value, headers }) {
      const tenant = readJson<Tenant>(value);
      const held = all.get(id);
      const replaces = headers[REPLACES]?.toString().split(',');
      // After a compaction the record before is not there any more.
      const isTaken = held === undefined || replaces === undefined || replaces.includes(tenantDigest(held));
      if (value === null) all.delete(id);
      else if (tenant !== undefined && isTaken) all.set(id, tenant);
      const change = headers[CHANGE]?.toString();
      if (change !== undefined && outcomes.has(change)) outcomes.set(change, isTaken);
    },
    async outcome(write) {
      const change = randomUUID();
      outcomes.set(change, false);
      try {
        await write(change);
        return outcomes.get(change)!;
      } finally {
        outcomes.delete(change);
      }
    },
  };
}

/** Creates `replaceTenant`, which decides in the order of the topic. */
export function replaceInOrder(
  held: HeldTenants,
  write: (record: ProducedRecord) => Promise<void>,
): Pick<ControlStore, 'replaceTenant'>['replaceTenant'] {
  const put = (tenant: Tenant, replaces: readonly string[]): Promise<boolean> =>
    held.outcome((change) =>
      write({
        key: Buffer.from(`tenant/${tenant.id}`),
        value: Buffer.from(JSON.stringify(tenant)),
        headers: { [REPLACES]: Buffer.from(replaces.join(',')), [CHANGE]: Buffer.from(change) },
      }),
    );
  return async (before, tenant) => {
    if (!isSameTenant(held.all.get(tenant.id), before)) return false;
    if (await put(tenant, [tenantDigest(before)])) return true;
    // Compaction keeps the last record alone, so that one has to be of what stands.
    let refused = tenant;
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const stands = held.all.get(tenant.id);
      if (!stands || (await put(stands, [stands, refused].map(tenantDigest)))) return false;
      refused = stands;
    }
    throw new TotalRecallError('unavailable', 'The tenant is being changed by others. Try again.', { retryAfterMs: 1_000 });
  };
}
