import { median, round, type Figure, type FigureTable } from './figures.ts';

/** Renders the tables of a suite as Markdown: medians over the runs, with the lowest and the highest run. */
export function renderTables(tables: readonly FigureTable[]): string {
  return tables.map(renderTable).join('\n\n');
}

function renderTable({ title, figures }: FigureTable): string {
  const latencies = figures.filter((figure) => figure.kind === 'latency');
  const values = figures.filter((figure) => figure.kind === 'value');
  const parts = [`**${title}**`];
  if (latencies.length > 0) parts.push(grid(['ms', 'runs x calls', 'p50', 'p95', 'p99', 'max'], latencies.map(latencyRow)));
  if (values.length > 0) parts.push(grid(['', 'runs', 'median', 'lowest to highest', 'unit'], values.map(valueRow)));
  return parts.join('\n\n');
}

function latencyRow(figure: Extract<Figure, { kind: 'latency' }>): string[] {
  const of = (pick: 'p50' | 'p95' | 'p99' | 'max'): number[] => figure.runs.map((run) => run[pick]);
  const spread = (values: readonly number[]): string =>
    values.length > 1 ? `${show(median(values))} (${show(Math.min(...values))}-${show(Math.max(...values))})` : show(values[0]!);
  return [
    figure.what,
    `${figure.runs.length} x ${figure.runs[0]?.n ?? 0}`,
    spread(of('p50')),
    spread(of('p95')),
    show(median(of('p99'))),
    show(Math.max(...of('max'))),
  ];
}

function valueRow({ what, unit, runs }: Extract<Figure, { kind: 'value' }>): string[] {
  return [
    what,
    String(runs.length),
    show(median(runs)),
    runs.length > 1 ? `${show(Math.min(...runs))}-${show(Math.max(...runs))}` : '',
    unit,
  ];
}

function show(value: number): string {
  const digits = Math.abs(value) < 1 ? 3 : Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0;
  return round(value).toLocaleString('en-US', { maximumFractionDigits: digits });
}

/** Pads columns to equal widths, as the formatter does. */
function grid(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, at) => Math.max(3, cell.length, ...rows.map((row) => row[at]!.length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join(' | ')} |`;
  const rule = `| ${widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}
