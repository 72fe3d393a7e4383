import { Agent, request, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Calls the API over kept-alive connections, as a client does. A request refused for lack of memory is repeated after
 * the time that the answer gives.
 */
export interface Caller {
  /** Returns the status of the last answer; 0 without one. */
  post(path: string, body: object): Promise<number>;
  get<T>(path: string): Promise<T>;
  /** Returns the number of answers by status and code. */
  answers(): string;
}

export interface CallerOptions {
  /** Most attempts for a request that is refused for lack of memory or by a quota. */
  readonly attempts?: number;
}

export function createCaller(url: string, apiKey: string, { attempts = 8 }: CallerOptions = {}): Caller {
  const agent = new Agent({ keepAlive: true });
  const counts = new Map<string, number>();
  const send = (method: string, path: string, body?: string): Promise<{ status: number; retryAfterMs: number; text: string }> =>
    new Promise((resolve) => {
      const headers = { Authorization: `Bearer ${apiKey}`, ...(body !== undefined && { 'Content-Type': 'application/json' }) };
      const asked = request(`${url}${path}`, { agent, method, headers }, (answer: IncomingMessage) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: answer.statusCode!, retryAfterMs: 1_000 * Number(answer.headers['retry-after'] ?? 1), text });
        });
      });
      asked.on('error', (error) => resolve({ status: 0, retryAfterMs: 1_000, text: error.message })).end(body);
    });
  const count = ({ status, text }: { status: number; text: string }): void => {
    const code = status === 200 ? '' : ` ${/"code":"(\w+)"/.exec(text)?.[1] ?? text.slice(0, 60)}`;
    counts.set(`${status}${code}`, (counts.get(`${status}${code}`) ?? 0) + 1);
  };
  return {
    post: async (path, body) => {
      const text = JSON.stringify(body);
      for (let attempt = 1; ; attempt += 1) {
        const answer = await send('POST', path, text);
        count(answer);
        if (attempt === attempts || (answer.status !== 503 && answer.status !== 429)) return answer.status;
        await delay(answer.retryAfterMs);
      }
    },
    get: async <T>(path: string) => JSON.parse((await send('GET', path)).text) as T,
    answers: () => [...counts].map(([answer, times]) => `${times} x ${answer}`).join(', '),
  };
}
