import type { EventBody } from '@total-recall/domain';

/** The schema version that new records are written with. */
export const CURRENT_SCHEMA_VERSION = 1;

type Upcaster = (body: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

/** How a body of each known version becomes one of the next. Version 1 is the first and is what the code reads. */
const UPCASTERS: ReadonlyMap<number, Upcaster> = new Map([[1, (body) => body]]);

/** The body in today's shape, or undefined where the version is unknown or the shape is not a body's. */
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
