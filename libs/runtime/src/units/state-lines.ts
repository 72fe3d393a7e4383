import { batchesOf } from '../parallel/in-batches.ts';
import { yieldToEventLoop } from '../parallel/in-slices.ts';

/** Items of one line, so that no step over a large list holds up the main loop. */
const ITEMS_A_LINE = 500;
const NEW_LINE = 0x0a;

/** A part of a list, by the name of its field. */
type Part = readonly [field: string, items: readonly unknown[]];

/**
 * Writes an object as lines of JSON: the object with its long lists empty, then these in parts. Lets others in after each.
 */
export async function* splitIntoLines(object: object): AsyncGenerator<Uint8Array> {
  const long = Object.entries(object).filter((field): field is [string, unknown[]] => isLong(field[1]));
  yield lineOf({ ...object, ...Object.fromEntries(long.map(([field]) => [field, []])) });
  for (const [field, items] of long)
    for (const batch of batchesOf(items, ITEMS_A_LINE)) {
      await yieldToEventLoop();
      yield lineOf([field, batch] satisfies Part);
    }
}

/** Reads what `splitIntoLines` wrote. */
export async function joinLines(bytes: Uint8Array): Promise<object> {
  const text = new TextDecoder();
  let object: Record<string, unknown[]> | undefined;
  for (let from = 0; from < bytes.length;) {
    const to = bytes.indexOf(NEW_LINE, from);
    const line: unknown = JSON.parse(text.decode(bytes.subarray(from, to === -1 ? undefined : to)));
    from = to === -1 ? bytes.length : to + 1;
    if (object === undefined) {
      object = line as Record<string, unknown[]>;
      continue;
    }
    const [field, items] = line as Part;
    for (const item of items) object[field]!.push(item);
    await yieldToEventLoop();
  }
  return object!;
}

const isLong = (value: unknown): boolean => Array.isArray(value) && value.length > ITEMS_A_LINE;

const lineOf = (value: unknown): Uint8Array => new TextEncoder().encode(`${JSON.stringify(value)}\n`);
