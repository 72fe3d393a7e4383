import { jsonOrUndefined } from '@total-recall/runtime';

/**
 * Parses a record's value as JSON; undefined when it is none, as a foreign record must not stop the readers of a topic.
 */
export function readJson<T>(value: Buffer | null): T | undefined {
  return value === null ? undefined : (jsonOrUndefined(value.toString()) as T | undefined);
}
