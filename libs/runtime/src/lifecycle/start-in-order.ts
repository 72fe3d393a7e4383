import type { Component } from './component.ts';
import { createLifecycle, type Lifecycle } from './lifecycle.ts';
import type { LifecycleOptions } from './stop-in-reverse.ts';

export type Running = Pick<Lifecycle, 'health' | 'stop'>;

/**
 * Starts components one after the other. If one fails or exceeds its deadline, stops it and those already started in
 * reverse and throws an error that names it.
 */
export async function startInOrder(components: readonly Component[], options: LifecycleOptions): Promise<Running> {
  const life = createLifecycle(options);
  try {
    await life.start(...components);
    return life;
  } catch (error) {
    await life.stop();
    throw error;
  }
}
