import { median, round, type Figure, type FigureTable } from './figures.ts';

const LATENCY_COLUMNS = ['ms', 'runs x calls', 'p50', 'p95', 'p99', 'max'];
const VALUE_COLUMNS = ['', 'runs', 'median', 'lowest to highest', 'unit'];

/** Renders the tables of a suite as Markdown: medians over the runs, with the lowest and the highest run. */
export function renderTables(tables: readonly FigureTable[]): string {
  return tables.map(renderTable).join('\n\n');
}

function renderTable({ title, figures }: FigureTable): string {
  const rows = (kind: Figure['kind'], columns: readonly string[]): string[][] =>
    figures.filter((figure) => figure.kind === kind).map((figure) => columns.map((column) => renderRow(figure)[column]!));
  const latencies = rows('latency', LATENCY_COLUMNS);
  const values = rows('value', VALUE_COLUMNS);
  const parts = [`**${title}**`];
  if (latencies.length > 0) parts.push(grid(LATENCY_COLUMNS, latencies));
  if (values.length > 0) parts.push(grid(VALUE_COLUMNS, values));
  return parts.join('\n\n');
}

/** Renders the cells of one figure by the heads of their columns. */
export function renderRow(figure: Figure): Readonly<Record<string, string>> {
  return figure.kind === 'latency' ? latencyRow(figure) : valueRow(figure);
}

function latencyRow(figure: Extract<Figure, { kind: 'latency' }>): Record<string, string> {
  const of = (pick: 'p50' | 'p95' | 'p99' | 'max'): number[] => figure.runs.map((run) => run[pick]);
  const spread = (values: readonly number[]): string =>
    values.length > 1 ? `${show(median(values))} (${show(Math.min(...values))}-${show(Math.max(...values))})` : show(values[0]!);
  return {
    ms: figure.what,
    'runs x calls': `${figure.runs.length} x ${figure.runs[0]?.n ?? 0}`,
    p50: spread(of('p50')),
    p95: spread(of('p95')),
    p99: show(median(of('p99'))),
    max: show(Math.max(...of('max'))),
  };
}

function valueRow({ what, unit, runs }: Extract<Figure, { kind: 'value' }>): Record<string, string> {
  return {
    '': what,
    runs: String(runs.length),
    median: show(median(runs)),
    'lowest to highest': runs.length > 1 ? `${show(Math.min(...runs))}-${show(Math.max(...runs))}` : '',
    unit,
  };
}

function show(value: number): string {
  const digits = Math.abs(value) < 1 ? 3 : Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0;
  return round(value).toLocaleString('en-US', { maximumFractionDigits: digits });
}

/** Renders a table; its columns stand to the right but for the first, or as `align` says by `l` and `r`. */
export function grid(head: readonly string[], rows: readonly (readonly string[])[], align = `l${'r'.repeat(head.length - 1)}`): string {
  const escaped = rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = head.map((cell, at) => Math.max(4, cell.length, ...escaped.map((row) => row[at]!.length)));
  const pad = (cell: string, at: number): string => (align[at] === 'r' ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!));
  const line = (cells: readonly string[]): string => `| ${cells.map(pad).join(' | ')} |`;
  const rule = head.map((_, at) => (align[at] === 'r' ? '---:' : '----'));
  return [line(head), line(rule), ...escaped.map(line)].join('\n');
}
