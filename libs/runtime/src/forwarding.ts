/**
 * Creates an object whose methods call those of the object that `present` returns at that moment.
 * Only methods are forwarded.
 */
export function forwarding<T extends object>(present: () => T): T {
  const methods = Object.entries(present()).filter(([, value]) => typeof value === 'function');
  return Object.fromEntries(
    methods.map(([name]) => [name, (...args: unknown[]) => (present() as Record<string, (...args: unknown[]) => unknown>)[name]!(...args)]),
  ) as T;
}
