/** Most characters of ids in one request. Parameters travel in the URL, whose length servers and proxies limit. */
const MAX_CHARACTERS = 4_000;

/** Splits ids into lists that each fit into a URL. No ids give no lists. */
export function splitIds(ids: readonly string[]): string[][] {
  const lists: string[][] = [];
  let characters = MAX_CHARACTERS;
  for (const id of new Set(ids)) {
    // Length in the encoded URL, with quotes and a comma.
    const size = encodeURIComponent(id).length + 9;
    if (characters + size > MAX_CHARACTERS) {
      lists.push([]);
      characters = 0;
    }
    lists.at(-1)!.push(id);
    characters += size;
  }
  return lists;
}
