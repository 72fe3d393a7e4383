import { mkdtempSync, rmSync } from 'node:fs';
import { request as send } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestAuthority, writeCertificate } from './certificates.ts';

export interface TlsFrontOptions {
  /** URL that requests are forwarded to, over plain HTTP. */
  readonly target: string;
  /** Credentials that a request must carry; others get 401. Where absent, requests are forwarded unchanged. */
  readonly login?: { readonly username: string; readonly password: string };
  /** True when clients need a certificate of the front's authority. */
  readonly wantsCertificate?: boolean;
}

interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/**
 * A TLS front on `https://localhost` for a server that speaks plain HTTP. Only the network is simulated; client and
 * server are real.
 */
export interface TlsFront {
  readonly url: string;
  readonly caFile: string;
  /** A client certificate that the front accepts. */
  readonly client: CertificateFiles;
  /** Another authority, and a certificate issued by it. */
  readonly otherCaFile: string;
  readonly stranger: CertificateFiles;
  /** Returns the number of requests forwarded, and of those refused for their login. */
  counts(): { readonly passed: number; readonly refused: number };
  close(): Promise<void>;
}

export async function openTlsFront({ target, login, wantsCertificate = false }: TlsFrontOptions): Promise<TlsFront> {
  const folder = mkdtempSync(join(tmpdir(), 'total-recall-tls-'));
  const [authority, other] = [createTestAuthority(), createTestAuthority('Another authority')];
  const own = authority.issue();
  const authorization = login && `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`;
  let passed = 0;
  let refused = 0;
  const tls = { cert: own.certificate, key: own.key, ...(wantsCertificate && { ca: authority.certificate, requestCert: true }) };
  const server = createServer(tls, (request, response) => {
    const { headers, method, url = '/' } = request;
    if (authorization !== undefined && headers.authorization !== authorization) {
      refused += 1;
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":{"type":"security_exception"},"status":401}');
      return;
    }
    passed += 1;
    const onward = send(new URL(url, target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    caFile: writeCertificate(folder, 'authority', authority).certFile,
    client: writeCertificate(folder, 'client', authority.issue()),
    otherCaFile: writeCertificate(folder, 'other', other).certFile,
    stranger: writeCertificate(folder, 'stranger', other.issue()),
    counts: () => ({ passed, refused }),
    close: async () => {
      await new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections());
      rmSync(folder, { recursive: true });
    },
  };
}
