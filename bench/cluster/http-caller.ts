import { Agent, request } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly ms: number;
  readonly body: string;
}

export interface HttpCaller {
  post(path: string, apiKey: string, body: Buffer | string): Promise<Answer>;
  close(): void;
}

/** An answer other than 2xx. */
export class RefusedCall extends Error {
  /** Error code of the problem document. */
  readonly code: string | undefined;

  constructor(path: string, status: number, body: string) {
    super(`${path} was answered ${status}: ${body.slice(0, 300)}`);
    this.code = /"code":"([a-z_]+)"/.exec(body)?.[1];
  }
}

const SOCKETS = 128;

/** Creates a caller that needs little CPU, as it runs on the cores that it measures. Errors: `RefusedCall`. */
export function createHttpCaller(url: string): HttpCaller {
  const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS });
  const { hostname, port } = new URL(url);
  return {
    post(path, apiKey, body) {
      const start = performance.now();
      const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
      return new Promise((resolve, reject) => {
        const call = request({ agent, hostname, port, path, method: 'POST', headers }, (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', reject);
          answer.on('end', () => {
            const status = answer.statusCode ?? 0;
            const text = Buffer.concat(chunks).toString('utf8');
            if (status < 200 || status > 299) reject(new RefusedCall(path, status, text));
            else resolve({ status, ms: performance.now() - start, body: text });
          });
        });
        call.on('error', reject);
        call.end(body);
      });
    },
    close: () => agent.destroy(),
  };
}
