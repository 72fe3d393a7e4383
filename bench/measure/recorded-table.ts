import { grid } from './render-tables.ts';

/**
 * A table whose figures a person wrote down after a run, as it is kept under `bench/results/recorded/`. What is not
 * known of the run is left out.
 */
export interface RecordedTable {
  /** Command that was run. */
  readonly how?: string;
  readonly date?: string;
  readonly commit?: string;
  readonly machine?: string;
  /** Load average of the machine. */
  readonly load?: string;
  /** The thing that was counted. */
  readonly n?: string;
  readonly columns: readonly string[];
  /** One letter a column: `l` or `r`. */
  readonly align: string;
  readonly rows: readonly (readonly string[])[];
}

export function parseRecordedTable(name: string, text: string): RecordedTable {
  const table = JSON.parse(text) as RecordedTable;
  const width = table.columns.length;
  if (table.align.length !== width) throw new Error(`${name}: "align" has ${table.align.length} letters for ${width} columns.`);
  for (const row of table.rows)
    if (row.length !== width) throw new Error(`${name}: the row "${row[0]}" has ${row.length} cells for ${width} columns.`);
  return table;
}

/** Renders how the figures were taken, and the table. */
export function renderRecordedTable(table: RecordedTable): string {
  const { how, date, commit, machine, load, n } = table;
  const facts = [how && `\`${how}\``, date, commit && `commit ${commit}`, machine, load && `load average ${load}`, n && `n: ${n}`].filter(
    (fact) => fact !== undefined && fact !== '',
  );
  const rows = grid(table.columns, table.rows, table.align);
  return facts.length === 0 ? rows : `Measured: ${facts.join('; ')}.\n\n${rows}`;
}
