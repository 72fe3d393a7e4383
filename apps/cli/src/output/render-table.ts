import { cutTo, widthOf } from './text-width.ts';
import type { Style } from './terminal.ts';

export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** Largest width in columns; none for names that a next command takes. Longer text is cut; `keep` says which end stays. */
  readonly max?: number;
  readonly keep?: 'start' | 'end';
}

const GAP = '  ';

/** Renders rows under their titles, each column as wide as its content. */
export function renderTable(columns: readonly Column[], rows: readonly (readonly string[])[], style: Style): string {
  const cells = rows.map((row) => columns.map((column, at) => cutCell(row[at]!, column)));
  const widths = columns.map((column, at) => Math.max(widthOf(column.title), ...cells.map((row) => widthOf(row[at]!))));
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => pad(cell, widths[at]!, columns[at]!.align ?? 'left'))
      .join(GAP)
      .trimEnd();
  const head = style('bold', line(columns.map(({ title }) => title)));
  const rule = style('dim', widths.map((width) => '─'.repeat(width)).join(GAP));
  return [head, rule, ...cells.map(line)].join('\n');
}

function cutCell(text: string, { max = Infinity, keep = 'start' }: Column): string {
  return cutTo(text, max, keep === 'end' ? 'start' : 'end');
}

function pad(text: string, width: number, align: 'left' | 'right'): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return align === 'left' ? text + space : space + text;
}
