import type { Dashboard, SqlQuery } from './dashboard.ts';
import { ANALYTICS } from './definitions/analytics.ts';
import { COMPACTION } from './definitions/compaction.ts';
import { CONSOLIDATION } from './definitions/consolidation.ts';
import { INGEST } from './definitions/ingest.ts';
import { PROXY } from './definitions/proxy.ts';
import { RECALL } from './definitions/recall.ts';
import { SATURATION } from './definitions/saturation.ts';
import { SERVERS } from './definitions/servers.ts';
import { TENANTS } from './definitions/tenants.ts';
import { WINDOWS } from './definitions/windows.ts';
import { toGrafana } from './to-grafana.ts';

/** Dashboards on Prometheus. */
export const DASHBOARDS: readonly Dashboard[] = [COMPACTION, WINDOWS, RECALL, CONSOLIDATION, INGEST, PROXY, SATURATION, SERVERS, TENANTS];

/** Dashboards on ClickHouse. */
export const SQL_DASHBOARDS: readonly Dashboard<SqlQuery>[] = [ANALYTICS];

/** Renders the files for Grafana, by name. */
export function dashboardFiles(): ReadonlyMap<string, string> {
  return new Map(
    [...DASHBOARDS, ...SQL_DASHBOARDS].map((dashboard) => [`${dashboard.id}.json`, `${JSON.stringify(toGrafana(dashboard), null, 2)}\n`]),
  );
}
