import type { EventBody } from '@total-recall/domain';

/** The schema version of new records. */
export const CURRENT_SCHEMA_VERSION = 1;

type Upcaster = (body: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

/** Converts a body of each known version to the next. Version 1 is the first and is what the code reads. */
const UPCASTERS: ReadonlyMap<number, Upcaster> = new Map([[1, (body) => body]]);

/** Converts a body to the current shape; undefined if the version is unknown or the shape is wrong. */
export function upcastBody(schemaVersion: number, body: unknown): EventBody | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  let current = body as Readonly<Record<string, unknown>>;
  for (let version = schemaVersion; version <= CURRENT_SCHEMA_VERSION; version++) {
    const upcast = UPCASTERS.get(version);
    if (!upcast) return undefined;
    current = upcast(current);
  }
  if (schemaVersion > CURRENT_SCHEMA_VERSION) return undefined;
  if (typeof current['text'] !== 'string' || typeof current['meta'] !== 'object' || current['meta'] === null) return undefined;
  return current as unknown as EventBody;
}
