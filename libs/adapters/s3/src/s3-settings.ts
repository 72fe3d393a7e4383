import type { S3ClientConfig } from '@aws-sdk/client-s3';
import type { Tracer } from '@total-recall/ports';
import { readTlsFiles } from '@total-recall/runtime';

/** How the S3 service is reached. */
export interface S3Settings {
  /** Of a service that is not AWS. */
  readonly endpoint?: string;
  readonly region: string;
  /** Where absent the SDK looks for them itself: role of the pod, of the machine, profile. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string; readonly sessionToken?: string };
  /** Authorities (PEM) of an https endpoint in place of the system's. */
  readonly caFile?: string;
  /** Bucket in the path and not in the host; what most services but AWS need. True where an endpoint is given. */
  readonly pathStyle?: boolean;
  /** How long a connection may take. 3 s. */
  readonly connectTimeoutMs?: number;
  /** How long one attempt may be without an answer. 10 s. */
  readonly requestTimeoutMs?: number;
  /** How long a call may take with all its attempts and its body. 60 s. */
  readonly deadlineMs?: number;
  /** Attempts of a call in all, with growing waits between. 4. */
  readonly attempts?: number;
  /** Requests at a time; others wait. 32. */
  readonly maxSockets?: number;
  /** Calls become steps of what they are made for. */
  readonly tracer?: Tracer;
}

export const DEFAULT_DEADLINE_MS = 60_000;

export function s3ClientConfig(settings: S3Settings): S3ClientConfig {
  const { endpoint, region, credentials, pathStyle = endpoint !== undefined, requestTimeoutMs = 10_000 } = settings;
  const { connectTimeoutMs = 3_000, attempts = 4, maxSockets = 32, caFile } = settings;
  const agent = { maxSockets, keepAlive: true };
  return {
    region,
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials && { credentials }),
    forcePathStyle: pathStyle,
    maxAttempts: attempts,
    retryMode: 'standard',
    // Every body is checked on its way there and back.
    requestChecksumCalculation: 'WHEN_SUPPORTED',
    responseChecksumValidation: 'WHEN_SUPPORTED',
    requestHandler: {
      connectionTimeout: connectTimeoutMs,
      requestTimeout: requestTimeoutMs,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: { ...agent, ...(caFile !== undefined && readTlsFiles({ caFile })) },
    },
  };
}
