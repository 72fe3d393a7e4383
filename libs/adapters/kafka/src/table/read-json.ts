/**
 * Parses a record's value as JSON; undefined when it is none, as a foreign record must not stop the readers of a topic.
 */
export function readJson<T>(value: Buffer | null): T | undefined {
  if (value === null) return undefined;
  try {
    return JSON.parse(value.toString()) as T;
  } catch {
    return undefined;
  }
}
