import type { Logger, Metrics } from '@total-recall/observability';
import type { Clock, KeyStore, Random, Scheduler } from '@total-recall/ports';
import { createAuditKeeper, createServiceSigner, createUlidFactory, type AuditKeeper, type AuditSigner } from '@total-recall/runtime';
import type { Stores } from '../stores.ts';

export interface KeepAuditDeps {
  readonly stores: Pick<Stores, 'control' | 'keys'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly metrics: Metrics;
  readonly logger: Logger;
}

/** Creates the signer of the ends of the audit's chains, the same in one process and on a cluster. */
export function createAuditSigner(stores: { readonly keys: KeyStore }): AuditSigner {
  return createServiceSigner(stores, 'audit-heads', 'total-recall audit heads 1');
}

/** Creates the keeper of the audit. It works once this process owns the audit. */
export function keepAudit(deps: KeepAuditDeps, { signsForAll }: { readonly signsForAll: boolean }): AuditKeeper {
  const { stores, clock, metrics, logger } = deps;
  const nextId = createUlidFactory(deps);
  return createAuditKeeper({
    ...deps,
    control: stores.control,
    signer: createAuditSigner(stores),
    signsForAll,
    clock,
    nextId,
    writer: nextId('audit'),
    observer: {
      onSigned: (ends) => metrics.auditEndsSigned.inc(ends),
      onBreak: (found) => {
        metrics.auditBreaks.inc();
        logger.error({ ...found }, 'a chain of the audit is not what was written; its end is not signed any further');
      },
      onLost: (lost) => {
        metrics.auditBreaks.inc();
        logger.error({ ...lost }, 'the audit has lost its end; what is left of it is read again and compared with what was signed');
      },
      onFailure: (error) => logger.warn({ err: error }, 'the audit could not be signed or dropped by age; it is tried again'),
    },
  });
}
