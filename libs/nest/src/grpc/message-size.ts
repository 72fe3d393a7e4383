/** Weight of a value beside its text: an empty one takes memory and work too. */
const VALUE_BYTES = 8;

/**
 * Estimates the size of a decoded message in bytes: the characters of its names and texts, the bytes of its binary
 * fields, and 8 for each value. Stops counting once it has passed `most`, so it looks at `most` / 8 values at most.
 */
export function messageSize(message: object, most: number): number {
  let size = 0;
  const open: object[] = [message];
  for (let next = open.pop(); next !== undefined && size <= most; next = open.pop())
    for (const [name, value] of partsOf(next)) {
      size += VALUE_BYTES + name.length;
      if (typeof value === 'string' || value instanceof Uint8Array) size += value.length;
      else if (typeof value === 'object' && value !== null) open.push(value);
      if (size > most) break;
    }
  return size;
}

function* partsOf(value: object): Iterable<readonly [name: string, value: unknown]> {
  if (Array.isArray(value)) for (const item of value) yield ['', item];
  else yield* Object.entries(value);
}
