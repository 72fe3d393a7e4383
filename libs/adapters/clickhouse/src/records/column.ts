/** A field of a record as a column. */
export interface Column {
  readonly field: string;
  readonly name: string;
  readonly type: ColumnType;
  /** Absent from the record where the column is null, false or ''. */
  readonly optional: boolean;
}

/** Of ours; `?` is a field that may be absent. `Time` is epoch milliseconds. */
type ColumnType =
  'String' | 'Name' | 'Strings' | 'UInt64' | 'Float64' | 'Bool' | 'Time' | 'NullableString' | 'NullableFloat64' | 'NullableUInt64';
type ColumnSpec = ColumnType | `${ColumnType}?`;

/** The columns of a record, each of its fields named once; a field that is missed does not compile. */
export function columnsOf<T extends object>(specs: { readonly [Field in keyof Required<T>]: ColumnSpec }): readonly Column[] {
  return Object.entries<ColumnSpec>(specs as Record<string, ColumnSpec>).map(([field, spec]) => ({
    field,
    name: field === 'assembledAt' ? 'at' : field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    type: spec.replace('?', '') as ColumnType,
    optional: spec.endsWith('?'),
  }));
}

/** What to select to have the columns under their fields' names. */
export function selectList(columns: readonly Column[]): string {
  return columns.map(({ field, name, type }) => `${type === 'Time' ? `toUnixTimestamp64Milli(${name})` : name} AS f_${field}`).join(', ');
}

/** A record as a row to insert. `precedence` is the larger the earlier it came: of rows with one key the largest stays. */
export function toRow(columns: readonly Column[], record: object, precedence: string): object {
  const values = record as Readonly<Record<string, unknown>>;
  const row: Record<string, unknown> = { precedence };
  for (const { field, name, type } of columns) {
    const value = values[field];
    if (value !== undefined) row[name] = type === 'Time' ? (Number(value) / 1_000).toFixed(3) : value;
  }
  return row;
}

/** A selected row as the record that was inserted. */
export function toRecord<T>(columns: readonly Column[], row: Readonly<Record<string, unknown>>): T {
  const record: Record<string, unknown> = {};
  for (const { field, optional } of columns) {
    const value = row[`f_${field}`];
    if (optional && (value === null || value === '' || value === false)) continue;
    record[field] = value;
  }
  return record as T;
}
