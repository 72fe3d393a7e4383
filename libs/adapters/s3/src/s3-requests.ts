import { addAbortSignal, type Readable } from 'node:stream';
import { S3Client } from '@aws-sdk/client-s3';
import { NO_TRACER } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { toPortError } from './s3-errors.ts';
import { DEFAULT_DEADLINE_MS, s3ClientConfig, type S3Settings } from './s3-settings.ts';

/** Sends a request within the deadline of its call. */
export type SendS3 = <T>(request: (client: S3Client, limits: { readonly abortSignal: AbortSignal }) => Promise<T>) => Promise<T>;

export interface S3Requests {
  readonly send: SendS3;
  /** Refuses new calls with `closed`, waits for the running ones and closes the connections. */
  close(): Promise<void>;
  readonly closing: boolean;
  /**
   * Runs a call of several requests as one step of the current trace; closing waits for it. Errors: those of the port;
   * `closed`.
   */
  call<T>(doing: string, run: () => Promise<T>): Promise<T>;
}

export function openS3(settings: S3Settings): S3Requests {
  const { deadlineMs = DEFAULT_DEADLINE_MS, tracer = NO_TRACER } = settings;
  const client = new S3Client(s3ClientConfig(settings));
  const running = new Set<Promise<unknown>>();
  let closed: Promise<void> | undefined;

  const closeAll = async (): Promise<void> => {
    while (running.size > 0) await Promise.allSettled(running);
    client.destroy();
  };
  return {
    send: (request) => request(client, { abortSignal: AbortSignal.timeout(deadlineMs) }),
    get closing() {
      return closed !== undefined;
    },
    call: (doing, run) =>
      tracer.step(`s3 ${doing}`, { kind: 'client', attributes: { 'rpc.system': 'aws-api' } }, async () => {
        if (closed) throw new TotalRecallError('closed', 'The store is closed.');
        const call = run();
        running.add(call);
        try {
          return await call;
        } catch (error) {
          throw toPortError(error, doing);
        } finally {
          running.delete(call);
        }
      }),
    close: () => (closed ??= closeAll()),
  };
}

/** Reads the whole body, which is checked against its checksum. */
export async function readBody(body: unknown, size: number, signal: AbortSignal): Promise<Uint8Array> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for await (const chunk of addAbortSignal(signal, body as Readable) as AsyncIterable<Uint8Array>) {
    if (at + chunk.length > size) throw new TotalRecallError('internal', 'An object is longer than announced.');
    bytes.set(chunk, at);
    at += chunk.length;
  }
  if (at < size) throw new TotalRecallError('unavailable', 'An object ended early. Try again.');
  return bytes;
}
