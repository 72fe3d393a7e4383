/** Mapping of one field of a record to a column. */
export interface Column {
  readonly field: string;
  readonly name: string;
  readonly type: ColumnType;
  /** True when the field is left out of the record if the column is null, false or ''. */
  readonly optional: boolean;
}

/** Our own column types. A trailing `?` marks a field that may be absent; `Time` is epoch milliseconds. */
type ColumnType =
  | 'String'
  | 'Name'
  | 'Strings'
  | 'UInt64'
  | 'Float64'
  | 'Bool'
  | 'Time'
  | 'NullableString'
  | 'NullableFloat64'
  | 'NullableUInt64';
type ColumnSpec = ColumnType | `${ColumnType}?`;

/** Builds the columns of a record. Each field must be named, so a missing one does not compile. */
export function columnsOf<T extends object>(specs: { readonly [Field in keyof Required<T>]: ColumnSpec }): readonly Column[] {
  return Object.entries<ColumnSpec>(specs as Record<string, ColumnSpec>).map(([field, spec]) => ({
    field,
    name: field === 'assembledAt' ? 'at' : field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    type: spec.replace('?', '') as ColumnType,
    optional: spec.endsWith('?'),
  }));
}

/** Builds the select list that returns the columns under the names of their fields. */
export function selectList(columns: readonly Column[]): string {
  return columns.map(({ field, name, type }) => `${type === 'Time' ? `toUnixTimestamp64Milli(${name})` : name} AS f_${field}`).join(', ');
}

/**
 * Converts a record to a row. Of rows with the same key the largest `precedence` survives, so earlier records get a
 * larger one.
 */
export function toRow(columns: readonly Column[], record: object, precedence: string): object {
  const values = record as Readonly<Record<string, unknown>>;
  const row: Record<string, unknown> = { precedence };
  for (const { field, name, type } of columns) {
    const value = values[field];
    if (value !== undefined) row[name] = type === 'Time' ? (Number(value) / 1_000).toFixed(3) : value;
  }
  return row;
}

/** Converts a selected row back to the record that was inserted. */
export function toRecord<T>(columns: readonly Column[], row: Readonly<Record<string, unknown>>): T {
  const record: Record<string, unknown> = {};
  for (const { field, optional } of columns) {
    const value = row[`f_${field}`];
    if (optional && (value === null || value === '' || value === false)) continue;
    record[field] = value;
  }
  return record as T;
}
