import { RETENTION_PAUSE, type ApiKey, type ControlStore, type DayUsage, type PolicyAt, type RetentionPause } from '@total-recall/ports';
import {
  batchesOf,
  createClosing,
  createControlReads,
  createHeldUsage,
  isPolicyOf,
  stillRevoked,
  TotalRecallError,
  usageId,
  usageOfId,
  type HeldUsage,
} from '@total-recall/runtime';
import { readJson } from '../table/read-json.ts';
import { openTopicTable, type TopicTable } from '../table/topic-table.ts';
import { ensureTopics } from '../topics/ensure-topics.ts';
import { planTopics, type TopicOptions } from '../topics/topic-plan.ts';
import type { FetchedRecord } from '../wire/fetch-records.ts';
import type { ProducedRecord } from '../wire/partition-producer.ts';
import { openConnection } from '../wire/kafka-connection.ts';
import type { KafkaSettings } from '../wire/kafka-settings.ts';
import { createAuditPages } from './audit-pages.ts';
import { decodeAudit } from './audit-records.ts';
import { backupNotes } from './backup-notes.ts';
import { createHeldAudit, type AuditKind, type HeldAudit } from './held-audit.ts';
import { createKafkaAudit, type AuditParts } from './kafka-audit.ts';
import { createAuditMove, type AuditMoveOwner } from './move-audit.ts';
import { ownAudit } from './own-audit.ts';
import { createHeldTenants, replaceInOrder, type HeldTenants } from './replace-tenant.ts';
import { revokeInOrder, type RevocationClaim } from './revoke-in-order.ts';
import { createAuditScan } from './scan-audit.ts';

export interface KafkaControlStoreOptions extends TopicOptions {
  readonly kafka: KafkaSettings;
  /** Number of audit entries, newest first, that can be listed; an export has all. Default: 100,000. */
  readonly auditEntries?: number;
}

const MAX_USAGE_BATCH = 1_000;
/** Most records that are removed with one write. */
const MAX_RECORDS = 1_000;

/** Content of `tr.control` by kind. Kinds that are listed by name are kept in that order. */
interface ControlThings {
  readonly tenant: HeldTenants;
  readonly api_key: Map<string, ApiKey>;
  readonly policy: Map<string, PolicyAt>;
  /** Revocations that are being decided, in the order of the topic. */
  readonly revoking: Map<string, RevocationClaim>;
  /** Backups that were made, by the time when they began. */
  readonly backup: Map<string, { readonly startedAt: string }>;
  /** One at most. */
  readonly retention_pause: Map<string, RetentionPause>;
  readonly usage: HeldUsage;
  readonly audit: HeldAudit;
}

type Arrived = Parameters<NonNullable<ControlStore['onArrived']>>[0];

type ThingKind = Exclude<keyof ControlThings, 'usage' | 'audit'>;
type MappedKind = Exclude<ThingKind, 'tenant'>;

/**
 * Opens the store of tenants, keys and policy in `tr.control`. They are read from memory; the store is ready when the
 * topic has been read to its end. Writes of other processes are visible within moments. Errors: `invalid_request` when
 * the settings of a topic are wrong, `unavailable`.
 */
export async function createKafkaControlStore(options: KafkaControlStoreOptions): Promise<ControlStore> {
  const { kafka, auditEntries = 100_000 } = options;
  const plans = planTopics(options);
  const [control, entries, history] = [plans.table('control'), plans.entries('audit-entries'), plans.history('audit')];
  await ensureTopics(kafka, [control, entries, history], plans.replication);
  const held = createHeldAudit();
  const things: ControlThings = {
    tenant: createHeldTenants(),
    api_key: new Map(),
    policy: new Map(),
    revoking: new Map(),
    backup: new Map(),
    retention_pause: new Map(),
    usage: createHeldUsage(),
    audit: held,
  };
  const arrivals: Arrived[] = [];
  const pages = createAuditPages(auditEntries, (tenant) => held.start(tenant)?.offset ?? 0);
  const table = await openTopicTable({
    kafka,
    topic: control.topic,
    what: 'tenants and policy',
    apply: (record) => {
      remember(things, record);
      const [kind, id] = record.key?.toString().split('/', 2) ?? [];
      if ((kind === 'tenant' || kind === 'api_key') && id !== undefined) for (const run of arrivals) run(kind, id);
    },
  });
  try {
    const audit = await openTopicTable({
      kafka,
      topic: entries.topic,
      what: 'the audit',
      // Its owner finds out what is missing by what was signed.
      mayLoseItsEnd: true,
      newest: auditEntries,
      apply: (record) => {
        const stored = decodeAudit(record);
        if (stored) pages.add(stored);
      },
    });
    const connection = openConnection(kafka);
    const scan = createAuditScan(connection, entries.topic);
    const moveFor = (owner: AuditMoveOwner) => createAuditMove({ connection, from: history.topic, to: audit, pages, ...owner });
    const own = () => ownAudit({ control: table, entries: audit, held, scan, moveFor });
    const close = () => Promise.all([table.close(), audit.close(), connection.close()]).then(() => undefined);
    const store = assembleStore(things, table, { table: audit, held, pages, scan, own }, close);
    return { ...store, onArrived: (run) => void arrivals.push(run) };
  } catch (error) {
    await table.close();
    throw error;
  }
}

function remember(things: ControlThings, record: FetchedRecord): void {
  const { key, value } = record;
  const [, kind, id] =
    /^(tenant|api_key|policy|revoking|backup|retention_pause|first_api_key|usage|audit_owner|audit_head|audit_start)\/(.+)$/.exec(
      key?.toString() ?? '',
    ) ?? [];
  if (kind === undefined || id === undefined) return;
  if (kind === 'first_api_key') return rememberFirst(things, readJson<ApiKey>(value));
  if (kind === 'usage') return rememberUsage(things, id, readJson<DayUsage>(value));
  if (kind.startsWith('audit_')) return things.audit.apply(kind as AuditKind, id, value);
  if (kind === 'api_key') return rememberKey(things, id, value);
  if (kind === 'tenant') return things.tenant.apply(id, record);
  const kept = things[kind as MappedKind] as Map<string, unknown>;
  const thing = readJson(value);
  if (value === null) kept.delete(id);
  else if (thing !== undefined) kept.set(id, thing);
}

/** The order of the topic decides between writers, so a revocation that one of them did not see yet holds for all. */
function rememberKey({ api_key: keys }: ControlThings, id: string, value: FetchedRecord['value']): void {
  const key = readJson<ApiKey>(value);
  if (value === null) keys.delete(id);
  else if (key) keys.set(id, stillRevoked(keys.get(id), key));
}

/** Updates a count of usage. Counts of past days are removed from the topic by the first process that sees them. */
function rememberUsage({ usage }: ControlThings, id: string, counted: DayUsage | undefined): void {
  const place = usageOfId(id);
  if (counted) usage.put(counted);
  else if (place) usage.remove(place);
}

/**
 * Remembers the first key of a tenant. The order of the topic decides, so every process agrees. Each such record has
 * its own key, so compaction removes none.
 */
function rememberFirst({ api_key: keys }: ControlThings, key: ApiKey | undefined): void {
  if (key && ![...keys.values()].some(({ tenant }) => tenant === key.tenant)) keys.set(key.id, key);
}

function assembleStore(things: ControlThings, table: TopicTable, audit: AuditParts, closeParts: () => Promise<void>): ControlStore {
  const { refuseClosed, close } = createClosing('The control store', closeParts);
  const writeRecord = async (record: ProducedRecord): Promise<void> => {
    refuseClosed();
    await table.write([record]);
  };
  const write = (kind: ThingKind | 'first_api_key', id: string, value: Buffer | null): Promise<void> =>
    writeRecord({ key: Buffer.from(`${kind}/${id}`), value });
  const put = (kind: ThingKind | 'first_api_key', id: string, value: unknown): Promise<void> =>
    write(kind, id, Buffer.from(JSON.stringify(value)));
  const putKey = async (key: ApiKey): Promise<void> => {
    await put('api_key', key.id, key);
    const kept = things.api_key.get(key.id);
    // Compaction keeps the last record alone, so that one has to hold the revocation.
    if (kept && kept.revokedAt !== key.revokedAt) await put('api_key', key.id, kept);
  };
  const remove = async (keys: readonly string[]): Promise<void> => {
    for (const batch of batchesOf(keys, MAX_RECORDS)) await table.write(batch.map((key) => ({ key: Buffer.from(key), value: null })));
  };
  const answer = async <T>(read: () => T): Promise<T> => {
    refuseClosed();
    return read();
  };
  return {
    ...createControlReads({ tenants: things.tenant.all, apiKeys: things.api_key, policies: things.policy, usage: things.usage }, answer),
    ...tenantsOf(things, { put, remove, writeRecord, refuseClosed }),
    putApiKey: putKey,
    dropApiKeys: async (tenant, ids) => {
      refuseClosed();
      await remove(ids.filter((id) => things.api_key.get(id)?.tenant === tenant).flatMap(recordsOfKey));
    },
    revokeApiKey: revokeInOrder({ keys: things.api_key, claims: things.revoking }, write, putKey),
    putFirstApiKey: async (key) => {
      await put('first_api_key', key.id, key);
      const isFirst = await answer(() => things.api_key.has(key.id));
      // The key that was first may be written again, and then follows this one in a compacted topic.
      if (!isFirst) await write('first_api_key', key.id, null);
      return isFirst;
    },
    putPolicy: (policy) => put('policy', policy.at, policy),
    retentionPause: () => answer(() => things.retention_pause.get(RETENTION_PAUSE)),
    putRetentionPause: (pause) =>
      pause ? put('retention_pause', RETENTION_PAUSE, pause) : write('retention_pause', RETENTION_PAUSE, null),
    putUsage: async (rows) => {
      refuseClosed();
      if (rows.length > MAX_USAGE_BATCH)
        throw new TotalRecallError('batch_too_large', `At most ${MAX_USAGE_BATCH} counts may be put at once.`);
      const records = rows.map((row) => ({ key: Buffer.from(`usage/${usageId(row)}`), value: Buffer.from(JSON.stringify(row)) }));
      if (records.length > 0) await table.write(records);
    },
    forgetUsage: async (before) => {
      refuseClosed();
      const gone = things.usage.forgetBefore(before);
      await remove(gone.map((row) => `usage/${usageId(row)}`));
    },
    ...createKafkaAudit(audit, refuseClosed),
    backups: backupNotes(things.backup, { put, remove, answer }),
    refusal: () => table.refusal(),
    close,
  };
}

interface TenantWrites {
  readonly put: (kind: 'tenant', id: string, value: unknown) => Promise<void>;
  readonly writeRecord: (record: ProducedRecord) => Promise<void>;
  readonly remove: (keys: readonly string[]) => Promise<void>;
  readonly refuseClosed: () => void;
}

type TenantCalls = Pick<ControlStore, 'putTenant' | 'replaceTenant' | 'closeTenant'>;

function tenantsOf(things: ControlThings, { put, writeRecord, remove, refuseClosed }: TenantWrites): TenantCalls {
  const replace = replaceInOrder(things.tenant, writeRecord);
  const replaceTenant: ControlStore['replaceTenant'] = async (before, tenant) => {
    refuseClosed();
    return replace(before, tenant);
  };
  return {
    putTenant: (tenant) => put('tenant', tenant.id, tenant),
    replaceTenant,
    closeTenant: async (left, before) => {
      // The tenant is written first: if this is cut short, keys that are left are those of a disabled tenant.
      if (before === undefined) await put('tenant', left.id, left);
      else if (!(await replaceTenant(before, left))) return false;
      // By now everything that was written before it is known here, also by other processes.
      await remove(recordsOf(things, left.id));
      return true;
    },
  };
}

function recordsOfKey(id: string): string[] {
  return [`api_key/${id}`, `first_api_key/${id}`];
}

/** Returns the keys of the records of a tenant, but for its own. */
function recordsOf({ api_key: keys, policy }: ControlThings, tenant: string): string[] {
  const own = [...keys.values()].filter((key) => key.tenant === tenant);
  return [
    ...own.flatMap(({ id }) => recordsOfKey(id)),
    ...[...policy.keys()].filter((at) => isPolicyOf(at, tenant)).map((at) => `policy/${at}`),
  ];
}
