import { TotalRecallError } from '@total-recall/runtime';

/** Returns true for an error that means that data on disk is not what was written. */
export function isDamage(error: unknown): boolean {
  return error instanceof TotalRecallError && error.code === 'damaged';
}

/** Wraps a store so that damage found by a call is reported before its caller gets the error. */
export function watchDamage<T extends object>(store: T, onDamage: (error: unknown) => void): T {
  const watched = Object.entries(store).map(([name, value]) => {
    if (typeof value !== 'function') return [name, value] as const;
    const call = value as (...args: unknown[]) => unknown;
    const tell = (error: unknown): never => {
      if (isDamage(error)) onDamage(error);
      throw error;
    };
    return [name, (...args: unknown[]) => Promise.resolve(call(...args)).catch(tell)] as const;
  });
  return Object.fromEntries(watched) as T;
}
