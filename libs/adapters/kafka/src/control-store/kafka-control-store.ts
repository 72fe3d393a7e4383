import type { ApiKey, AuditEntry, ControlStore, DayUsage, PolicyAt, Tenant } from '@total-recall/ports';
import { createHeldUsage, isPolicyOf, TotalRecallError, usageId, usageOfId, type HeldUsage } from '@total-recall/runtime';
import { readJson } from '../table/read-json.ts';
import { openTopicTable, type TopicTable } from '../table/topic-table.ts';
import { ensureTopics } from '../topics/ensure-topics.ts';
import { planTopics, type TopicOptions } from '../topics/topic-plan.ts';
import type { FetchedRecord } from '../wire/fetch-records.ts';
import type { KafkaSettings } from '../wire/kafka-settings.ts';
import { createAuditPages } from './audit-pages.ts';

export interface KafkaControlStoreOptions extends TopicOptions {
  readonly kafka: KafkaSettings;
  /** Number of audit entries that can be paged through; older ones are only in `tr.audit`. Default: 100,000. */
  readonly auditEntries?: number;
}

const MAX_AUDIT_BATCH = 1_000;
const MAX_AUDIT_PAGE = 1_000;
const MAX_USAGE_BATCH = 1_000;

/** Content of `tr.control` by kind. Kinds that are listed by name are kept in that order. */
interface ControlThings {
  readonly tenant: Map<string, Tenant>;
  readonly api_key: Map<string, ApiKey>;
  readonly policy: Map<string, PolicyAt>;
  readonly usage: HeldUsage;
}

type ThingKind = Exclude<keyof ControlThings, 'usage'>;

/**
 * Opens the store of tenants, keys and policy in `tr.control`. They are read from memory; the store is ready when the
 * topic has been read to its end. Writes of other processes are visible within moments. Errors: `invalid_request` when
 * the settings of a topic are wrong, `unavailable`.
 */
export async function createKafkaControlStore(options: KafkaControlStoreOptions): Promise<ControlStore> {
  const { kafka, auditEntries = 100_000 } = options;
  const plans = planTopics(options);
  const [control, history] = [plans.table('control'), plans.history('audit')];
  await ensureTopics(kafka, [control, history], plans.replication);
  const things: ControlThings = { tenant: new Map(), api_key: new Map(), policy: new Map(), usage: createHeldUsage() };
  const pages = createAuditPages(auditEntries);
  const table = await openTopicTable({
    kafka,
    topic: control.topic,
    what: 'tenants and policy',
    apply: (record) => remember(things, record),
  });
  try {
    const audit = await openTopicTable({
      kafka,
      topic: history.topic,
      what: 'the audit',
      newest: auditEntries,
      apply: ({ value }) => {
        const entry = readJson<AuditEntry>(value);
        if (entry) pages.add(entry);
      },
    });
    return assembleStore(things, table, { table: audit, pages });
  } catch (error) {
    await table.close();
    throw error;
  }
}

function remember(things: ControlThings, { key, value }: FetchedRecord): void {
  const [, kind, id] = /^(tenant|api_key|policy|first_api_key|usage)\/(.+)$/.exec(key?.toString() ?? '') ?? [];
  if (kind === undefined || id === undefined) return;
  if (kind === 'first_api_key') return rememberFirst(things, readJson<ApiKey>(value));
  if (kind === 'usage') return rememberUsage(things, id, readJson<DayUsage>(value));
  const kept = things[kind as ThingKind] as Map<string, unknown>;
  const thing = readJson(value);
  if (value === null) kept.delete(id);
  else if (thing !== undefined) kept.set(id, thing);
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

interface Audit {
  readonly table: TopicTable;
  readonly pages: ReturnType<typeof createAuditPages>;
}

function assembleStore(things: ControlThings, table: TopicTable, audit: Audit): ControlStore {
  let closing: Promise<void> | undefined;
  const refuseClosed = (): void => {
    if (closing) throw new TotalRecallError('closed', 'The control store is closed.');
  };
  const write = async (kind: ThingKind | 'first_api_key', id: string, value: Buffer | null): Promise<void> => {
    refuseClosed();
    await table.write([{ key: Buffer.from(`${kind}/${id}`), value }]);
  };
  const put = (kind: ThingKind | 'first_api_key', id: string, value: unknown): Promise<void> =>
    write(kind, id, Buffer.from(JSON.stringify(value)));
  const answer = async <T>(read: () => T): Promise<T> => {
    refuseClosed();
    return read();
  };
  return {
    tenants: () => answer(() => [...things.tenant.values()].sort((a, b) => (a.id < b.id ? -1 : 1))),
    tenant: (id) => answer(() => things.tenant.get(id)),
    putTenant: (tenant) => put('tenant', tenant.id, tenant),
    closeTenant: async (left) => {
      refuseClosed();
      const gone = [
        ...[...things.api_key.values()]
          .filter(({ tenant }) => tenant === left.id)
          .flatMap(({ id }) => [`api_key/${id}`, `first_api_key/${id}`]),
        ...[...things.policy.keys()].filter((at) => isPolicyOf(at, left.id)).map((at) => `policy/${at}`),
      ];
      // The tenant is written first: if the removal is cut short, the tenant is disabled and can be removed again.
      await put('tenant', left.id, left);
      for (let from = 0; from < gone.length; from += MAX_USAGE_BATCH)
        await table.write(gone.slice(from, from + MAX_USAGE_BATCH).map((key) => ({ key: Buffer.from(key), value: null })));
    },
    apiKey: (id) => answer(() => things.api_key.get(id)),
    apiKeys: (tenant) => answer(() => [...things.api_key.values()].filter((key) => key.tenant === tenant).sort(byAge)),
    putApiKey: (key) => put('api_key', key.id, key),
    putFirstApiKey: async (key) => {
      await put('first_api_key', key.id, key);
      const isFirst = await answer(() => things.api_key.has(key.id));
      // The key that was first may be written again, and then follows this one in a compacted topic.
      if (!isFirst) await write('first_api_key', key.id, null);
      return isFirst;
    },
    policies: (at) => answer(() => at.map((place) => things.policy.get(place))),
    policiesUnder: (prefix, limit) =>
      answer(() => {
        const below = [...things.policy.values()].filter(({ at }) => at.startsWith(prefix));
        return below.sort((a, b) => (a.at < b.at ? -1 : 1)).slice(0, Math.max(0, limit));
      }),
    putPolicy: (policy) => put('policy', policy.at, policy),
    usage: (day, tenant) => answer(() => things.usage.of(day, tenant)),
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
      const records = gone.map((row) => ({ key: Buffer.from(`usage/${usageId(row)}`), value: null }));
      for (let from = 0; from < records.length; from += MAX_USAGE_BATCH) await table.write(records.slice(from, from + MAX_USAGE_BATCH));
    },
    appendAudit: async (entries) => {
      refuseClosed();
      if (entries.length > MAX_AUDIT_BATCH)
        throw new TotalRecallError('batch_too_large', `At most ${MAX_AUDIT_BATCH} audit entries may be appended at once.`);
      const records = entries.map((entry) => ({ key: Buffer.from(entry.tenant), value: Buffer.from(JSON.stringify(entry)) }));
      if (records.length > 0) await audit.table.write(records);
    },
    auditHeads: (tenant) => answer(() => audit.pages.heads(tenant)),
    auditFrom: ({ tenant, limit, after }) => answer(() => audit.pages.from(tenant, pageSize(limit), after)),
    audit: ({ tenant, limit, before }) => answer(() => audit.pages.page(tenant, pageSize(limit), before)),
    close: () => (closing ??= Promise.all([table.close(), audit.table.close()]).then(() => undefined)),
  };
}

function byAge(a: ApiKey, b: ApiKey): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);
}

function pageSize(limit: number): number {
  return Math.min(MAX_AUDIT_PAGE, Math.max(1, Math.trunc(limit) || 1));
}
