/** What a dashboard shows, without how Grafana writes it down. Its queries are all of one kind: of Prometheus, or of ClickHouse. */
export interface Dashboard<Q extends AnyQuery = Query> {
  /** Of its file and its address; never changed. */
  readonly id: string;
  readonly title: string;
  /** The questions that it answers, in a sentence or two. */
  readonly description: string;
  readonly rows: readonly Row<Q>[];
}

export interface Row<Q extends AnyQuery = Query> {
  readonly title: string;
  readonly panels: readonly Panel<Q>[];
}

export type Unit = 'short' | 's' | 'bytes' | 'Bps' | 'reqps' | 'ops' | 'percentunit' | 'none';

export interface Panel<Q extends AnyQuery = Query> {
  readonly kind: 'lines' | 'number' | 'heatmap' | 'table';
  readonly title: string;
  /** What to read off it, and what is good. */
  readonly description: string;
  readonly unit: Unit;
  readonly queries: readonly Q[];
  readonly stacked?: boolean;
  /** A number turns red from here on. */
  readonly redFrom?: number;
}

export interface Query {
  readonly expr: string;
  readonly legend: string;
  /** Why it may have nothing to show on a healthy service: its series begins with the first such event. */
  readonly onlyAfter?: string;
  /** Measured by the services of a cluster, and by no standalone service. */
  readonly onlyIn?: 'cluster';
}

/** Of ClickHouse: columns `time` and any of text, which name the series, before those of numbers; a table has columns of its own. */
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

/** The usual three lines of a duration or a size. */
export function spread(quantileOf: (share: number) => string): Query[] {
  return [0.5, 0.95, 0.99].map((share) => ({ expr: quantileOf(share), legend: `p${share * 100}` }));
}
