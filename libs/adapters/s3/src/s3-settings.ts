import type { S3ClientConfig } from '@aws-sdk/client-s3';
import type { Tracer } from '@total-recall/ports';
import { readTlsFiles } from '@total-recall/runtime';

/** Settings of the connection to the S3 service. */
export interface S3Settings {
  /** Address of a service other than AWS. */
  readonly endpoint?: string;
  readonly region: string;
  /** Credentials. Without them the SDK searches its usual places: role of the pod, role of the machine, profile. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string; readonly sessionToken?: string };
  /** Authorities (PEM) that replace the system's for an https endpoint. */
  readonly caFile?: string;
  /**
   * True to put the bucket into the path and not the host, as most services but AWS need. Default: true when an
   * endpoint is given.
   */
  readonly pathStyle?: boolean;
  /** Longest time to connect. Default: 3 s. */
  readonly connectTimeoutMs?: number;
  /** Longest time that one attempt may go without an answer. Default: 10 s. */
  readonly requestTimeoutMs?: number;
  /** Longest time for a call with all its attempts and its body. Default: 60 s. */
  readonly deadlineMs?: number;
  /** Most attempts of a call, with growing delays between them. Default: 4. */
  readonly attempts?: number;
  /** Most requests at a time; others wait. Default: 32. */
  readonly maxSockets?: number;
  /** Tracer in which each call becomes a step of the current trace. */
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
    // Every body is checked in both directions.
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
