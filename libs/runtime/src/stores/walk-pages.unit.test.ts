import { describe, expect, it } from 'vitest';
import { pagesOf } from './walk-pages.ts';

/** A list of numbers in pages of two, which keeps the cursors that were asked for. */
function listOf(last: number) {
  const asked: (string | undefined)[] = [];
  const read = async ({ cursor }: { readonly cursor?: string }) => {
    asked.push(cursor);
    const first = Number(cursor ?? 1);
    const numbers = [first, first + 1].filter((number) => number <= last);
    return { numbers, ...(first + 2 <= last && { cursor: String(first + 2) }) };
  };
  return { asked, read };
}

describe('the pages of a list', () => {
  it('are read to the last one, each from the cursor of the page before it', async () => {
    const { asked, read } = listOf(5);
    const found: number[] = [];
    for await (const { numbers } of pagesOf(read)) found.push(...numbers);
    expect(found).toEqual([1, 2, 3, 4, 5]);
    expect(asked).toEqual([undefined, '3', '5']);
  });

  it('go on behind an empty page that has a cursor', async () => {
    const pages = [{ cursor: 'b' }, {}];
    const found: unknown[] = [];
    for await (const page of pagesOf(async () => pages.shift()!)) found.push(page);
    expect(found).toHaveLength(2);
  });

  it('are not read any further by a caller who stops', async () => {
    const { asked, read } = listOf(9);
    for await (const { numbers } of pagesOf(read)) if (numbers.includes(3)) break;
    expect(asked).toEqual([undefined, '3']);
  });
});
