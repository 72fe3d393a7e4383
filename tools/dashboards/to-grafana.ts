import type { Dashboard, Panel, Query } from './dashboard.ts';

const SCHEMA_VERSION = 39;
const COLUMNS = 24;
const HEIGHT = 8;
const DATASOURCE = { type: 'prometheus', uid: '${datasource}' };
const GRAFANA_KINDS = { lines: 'timeseries', number: 'stat', heatmap: 'heatmap' } as const;

/** A dashboard as Grafana reads it from a file. */
export function toGrafana(dashboard: Dashboard): Readonly<Record<string, unknown>> {
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
    templating: { list: [chooseSource(), chooseLabel('job', ''), chooseLabel('instance', 'job=~"$job"')] },
    panels: layOut(dashboard),
  };
}

function chooseSource(): object {
  return { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus', refresh: 1 };
}

function chooseLabel(name: string, among: string): object {
  return {
    name,
    label: name,
    type: 'query',
    datasource: DATASOURCE,
    query: `label_values(total_recall_process_build_info{${among}}, ${name})`,
    refresh: 2,
    sort: 1,
    multi: true,
    includeAll: true,
    allValue: '.+',
    current: { selected: true, text: 'All', value: '$__all' },
  };
}

/** Rows one under the other, the panels of a row side by side, all as wide as the row allows. */
function layOut(dashboard: Dashboard): object[] {
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
      panels.push(toPanel(panel, panels.length + 1, gridPos));
    }
    y += Math.ceil(row.panels.length / perLine) * HEIGHT;
  }
  return panels;
}

function toPanel(panel: Panel, id: number, gridPos: object): object {
  return {
    id,
    type: GRAFANA_KINDS[panel.kind],
    title: panel.title,
    description: panel.description,
    datasource: DATASOURCE,
    gridPos,
    targets: panel.queries.map((query, at) => toTarget(panel, query, at)),
    fieldConfig: { defaults: fieldDefaults(panel), overrides: [] },
    options: panelOptions(panel),
  };
}

function toTarget(panel: Panel, query: Query, at: number): object {
  return {
    refId: String.fromCharCode('A'.charCodeAt(0) + at),
    datasource: DATASOURCE,
    expr: query.expr,
    legendFormat: query.legend,
    editorMode: 'code',
    range: panel.kind !== 'number',
    instant: panel.kind === 'number',
    format: panel.kind === 'heatmap' ? 'heatmap' : 'time_series',
  };
}

function fieldDefaults(panel: Panel): object {
  const quiet = panel.queries.every(({ onlyAfter }) => onlyAfter !== undefined) ? { noValue: 'none so far' } : {};
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

function panelOptions(panel: Panel): object {
  switch (panel.kind) {
    case 'lines':
      return { legend: { displayMode: 'list', placement: 'bottom', showLegend: true }, tooltip: { mode: 'multi', sort: 'desc' } };
    case 'number':
      return { colorMode: 'value', graphMode: 'none', reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false } };
    case 'heatmap':
      return { calculate: false, yAxis: { unit: panel.unit }, color: { mode: 'scheme', scheme: 'Oranges', steps: 64 } };
  }
}
