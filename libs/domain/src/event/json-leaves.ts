/**
 * Yields the strings and numbers of a parsed JSON value in order, as texts. Uses no recursion, however deep or wide the
 * value.
 */
export function* jsonLeaves(value: unknown): Generator<string> {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string' || typeof next === 'number') yield String(next);
    else if (typeof next === 'object' && next !== null) {
      // Pushed one by one: half a million values exceed the argument limit of one call.
      const parts: unknown[] = Object.values(next);
      for (let at = parts.length - 1; at >= 0; at--) open.push(parts[at]);
    }
  }
}
