/**
 * Events reached from a pack: those in it, those its own recall ranked, and those a recall made from the pack ranked.
 */
export interface ReachedEvents {
  readonly packed: ReadonlySet<string>;
  readonly firstHop: ReadonlySet<string>;
  readonly secondHop: ReadonlySet<string>;
}

/**
 * Computes the share of the task state's key events within two hops of the pack; null where there are none. Source: 002
 * §5.5.
 */
export function completenessOf(keyEvents: readonly string[], reached: ReachedEvents): number | null {
  const wanted = new Set(keyEvents);
  if (wanted.size === 0) return null;
  let found = 0;
  for (const id of wanted) if (reached.packed.has(id) || reached.firstHop.has(id) || reached.secondHop.has(id)) found++;
  return found / wanted.size;
}
