import type { ErasureCertificate } from '@total-recall/domain';
import { checkErased, type CheckedErasure } from '@total-recall/ingest';
import { createCertificateSigner, createRevisedBodies, createSealer, problemOfCertificate } from '@total-recall/runtime';
import type { Stores } from '../stores.ts';

/** `problem` says what is wrong with the certificate, if anything. `checked` is set if the stores were searched. */
export interface CheckedCertificate {
  readonly problem?: string;
  readonly checked?: CheckedErasure;
}

/**
 * Checks an erasure certificate against the stores: the stores' key, or the given one, must have signed it, and nothing
 * that it names may still open, have documents or vectors or be stored as an artifact.
 */
export async function checkCertificateIn(
  { keys, log, index, artifacts }: Stores,
  certificate: ErasureCertificate,
  publicKey?: string,
): Promise<CheckedCertificate> {
  if (certificate.statement.service.logGeneration !== log.generation)
    return { problem: 'The certificate is of another data folder or cluster: its log is of another generation.' };
  const problem = problemOfCertificate(certificate, publicKey ?? (await createCertificateSigner({ keys }).publicKey()));
  if (problem !== undefined) return { problem };
  const sealer = createSealer({ keys, revised: createRevisedBodies({ store: artifacts, keys }) });
  const checked = await checkErased({ log, index, sealer, artifactStore: artifacts }, certificate.statement);
  const { readable, documents, vectors, artifacts: stored } = checked;
  if (readable + documents + vectors + stored > 0)
    return {
      checked,
      problem:
        `What it names is there: ${readable} events open, ${documents} text documents and ${vectors} vectors are in the index, ` +
        `and ${stored} artifacts are stored.`,
    };
  return { checked };
}
