/** A file does not have the data set's form; the message says what is missing and where. */
export class DataSetFormError extends Error {
  override readonly name = 'DataSetFormError';
}

export type JsonFields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown, where: string): JsonFields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new DataSetFormError(`${where} is not an object.`);
  return value as JsonFields;
}

export function listOf(value: unknown, where: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new DataSetFormError(`${where} is not a list.`);
  return value;
}

export function textOf(value: unknown, where: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  throw new DataSetFormError(`${where} is not a text.`);
}
