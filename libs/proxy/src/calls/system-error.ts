const DEPTH = 8;

/** Returns what the system said of a connection or a file, such as that a name is not known, where an error comes of it. */
export function systemErrorIn(error: unknown): NodeJS.ErrnoException | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < DEPTH; at = at.cause, depth++) {
    // A name of several addresses has an error of each.
    const one: unknown = at instanceof AggregateError ? at.errors[0] : at;
    if (one instanceof Error && 'syscall' in one) return one as NodeJS.ErrnoException;
  }
  return undefined;
}
