import type { ErasureCertificate } from '@total-recall/domain';
import { createMetrics, NO_TRACER, type Logger } from '@total-recall/observability';
import type { ClusterConfig } from '@total-recall/runtime';
import { checkCertificateIn, type CheckedCertificate } from '../cores/check-certificate-in.ts';
import { openClusterStores } from './open-cluster-stores.ts';

/** Compares an erasure certificate with what the servers of a running cluster hold. */
export async function checkClusterCertificate(
  config: ClusterConfig,
  certificate: ErasureCertificate,
  { logger, publicKey }: { readonly logger: Logger; readonly publicKey?: string },
): Promise<CheckedCertificate> {
  const stores = await openClusterStores(config, { logger, metrics: createMetrics({ processMetrics: false }), tracing: NO_TRACER });
  try {
    return await checkCertificateIn(stores, certificate, publicKey);
  } finally {
    await stores.close();
  }
}
