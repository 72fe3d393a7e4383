/** Strings and numbers of a parsed JSON value in order, as texts. However deep or wide the value is, it costs no call stack. */
export function* jsonLeaves(value: unknown): Generator<string> {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string' || typeof next === 'number') yield String(next);
    else if (typeof next === 'object' && next !== null) {
      // One by one: a list of half a million values does not fit the arguments of one push.
      const parts: unknown[] = Object.values(next);
      for (let at = parts.length - 1; at >= 0; at--) open.push(parts[at]);
    }
  }
}
