/** The JSON of a record's value; undefined where it is none, as a foreign record must not stop who reads a topic. */
export function readJson<T>(value: Buffer | null): T | undefined {
  if (value === null) return undefined;
  try {
    return JSON.parse(value.toString()) as T;
  } catch {
    return undefined;
  }
}
