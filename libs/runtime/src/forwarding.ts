/** An object with the methods of whatever is present when they are called. What is not a method is left out. */
export function forwarding<T extends object>(present: () => T): T {
  const methods = Object.entries(present()).filter(([, value]) => typeof value === 'function');
  return Object.fromEntries(
    methods.map(([name]) => [name, (...args: unknown[]) => (present() as Record<string, (...args: unknown[]) => unknown>)[name]!(...args)]),
  ) as T;
}
