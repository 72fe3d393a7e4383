const MOST_A_PAGE = 100;

interface Part {
  readonly limit: number;
  readonly cursor?: string;
}

/** Reads the pages of a list until it ends or `limit` items were read. `last` is the last page that was read. */
export async function readUpTo<Page extends { readonly cursor?: string }, Item>(
  limit: number,
  read: (part: Part) => Promise<Page>,
  itemsIn: (page: Page) => readonly Item[],
): Promise<{ items: Item[]; isMore: boolean; last: Page }> {
  const items: Item[] = [];
  for (let from: Pick<Part, 'cursor'> = {}; ;) {
    const last = await read({ limit: Math.min(MOST_A_PAGE, limit - items.length), ...from });
    items.push(...itemsIn(last));
    if (last.cursor === undefined || items.length >= limit) return { items, isMore: last.cursor !== undefined, last };
    from = { cursor: last.cursor };
  }
}
