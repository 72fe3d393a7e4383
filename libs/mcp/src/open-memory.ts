import { createClient } from '@total-recall/client';
import { MCP_LIMITS } from './limits.ts';
import type { MemoryAccess } from './memory-access.ts';

export interface MemoryOptions {
  readonly url: string;
  readonly apiKey: string;
  readonly space: string;
  readonly session?: string;
}

/** Opens a memory over the API of its service. Nothing is called yet, so a service that is down shows in the first call. */
export function openMemory({ url, apiKey, space, session }: MemoryOptions): MemoryAccess {
  const client = createClient({ url, apiKey, timeoutMs: MCP_LIMITS.callTimeoutMs, retry: { attempts: 3 } });
  return { url, space: client.space(space), spaceName: space, ...(session !== undefined && { session }) };
}
