import { makeKey, OPERATOR_TENANT } from '@total-recall/gateway';
import type { ControlStore } from '@total-recall/ports';
import { createSystemClock, createSystemRandom } from '@total-recall/runtime';

/** Sends a request and returns the JSON of a 2xx answer. Rejects with any other answer. */
export type Send = (method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<any>;

export interface NewTenant {
  readonly id: string;
  readonly name: string;
  readonly quotas?: { readonly requestsPerSecond?: number; readonly burst?: number };
}

export interface Operator {
  /** Creates a tenant and resolves with its first key, which has every scope. */
  makeTenant(tenant: NewTenant): Promise<string>;
}

const KNOWN_MS = 60_000;

/** Creates a sender of HTTP requests with one key. */
export function senderOf(url: string, apiKey: string): Send {
  return async (method, path, body, headers = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${apiKey}`, ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };
}

/** Creates an operator whose key is written directly to the store. */
export async function openOperator({ url, control }: { readonly url: string; readonly control: ControlStore }): Promise<Operator> {
  const deps = { control, clock: createSystemClock(), random: createSystemRandom() };
  const { text } = await makeKey(deps, OPERATOR_TENANT, { name: 'operator', scopes: ['read', 'write', 'admin'] });
  const send = senderOf(url, text);
  // A gateway in another process learns of the key within moments.
  const until = performance.now() + KNOWN_MS;
  for (;;) {
    const error = await send('GET', '/v1/admin/tenants').then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (error === undefined) break;
    if (performance.now() > until) throw error;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { makeTenant: async (tenant) => (await send('POST', '/v1/admin/tenants', tenant)).apiKey };
}
