import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Metrics } from '@total-recall/observability';
import type { TlsFiles } from '@total-recall/runtime';
import type { Plaintext } from '@total-recall/runtime/service-calls';

/** The settings of a process that may name certificates of its own. */
export interface CertifiedConfig {
  /** Certificate of the public ports. */
  readonly tlsCertFile?: string;
  readonly portSecurity?: TlsFiles | Plaintext;
  readonly callSecurity?: TlsFiles | Plaintext;
  readonly kafka?: { readonly tls?: TlsFiles };
  readonly opensearch?: { readonly tls?: TlsFiles };
  readonly clickhouse?: { readonly tls?: TlsFiles };
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/**
 * Exports when the certificates that a process has read at its start expire, in seconds since 1970: the earliest of each
 * use, its chain included. Without TLS there is nothing. A file that cannot be read is left to the reader that needs it.
 */
export function showCertificates(metrics: Pick<Metrics, 'certificateExpiry'>, config: CertifiedConfig): void {
  for (const [use, files] of Object.entries(certificateFilesOf(config))) {
    const expiries = files.flatMap(expiriesIn);
    if (expiries.length > 0) metrics.certificateExpiry.set({ use }, Math.min(...expiries));
  }
}

function certificateFilesOf(config: CertifiedConfig): Readonly<Record<string, readonly string[]>> {
  const fileOf = (tls: TlsFiles | Plaintext | undefined): string[] =>
    tls !== undefined && 'certFile' in tls && tls.certFile !== undefined ? [tls.certFile] : [];
  return {
    public: config.tlsCertFile === undefined ? [] : [config.tlsCertFile],
    services: [...fileOf(config.portSecurity), ...fileOf(config.callSecurity)],
    kafka: fileOf(config.kafka?.tls),
    opensearch: fileOf(config.opensearch?.tls),
    clickhouse: fileOf(config.clickhouse?.tls),
  };
}

function expiriesIn(file: string): number[] {
  try {
    const pems = readFileSync(file, 'utf8').match(PEM) ?? [];
    return pems.map((pem) => Date.parse(new X509Certificate(pem).validTo) / 1_000).filter(Number.isFinite);
  } catch {
    return [];
  }
}
