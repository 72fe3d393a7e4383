import { splitRuns } from '@total-recall/runtime';

/** Most characters of ids in one request. Parameters travel in the URL, whose length servers and proxies limit. */
const MAX_CHARACTERS = 4_000;

/** Splits ids into lists that each fit into a URL. No ids give no lists. */
export function splitIds(ids: readonly string[]): string[][] {
  // Length in the encoded URL, with quotes and a comma.
  const sizeOf = (id: string): number => encodeURIComponent(id).length + 9;
  return splitRuns([...new Set(ids)], { sizeOf, mostSize: MAX_CHARACTERS });
}
