import { z } from 'zod';
import { erasure } from '../erasure/erasure.ts';
import { LIMITS } from '../limits.ts';
import { cursor, name } from '../wire/identifier.ts';
import { label } from '../wire/text.ts';
import { time, timeIn } from '../wire/time.ts';

export const SCOPES = ['read', 'write', 'admin', 'erase', 'hold', 'audit'] as const;

const positive = z.number().gt(0).max(1e9);

export const quotas = z.strictObject({
  requestsPerSecond: positive.optional(),
  burst: positive.optional(),
  eventsPerDay: z.int().min(0).optional(),
});

export const newKey = z.strictObject({
  name: label,
  scopes: z.array(z.enum(SCOPES)).min(1).max(SCOPES.length),
  spaces: z.array(name).min(1).max(LIMITS.spacesPerKey).optional().describe('The spaces it may access; all of the tenant where absent.'),
  subjects: z
    .array(label)
    .min(1)
    .max(LIMITS.subjectsPerKey)
    .optional()
    .describe('The only data subjects that it may name, and whose private facts it is shown; any of them where absent.'),
  expiresAt: timeIn.optional(),
});

/** A key as it may be shown: without its secret or the secret's hash. */
export const apiKeyView = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  spaces: z.array(z.string()).optional(),
  subjects: z.array(z.string()).optional().describe('The only data subjects that it may name; any of them where absent.'),
  createdAt: time,
  expiresAt: time.optional(),
  revokedAt: time.optional(),
  madeBy: z.string().optional().describe('The key that created it. This key can do no more than that one, and is valid no longer.'),
});

export const createdKey = z.object({ key: apiKeyView, apiKey: z.string().describe('Shown only this once.') });
export const keyList = z.object({ keys: z.array(apiKeyView) });

export const tenantView = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: time,
  disabled: z.boolean().optional().describe('True when all its keys are refused; its data stays.'),
  removedAt: time.optional().describe('Set once everything of it was erased; its id is not given out again.'),
  quotas: quotas.optional(),
});
export const newTenant = z.strictObject({ id: name, name: label, quotas: quotas.optional() });
export const createdTenant = z.object({
  tenant: tenantView,
  key: apiKeyView,
  apiKey: z.string().describe('The first key of the tenant, with every scope. Shown only this once.'),
});
export const changedTenant = z.strictObject({
  name: label.optional(),
  quotas: quotas.optional().describe('Replaces all quotas: one that is left out returns to its default.'),
  disabled: z.boolean().optional(),
});
export const tenantRemoval = z.strictObject({
  confirm: name.optional().describe('The id of the tenant, repeated; not needed for a dry run.'),
  reason: label.optional().describe('Stored in the ledger for ever: include no content and no personal names.'),
  dryRun: z.boolean().optional().describe('Finds what would be erased and changes nothing.'),
});
export const removedTenant = z.object({
  tenant: tenantView,
  erasure: erasure.optional().describe('Absent where there was nothing to erase.'),
});
export const tenantList = z.object({ tenants: z.array(tenantView) });

const auditPoint = z.object({ chain: z.string(), number: z.int(), hash: z.string().describe('SHA-256, hex.') });

export const auditEntry = z.object({
  id: z.string(),
  tenant: z.string(),
  at: time,
  keyId: z.string(),
  action: z.string(),
  target: z.string(),
  outcome: z.enum(['allowed', 'refused']),
  code: z.string().optional(),
  read: z
    .object({ ids: z.array(z.string()), more: z.int().optional(), share: z.number().optional() })
    .optional()
    .describe(
      'Ids that the answer returned: events, artifacts, markers, retrievals, a window; for more than 100, the number of the others.',
    ),
  checkpoints: z.array(auditPoint).optional().describe('Ends of the chains that were dropped by age.'),
  link: auditPoint
    .extend({ previous: z.string(), after: auditPoint.optional() })
    .optional()
    .describe(
      'Its place in the chain of its writer. The hash covers everything else in the entry, times in milliseconds, as canonical JSON.',
    ),
});
export const auditHead = auditPoint.extend({
  tenant: z.string(),
  at: time,
  publicKey: z.string().optional(),
  signature: z.string().optional().describe('Ed25519 over the rest, base64url; absent where the service has no key for it.'),
});
export const auditList = z.object({ entries: z.array(auditEntry), cursor: cursor.optional() });
export const auditExport = auditList.extend({
  heads: z.array(auditHead).optional().describe('The ends of all chains, with the last page.'),
});
