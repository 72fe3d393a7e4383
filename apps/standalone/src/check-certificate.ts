import type { ErasureCertificate } from '@total-recall/domain';
import { checkErased, type CheckedErasure } from '@total-recall/ingest';
import type { Logger } from '@total-recall/observability';
import { createCertificateSigner, createRevisedBodies, createSealer, problemOfCertificate, type AppConfig } from '@total-recall/runtime';
import { openStores } from './open-stores.ts';

/** What is wrong, where anything is; `checked` where the folder was looked into. */
export interface CheckedCertificate {
  readonly problem?: string;
  readonly checked?: CheckedErasure;
}

/**
 * Compares a certificate with a data folder that no service works in: that this folder's key signed it, or the one given, and that nothing it names opens
 * or has documents. Errors: `damaged` and `unavailable`, as a start would be refused.
 */
export async function checkCertificate(
  config: AppConfig,
  certificate: ErasureCertificate,
  { logger, publicKey }: { readonly logger: Logger; readonly publicKey?: string },
): Promise<CheckedCertificate> {
  const stores = await openStores({ ...config, logger, mends: false });
  try {
    const { keys, log, index, artifacts } = stores;
    if (certificate.statement.service.logGeneration !== log.generation)
      return { problem: 'The certificate is of another data folder: its log is of another generation.' };
    const problem = problemOfCertificate(certificate, publicKey ?? (await createCertificateSigner({ keys }).publicKey()));
    if (problem !== undefined) return { problem };
    const sealer = createSealer({ keys, revised: createRevisedBodies({ store: artifacts, keys }) });
    const checked = await checkErased({ log, index, sealer }, certificate.statement);
    if (checked.readable > 0 || checked.documents > 0)
      return {
        checked,
        problem: `What it names is there: ${checked.readable} events open, and ${checked.documents} text documents are in the index.`,
      };
    return { checked };
  } finally {
    await stores.close();
  }
}
