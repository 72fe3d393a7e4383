import { checkCertificateIn, type CheckedCertificate } from '@total-recall/composition';
import type { ErasureCertificate } from '@total-recall/domain';
import type { Logger } from '@total-recall/observability';
import type { StandaloneConfig } from '@total-recall/runtime';
import { openStores } from '../stores/open-stores.ts';

/**
 * Compares a certificate with the data folder of a stopped service. Errors: `damaged` and `unavailable`, as at a start.
 */
export async function checkCertificate(
  config: StandaloneConfig,
  certificate: ErasureCertificate,
  { logger, publicKey }: { readonly logger: Logger; readonly publicKey?: string },
): Promise<CheckedCertificate> {
  const stores = await openStores({ ...config, logger, mends: false, threads: 'one' });
  try {
    return await checkCertificateIn(stores, certificate, publicKey);
  } finally {
    await stores.close();
  }
}
