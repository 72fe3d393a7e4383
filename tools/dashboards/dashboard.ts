/** What a dashboard shows, without how Grafana writes it down. */
export interface Dashboard {
  /** Of its file and its address; never changed. */
  readonly id: string;
  readonly title: string;
  /** The questions that it answers, in a sentence or two. */
  readonly description: string;
  readonly rows: readonly Row[];
}

export interface Row {
  readonly title: string;
  readonly panels: readonly Panel[];
}

export type Unit = 'short' | 's' | 'bytes' | 'Bps' | 'reqps' | 'ops' | 'percentunit' | 'none';

export interface Panel {
  readonly kind: 'lines' | 'number' | 'heatmap';
  readonly title: string;
  /** What to read off it, and what is good. */
  readonly description: string;
  readonly unit: Unit;
  readonly queries: readonly Query[];
  readonly stacked?: boolean;
  /** A number turns red from here on. */
  readonly redFrom?: number;
}

export interface Query {
  readonly expr: string;
  readonly legend: string;
  /** Why it may have nothing to show on a healthy service: its series begins with the first such event. */
  readonly onlyAfter?: string;
}

type PanelOptions = Omit<Panel, 'kind' | 'queries' | 'title'>;

export function lines(title: string, options: PanelOptions, queries: readonly Query[]): Panel {
  return { kind: 'lines', title, ...options, queries };
}

export function number(title: string, options: PanelOptions, query: Query): Panel {
  return { kind: 'number', title, ...options, queries: [query] };
}

export function heatmap(title: string, options: PanelOptions, expr: string): Panel {
  return { kind: 'heatmap', title, ...options, queries: [{ expr, legend: '{{le}}' }] };
}

/** The usual three lines of a duration or a size. */
export function spread(quantileOf: (share: number) => string): Query[] {
  return [0.5, 0.95, 0.99].map((share) => ({ expr: quantileOf(share), legend: `p${share * 100}` }));
}
