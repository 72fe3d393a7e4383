import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { timeIn } from '../wire/time.ts';
import { artifactId, cursor, eventId, eventRef, factId, idempotencyKey, keyId, markerId, name } from '../wire/identifier.ts';

/** Paths of a space and of a session. */
export const SPACE = '/v1/spaces/{space}';
export const SESSION = `${SPACE}/sessions/{session}`;

export const none = z.strictObject({});
export const noHeaders = z.object({});
export const inTenant = none;
export const inSpace = z.strictObject({ space: name });
export const inSession = z.strictObject({ space: name, session: name });
/** An event by its id, or by its place in a session. */
export const oneEventRef = inSpace.extend({ eventId: eventRef });
export const oneArtifact = inSpace.extend({ artifactId });
export const oneMarker = inSession.extend({ markerId });
export const oneErasure = z.strictObject({ erasureId: eventId });
export const oneTenant = z.strictObject({ tenant: name });
export const oneHold = z.strictObject({ holdId: eventId });
export const oneFact = inSpace.extend({ factId });
export const oneLedgerEntry = inSpace.extend({ entryId: eventId });
export const oneKey = z.strictObject({ keyId });

/** Checks a whole number in a query string. */
export const count = (min: number, max: number) => z.coerce.number<string>().int().min(min).max(max);
export const pageLimit = (usual: number, max: number = LIMITS.pageSize) => count(1, max).default(usual);

/** A time in a query string: ISO 8601 or epoch milliseconds. */
export const timeInQuery = z
  .string()
  .max(64)
  .transform((text) => (/^\d{1,15}$/.test(text) ? Number(text) : text))
  .pipe(timeIn);

export const paged = z.strictObject({ limit: pageLimit(50), cursor: cursor.optional() });

export const idempotencyHeader = z.object({ 'idempotency-key': idempotencyKey.optional() });
export const rangeHeader = z.object({ range: z.string().max(64).optional() });

export const json = <S extends z.ZodType>(schema: S) => ({ kind: 'json', schema }) as const;
/** Declares a body that may hold a model's own arguments. */
export const looseJson = <S extends z.ZodType>(schema: S, read: (body: unknown) => unknown) => ({ kind: 'json', schema, read }) as const;
export const bytes = (description: string) => ({ kind: 'bytes', description }) as const;
