const SESSION_FILE = /\.(jsonl|ndjson|json)$/i;
const NOT_A_SESSION = /(^|\/)(node_modules|\.git)\/|(^|\/)(package(-lock)?|tsconfig[^/]*|sessions|settings[^/]*|[^/]+\.meta)\.json$/i;

/**
 * Returns the files of a folder that may be sessions, in a stable order with each session before its subagents. Pure:
 * the caller walks the disk.
 */
export function findSessionFiles<T extends { readonly path: string }>(entries: readonly T[]): T[] {
  return entries
    .filter((entry) => SESSION_FILE.test(slashed(entry.path)) && !NOT_A_SESSION.test(slashed(entry.path)))
    .toSorted((a, b) => compare(sortKey(a.path), sortKey(b.path)));
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/');
}

/** Removes the extension, so that `id.jsonl` sorts before `id/subagents/...`. */
function sortKey(path: string): string {
  return slashed(path).replace(SESSION_FILE, '').replaceAll('/', '\u0001');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
