import { renderRow } from './render-tables.ts';
import type { RecordedTable } from './recorded-table.ts';
import type { SuiteResult } from './report.ts';

export interface Results {
  readonly suites: ReadonlyMap<string, SuiteResult>;
  readonly recorded: ReadonlyMap<string, RecordedTable>;
}

/** The table of one subject in BENCHMARKS.md. A `figure` holds references, such as `{traces|recall|p50 on}`. */
export interface Headlines {
  readonly rows: readonly { readonly what: string; readonly figure: string; readonly page: string }[];
}

/**
 * Puts figures in the place of references: `{table|row|column}` is a cell of a recorded table, `{suite|title|figure|column}`
 * one of a suite, where `title` is how the title of the table begins. A reference that finds nothing is an error, so
 * that a headline never outlives its figure.
 */
export function fillReferences(text: string, results: Results): string {
  return text.replaceAll(/\{([^}]+)\}/g, (reference, inner: string) => {
    const parts = inner.split('|');
    const cell = parts.length === 3 ? recordedCell(results, parts) : suiteCell(results, parts);
    if (cell === undefined || cell === '') throw new Error(`No result has a figure for ${reference}.`);
    return cell;
  });
}

function recordedCell({ recorded }: Results, [name, row, column]: readonly string[]): string | undefined {
  const table = recorded.get(name!);
  const cells = table?.rows.find(([first]) => plain(first!) === row);
  return cells && plain(cells[table!.columns.indexOf(column!)] ?? '');
}

function suiteCell({ suites }: Results, [suite, title, what, column]: readonly string[]): string | undefined {
  const figure = suites
    .get(suite!)
    ?.tables.find((table) => table.title.startsWith(title!))
    ?.figures.find((one) => one.what === what);
  // A median stands without its spread here; the page of the suite has both.
  return figure && renderRow(figure)[column!]?.replace(/ \(.*\)$/, '');
}

function plain(cell: string): string {
  return cell.replaceAll('**', '');
}
