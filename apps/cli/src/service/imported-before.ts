import type { Client } from '@total-recall/client';
import type { ImportedBefore } from '@total-recall/gateway';

/** Reads what a space of a running service holds of earlier imports. */
export function remoteImportedBefore(client: Client, space: string, signal?: AbortSignal): ImportedBefore {
  const options = signal && { signal };
  return {
    newestAt: async (session) => Date.parse((await client.space(space).session(session).get(options)).lastAt),
  };
}
