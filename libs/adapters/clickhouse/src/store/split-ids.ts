/** Parameters travel in the address of a request, which servers and what stands before them bound. */
const MAX_CHARACTERS = 4_000;

/** Ids in lists that each fit into an address; none for none. */
export function splitIds(ids: readonly string[]): string[][] {
  const lists: string[][] = [];
  let characters = MAX_CHARACTERS;
  for (const id of new Set(ids)) {
    // As the address encodes it, with quotes and a comma.
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
