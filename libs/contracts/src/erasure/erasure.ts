import { EVENT_KINDS, type ErasureScope } from '@total-recall/domain';
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { name, wholeEvent } from '../wire/identifier.ts';
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
  eventIds: z
    .array(wholeEvent)
    .min(1)
    .max(LIMITS.eventsPerErasure)
    .optional()
    .describe('Ids of events, or their short names with the session (run-1/e184).'),
  subject: label.optional().describe('All events with this label in their metadata, and all facts written by hand about it.'),
  tenant: name.optional().describe('The name of your own tenant, for everything of it.'),
};

const SAY_ONE =
  'say what is to go: eventIds of a space, a session of a space, a subject (of one space or of all), a space alone, or the tenant by its own name';

export const eraseBody = z
  .strictObject({
    ...namedScope,
    reason: label.optional().describe('Stored in the ledger for ever: include no content and no personal names.'),
    dryRun: z.boolean().optional().describe('Finds what would be erased and what legal holds protect, and changes nothing.'),
    exceptHeld: z
      .boolean()
      .optional()
      .describe(
        'Erases what no legal hold protects and leaves the rest. A space or a tenant is not erased at all while a hold covers any part of it.',
      ),
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
  events: z.int().describe('Events of whole spaces are not counted.'),
  quoting: z.int().describe('Number of these that are results of recall with an erased event in them.'),
  sessions: z.int(),
  spaces: z.int(),
  artifacts: z.int().describe('Payloads that nothing else refers to.'),
});

export const byKind = z.partialRecord(z.enum(EVENT_KINDS), z.int());

export const withheld = z.object({
  events: z.int(),
  holds: z
    .array(z.object({ id: z.string(), name: z.string(), events: z.int() }))
    .describe('Number of events that each hold protects; several may protect the same one.'),
});

const erasedPlace = z.object({ space: z.string(), session: z.string() });

const unreadEvents = z.object({
  events: z.int(),
  places: z.array(erasedPlace.extend({ eventIds: z.array(z.string()) })).describe('Their places, of at most 1,000 events.'),
});

const erasureStatement = z
  .object({
    version: z.literal(1),
    erasureId: z.string(),
    tenant: z.string(),
    what: z.enum(['events', 'session', 'space', 'subject', 'tenant', 'retention']),
    requestedAt: z.string().describe('ISO 8601, like the other time.'),
    completedAt: z.string(),
    requestedBy: z.string().describe('The id of the key that asked; `retention policy` where none did.'),
    destroyed: z.object({
      events: z.array(erasedPlace.extend({ eventIds: z.array(z.string()) })).describe('Events in sessions that remain.'),
      sessions: z.array(erasedPlace),
      spaces: z.array(z.string()),
      artifacts: z.array(z.object({ space: z.string(), artifactId: z.string() })),
    }),
    counts: erasureCounts,
    withheld: withheld.optional().describe('Named events that legal holds protect; absent where there were none.'),
    purged: z.array(z.string()).describe('Stores of the service that it was erased from.'),
    remains: z.object({
      envelopes: z.int().describe('Envelopes in the log whose bodies no key opens; those of whole spaces are not counted.'),
      readable: z.int().describe('Number of named events that can still be read: 0.'),
      staying: z.int().describe('Remaining events in sessions that lost some.'),
      unread: z
        .int()
        .optional()
        .describe('Events that did not open, of which nobody knows whether they were to go, too; absent where all opened.'),
      hashed: z
        .int()
        .optional()
        .describe(
          'Facts, episodes and topics of which the ledger keeps keyed hashes of erased words, until their space is erased; absent where there are none, and in certificates of an earlier version.',
        ),
    }),
    outside: z.array(z.string()).describe('Copies that no erasure of the service reaches.'),
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
  status: z
    .enum(['planned', 'running', 'done', 'incomplete'])
    .describe(
      '`planned`: a dry run that changed nothing. `incomplete`: over, without the sessions in `undone`, or with the events in `unread`.',
    ),
  at: time,
  completedAt: time.optional(),
  actor: z.string().describe('The id of the key that asked.'),
  reason: z.string().optional(),
  what: z
    .enum(['events', 'session', 'space', 'subject', 'tenant', 'retention'])
    .describe('`retention`: erased for its age by the policy of the tenant or the space, without a request.'),
  space: z.string().optional(),
  session: z.string().optional(),
  counts: erasureCounts,
  eventIds: z.array(z.string()).describe('Erased events in sessions that remain, at most 1,000.'),
  kinds: byKind.optional().describe('Events that would be erased, by kind. Dry run only.'),
  held: withheld
    .extend({
      kinds: byKind.optional().describe('Dry run only.'),
      eventIds: z.array(z.string()).optional().describe('Dry run only; at most 1,000.'),
    })
    .optional()
    .describe('Events that legal holds protect; absent where there are none.'),
  undone: z
    .array(erasedPlace)
    .optional()
    .describe(
      'Sessions whose events are still there, as they have lost too many to lose these too, or as their key is missing; erase them whole.',
    ),
  unread: unreadEvents
    .optional()
    .describe(
      'Events that do not open because of damage or a missing key, so that nobody knows whether they are of this erasure, or what repeats them. ' +
        'The erasure is done again once they open. A dry run names them, too.',
    ),
  certificate: erasureCertificate
    .optional()
    .describe('Present for a completed erasure that is read by its id, unless it has `undone`; that of one with `unread` says so.'),
});

export const erasureList = z.object({ erasures: z.array(erasure) });
