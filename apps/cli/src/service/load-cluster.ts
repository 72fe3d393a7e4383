import { CommandError, EXIT } from '../exit-code.ts';

/** Loads what works on a cluster. Most commands need none of it, and the published package leaves it out (ADR 0123). */
export async function loadCluster(): Promise<typeof import('@total-recall/composition/cluster')> {
  try {
    return await import('@total-recall/composition/cluster');
  } catch (error) {
    const { code, url = '' } = error as NodeJS.ErrnoException & { readonly url?: string };
    if (code !== 'ERR_MODULE_NOT_FOUND' || !url.endsWith('/cluster.js')) throw error;
    throw new CommandError(EXIT.usage, 'This package serves one process, and has no part for a cluster.', {
      cause: error,
      advice: 'Run the command in the image of the cluster: docker run total-recall apps/cli/bin/total-recall.js ...',
    });
  }
}
