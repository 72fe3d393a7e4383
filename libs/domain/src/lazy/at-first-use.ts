/**
 * Makes a value at its first use and keeps it. For large patterns: every process and thread loads them, and few ever
 * read a question or a fact.
 */
export function atFirstUse<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
