const SESSION_FILE = /\.(jsonl|ndjson|json)$/i;
const NOT_A_SESSION = /(^|\/)(node_modules|\.git)\/|(^|\/)(package(-lock)?|tsconfig[^/]*|sessions|settings[^/]*|[^/]+\.meta)\.json$/i;

/**
 * Of a folder's files, those that may be sessions, in a stable order; a session stands before its subagents. Pure: walking the
 * disk is the caller's.
 */
export function findSessionFiles<T extends { readonly path: string }>(entries: readonly T[]): T[] {
  return entries
    .filter((entry) => SESSION_FILE.test(slashed(entry.path)) && !NOT_A_SESSION.test(slashed(entry.path)))
    .toSorted((a, b) => compare(sortKey(a.path), sortKey(b.path)));
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/');
}

/** `id.jsonl` before `id/subagents/...`: the extension must not take part in the order. */
function sortKey(path: string): string {
  return slashed(path).replace(SESSION_FILE, '').replaceAll('/', '\u0001');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
