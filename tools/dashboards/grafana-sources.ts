import type { AnyQuery, Panel } from './dashboard.ts';

/** Translates queries to one kind of Grafana data source. */
export interface GrafanaSource {
  readonly datasource: object;
  /** Variables chosen at the top of a dashboard. */
  readonly variables: readonly object[];
  /** Renders a query of a panel. */
  target(panel: Panel<AnyQuery>, query: AnyQuery): object;
}

const choices = (source: GrafanaSource['datasource'], name: string, query: string) => ({
  name,
  label: name,
  type: 'query',
  datasource: source,
  query,
  refresh: 2,
  sort: 1,
  multi: true,
  includeAll: true,
});
const chooseSource = (query: string) => ({ name: 'datasource', label: 'Data source', type: 'datasource', query, refresh: 1 });
const ALL = { selected: true, text: 'All', value: '$__all' };

const ofPrometheus = { type: 'prometheus', uid: '${datasource}' };
const label = (name: string, among: string): object => ({
  ...choices(ofPrometheus, name, `label_values(total_recall_process_build_info{${among}}, ${name})`),
  allValue: '.+',
  current: ALL,
});

export const PROMETHEUS: GrafanaSource = {
  datasource: ofPrometheus,
  variables: [chooseSource('prometheus'), label('job', ''), label('instance', 'job=~"$job"')],
  target: (panel, query) =>
    'sql' in query
      ? {}
      : {
          expr: query.expr,
          legendFormat: query.legend,
          editorMode: 'code',
          range: panel.kind !== 'number',
          instant: panel.kind === 'number',
          format: panel.kind === 'heatmap' ? 'heatmap' : 'time_series',
        },
};

/** Id of Grafana's own plugin. */
const CLICKHOUSE_PLUGIN = 'grafana-clickhouse-datasource';
const ofClickhouse = { type: CLICKHOUSE_PLUGIN, uid: '${datasource}' };
/** Result formats of a query: 0 is a time series, 1 a table. */
const FORMATS = { lines: 0, heatmap: 0, number: 1, table: 1 } as const;

export const CLICKHOUSE: GrafanaSource = {
  datasource: ofClickhouse,
  variables: [
    chooseSource(CLICKHOUSE_PLUGIN),
    { name: 'database', label: 'database', type: 'textbox', query: 'totalrecall', current: { text: 'totalrecall', value: 'totalrecall' } },
    { ...choices(ofClickhouse, 'tenant', 'SELECT DISTINCT tenant FROM ${database}.windows_by_hour ORDER BY tenant'), current: ALL },
  ],
  target: (panel, query) =>
    'sql' in query
      ? {
          rawSql: query.sql,
          editorType: 'sql',
          queryType: FORMATS[panel.kind] === 0 ? 'timeseries' : 'table',
          format: FORMATS[panel.kind],
        }
      : {},
};
