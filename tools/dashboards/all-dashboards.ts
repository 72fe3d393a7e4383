import type { Dashboard } from './dashboard.ts';
import { COMPACTION } from './definitions/compaction.ts';
import { INGEST } from './definitions/ingest.ts';
import { RECALL } from './definitions/recall.ts';
import { SATURATION } from './definitions/saturation.ts';
import { TENANTS } from './definitions/tenants.ts';
import { WINDOWS } from './definitions/windows.ts';
import { toGrafana } from './to-grafana.ts';

export const DASHBOARDS: readonly Dashboard[] = [COMPACTION, WINDOWS, RECALL, INGEST, SATURATION, TENANTS];

/** The files that Grafana is given, by name. */
export function dashboardFiles(): ReadonlyMap<string, string> {
  return new Map(DASHBOARDS.map((dashboard) => [`${dashboard.id}.json`, `${JSON.stringify(toGrafana(dashboard), null, 2)}\n`]));
}
