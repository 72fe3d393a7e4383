import { EVENT_KINDS, type ErasureScope } from '@total-recall/domain';
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { eventId, name } from '../wire/identifier.ts';
import { label } from '../wire/text.ts';
import { time } from '../wire/time.ts';

interface Named {
  readonly space?: string | undefined;
  readonly session?: string | undefined;
  readonly eventIds?: readonly string[] | undefined;
  readonly subject?: string | undefined;
  readonly tenant?: string | undefined;
}

/** Fields that name the scope of an erasure or a hold. */
export const namedScope = {
  space: name.optional(),
  session: name.optional(),
  eventIds: z.array(eventId).min(1).max(LIMITS.eventsPerErasure).optional(),
  subject: label.optional().describe('All events that bear this label in their metadata.'),
  tenant: name.optional().describe('The name of your own tenant: everything of it.'),
};

const SAY_ONE =
  'say what is to go: eventIds of a space, a session of a space, a subject (of one space or of all), a space alone, or the tenant by its own name';

export const eraseBody = z
  .strictObject({
    ...namedScope,
    reason: label.optional().describe('Kept in the ledger, for ever: no content, and not whom it is about.'),
    dryRun: z.boolean().optional().describe('Find what would go and what legal holds keep, and change nothing.'),
    exceptHeld: z
      .boolean()
      .optional()
      .describe('Take what no legal hold keeps, and leave the rest. Of a space or a tenant nothing goes while a hold reaches into it.'),
  })
  .superRefine((body, context) => {
    if (scopeOf(body) === undefined) context.addIssue({ code: 'custom', message: SAY_ONE });
  });

/** Reads the scope of a request. Returns undefined where it names nothing, or more than one thing. */
export function scopeOf({ space, session, eventIds, subject, tenant }: Named): ErasureScope | undefined {
  const named = [session, eventIds, subject, tenant].filter((part) => part !== undefined).length;
  if (named > 1) return undefined;
  if (tenant !== undefined) return space === undefined ? { kind: 'tenant' } : undefined;
  if (subject !== undefined) return { kind: 'subject', subject, ...(space !== undefined && { space }) };
  if (space === undefined) return undefined;
  if (session !== undefined) return { kind: 'session', space, session };
  return eventIds === undefined ? { kind: 'space', space } : { kind: 'events', space, eventIds: [...new Set(eventIds)] };
}

export const erasureCounts = z.object({
  events: z.int().describe('Those of a whole space are not counted.'),
  quoting: z.int().describe('Results of recall among them, which held an event that goes.'),
  sessions: z.int(),
  spaces: z.int(),
  artifacts: z.int().describe('Payloads that nothing else holds.'),
});

export const byKind = z.partialRecord(z.enum(EVENT_KINDS), z.int());

export const withheld = z.object({
  events: z.int(),
  holds: z
    .array(z.object({ id: z.string(), name: z.string(), events: z.int() }))
    .describe('How many each of them keeps; an event may be kept by several.'),
});

const erasedPlace = z.object({ space: z.string(), session: z.string() });

const erasureStatement = z
  .object({
    version: z.literal(1),
    erasureId: z.string(),
    tenant: z.string(),
    what: z.enum(['events', 'session', 'space', 'subject', 'tenant', 'retention']),
    requestedAt: z.string().describe('ISO 8601, as the other time.'),
    completedAt: z.string(),
    requestedBy: z.string().describe('The id of the key that asked; `retention policy` where none did.'),
    destroyed: z.object({
      events: z.array(erasedPlace.extend({ eventIds: z.array(z.string()) })).describe('Out of sessions that stay.'),
      sessions: z.array(erasedPlace),
      spaces: z.array(z.string()),
      artifacts: z.array(z.object({ space: z.string(), artifactId: z.string() })),
    }),
    counts: erasureCounts,
    withheld: withheld.optional().describe('Named, and kept by legal holds; absent where there was none.'),
    purged: z.array(z.string()).describe('Stores of the service that lost it.'),
    remains: z.object({
      envelopes: z.int().describe('In the log, with bodies that no key opens; those of whole spaces are not counted.'),
      readable: z.int().describe('Named events that can still be read: 0.'),
      staying: z.int().describe('Other events, in sessions that lost some.'),
    }),
    outside: z.array(z.string()).describe('What no erasure of the service reaches.'),
    service: z.object({ version: z.string(), logGeneration: z.string() }),
  })
  .describe('Ids and places, never content, and never a data subject.');

export const erasureCertificate = z.object({
  statement: erasureStatement,
  algorithm: z.literal('Ed25519'),
  publicKey: z.string().describe('base64url; trust it where GET /v1/certificate-key says the same.'),
  signature: z
    .string()
    .describe(
      'base64url; of "total-recall erasure certificate 1", a line feed, and the statement as JSON with sorted names and no spaces, in UTF-8.',
    ),
});

export const certificateKey = z.object({ algorithm: z.literal('Ed25519'), publicKey: z.string().describe('32 bytes, base64url.') });

export const erasure = z.object({
  id: z.string(),
  status: z.enum(['planned', 'running', 'done']).describe('`planned`: a dry run, nothing was changed.'),
  at: time,
  completedAt: time.optional(),
  actor: z.string().describe('The id of the key that asked.'),
  reason: z.string().optional(),
  what: z
    .enum(['events', 'session', 'space', 'subject', 'tenant', 'retention'])
    .describe('`retention`: asked for by nobody; past its age by the policy of the tenant or the space.'),
  space: z.string().optional(),
  session: z.string().optional(),
  counts: erasureCounts,
  eventIds: z.array(z.string()).describe('Events that go out of sessions which stay, at most 1,000 of them.'),
  kinds: byKind.optional().describe('What would go, by kind: of a dry run.'),
  held: withheld
    .extend({
      kinds: byKind.optional().describe('Of a dry run.'),
      eventIds: z.array(z.string()).optional().describe('Of a dry run, at most 1,000 of them.'),
    })
    .optional()
    .describe('What legal holds keep of it; absent where they keep nothing.'),
  certificate: erasureCertificate.optional().describe('Of an erasure that is done, where it is asked for alone.'),
});

export const erasureList = z.object({ erasures: z.array(erasure) });
