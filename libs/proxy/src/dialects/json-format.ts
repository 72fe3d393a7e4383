import { isRecord } from '../text/json-values.ts';

/** True for a format of an answer, as vendors write it, under which its text is JSON. */
export function isJsonFormat(format: unknown): boolean {
  return isRecord(format) && (format.type === 'json_schema' || format.type === 'json_object');
}
