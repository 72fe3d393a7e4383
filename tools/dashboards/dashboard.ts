/**
 * Content of a dashboard, independent of Grafana's format. All its queries are of one kind: Prometheus or ClickHouse.
 */
export interface Dashboard<Q extends AnyQuery = Query> {
  /** Id in the file name and the address; it must never change. */
  readonly id: string;
  readonly title: string;
  /** Questions that the dashboard answers, in a sentence or two. */
  readonly description: string;
  readonly rows: readonly Row<Q>[];
}

export interface Row<Q extends AnyQuery = Query> {
  readonly title: string;
  readonly panels: readonly Panel<Q>[];
}

/** Units of Grafana: `reqps` and `cps` are requests and other counts a second. */
export type Unit = 'short' | 's' | 'bytes' | 'Bps' | 'reqps' | 'cps' | 'percentunit' | 'none';

export interface Panel<Q extends AnyQuery = Query> {
  readonly kind: 'lines' | 'number' | 'heatmap' | 'table';
  readonly title: string;
  /** Explains how to read the panel, and which values are good. */
  readonly description: string;
  readonly unit: Unit;
  readonly queries: readonly Q[];
  readonly stacked?: boolean;
  /** Value from which a number is shown in red. */
  readonly redFrom?: number;
}

export interface Query {
  readonly expr: string;
  readonly legend: string;
  /** Reason why the query may be empty on a healthy service: its series begins with the first such event. */
  readonly onlyAfter?: string;
  /** Set when only the services of a cluster have the metric. */
  readonly onlyIn?: 'cluster';
}

/**
 * A ClickHouse query. Its columns are `time`, then texts that name the series, then numbers; a table has any columns.
 */
export interface SqlQuery {
  readonly sql: string;
}

export type AnyQuery = Query | SqlQuery;

type PanelOptions = Omit<Panel, 'kind' | 'queries' | 'title'>;

export function lines<Q extends AnyQuery>(title: string, options: PanelOptions, queries: readonly Q[]): Panel<Q> {
  return { kind: 'lines', title, ...options, queries };
}

export function number<Q extends AnyQuery>(title: string, options: PanelOptions, query: Q): Panel<Q> {
  return { kind: 'number', title, ...options, queries: [query] };
}

export function heatmap(title: string, options: PanelOptions, expr: string): Panel {
  return { kind: 'heatmap', title, ...options, queries: [{ expr, legend: '{{le}}' }] };
}

export function table(title: string, options: PanelOptions, sql: string): Panel<SqlQuery> {
  return { kind: 'table', title, ...options, queries: [{ sql }] };
}

/** Returns the three usual quantiles of a duration or a size. */
export function spread(quantileOf: (share: number) => string): Query[] {
  return [0.5, 0.95, 0.99].map((share) => ({ expr: quantileOf(share), legend: `p${share * 100}` }));
}
