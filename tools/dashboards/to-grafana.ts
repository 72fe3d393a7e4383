import type { AnyQuery, Dashboard, Panel } from './dashboard.ts';
import { CLICKHOUSE, PROMETHEUS, type GrafanaSource } from './grafana-sources.ts';

const SCHEMA_VERSION = 39;
const COLUMNS = 24;
const HEIGHT = 8;
const GRAFANA_KINDS = { lines: 'timeseries', number: 'stat', heatmap: 'heatmap', table: 'table' } as const;

/** Renders a dashboard in Grafana's file format. */
export function toGrafana(dashboard: Dashboard<AnyQuery>): Readonly<Record<string, unknown>> {
  const source = sourceOf(dashboard);
  return {
    uid: `total-recall-${dashboard.id}`,
    title: `Total Recall / ${dashboard.title}`,
    description: dashboard.description,
    tags: ['total-recall'],
    schemaVersion: SCHEMA_VERSION,
    editable: false,
    graphTooltip: 1,
    refresh: '30s',
    time: { from: 'now-3h', to: 'now' },
    timezone: 'browser',
    links: [{ type: 'dashboards', title: 'Total Recall', tags: ['total-recall'], asDropdown: true, keepTime: true, includeVars: true }],
    templating: { list: source.variables },
    panels: layOut(dashboard, source),
  };
}

function sourceOf({ rows }: Dashboard<AnyQuery>): GrafanaSource {
  return rows.some(({ panels }) => panels.some(({ queries }) => queries.some((query) => 'sql' in query))) ? CLICKHOUSE : PROMETHEUS;
}

/** Places rows below each other and the panels of a row side by side, with equal widths. */
function layOut(dashboard: Dashboard<AnyQuery>, source: GrafanaSource): object[] {
  const panels: object[] = [];
  let y = 0;
  for (const row of dashboard.rows) {
    panels.push({
      id: panels.length + 1,
      type: 'row',
      title: row.title,
      collapsed: false,
      panels: [],
      gridPos: { h: 1, w: COLUMNS, x: 0, y },
    });
    y += 1;
    const perLine = row.panels.length <= 4 ? row.panels.length : 3;
    const w = COLUMNS / perLine;
    for (const [at, panel] of row.panels.entries()) {
      const gridPos = { h: HEIGHT, w, x: (at % perLine) * w, y: y + Math.floor(at / perLine) * HEIGHT };
      panels.push(toPanel(panel, source, { id: panels.length + 1, gridPos }));
    }
    y += Math.ceil(row.panels.length / perLine) * HEIGHT;
  }
  return panels;
}

function toPanel(panel: Panel<AnyQuery>, source: GrafanaSource, place: { readonly id: number; readonly gridPos: object }): object {
  const { datasource } = source;
  return {
    id: place.id,
    type: GRAFANA_KINDS[panel.kind],
    title: panel.title,
    description: panel.description,
    datasource,
    gridPos: place.gridPos,
    targets: panel.queries.map((query, at) => ({
      refId: String.fromCharCode('A'.charCodeAt(0) + at),
      datasource,
      ...source.target(panel, query),
    })),
    fieldConfig: { defaults: fieldDefaults(panel), overrides: [] },
    options: panelOptions(panel),
  };
}

function fieldDefaults(panel: Panel<AnyQuery>): object {
  const quiet = panel.queries.every((query) => 'onlyAfter' in query) ? { noValue: 'none so far' } : {};
  const red = panel.redFrom === undefined ? [] : [{ color: 'red', value: panel.redFrom }];
  const drawn = {
    fillOpacity: panel.stacked ? 30 : 5,
    showPoints: 'never',
    stacking: { mode: panel.stacked ? 'normal' : 'none', group: 'A' },
  };
  return {
    unit: panel.unit,
    min: 0,
    ...quiet,
    thresholds: { mode: 'absolute', steps: [{ color: 'green', value: null }, ...red] },
    ...(panel.kind === 'lines' ? { custom: drawn } : {}),
  };
}

function panelOptions(panel: Panel<AnyQuery>): object {
  switch (panel.kind) {
    case 'lines':
      return { legend: { displayMode: 'list', placement: 'bottom', showLegend: true }, tooltip: { mode: 'multi', sort: 'desc' } };
    case 'number':
      return { colorMode: 'value', graphMode: 'none', reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false } };
    case 'table':
      return { showHeader: true, cellHeight: 'sm' };
    case 'heatmap':
      return { calculate: false, yAxis: { unit: panel.unit }, color: { mode: 'scheme', scheme: 'Oranges', steps: 64 } };
  }
}
