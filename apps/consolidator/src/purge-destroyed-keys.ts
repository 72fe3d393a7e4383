import type { KeyStore, Scheduler } from '@total-recall/ports';
import type { Component } from '@total-recall/runtime';

const EVERY_MS = 15 * 60_000;
/**
 * Number of times that keys are let go of after a destruction, over two hours. The brokers drop a destroyed key an hour
 * after it, with the next record of the topic, which this writes.
 */
const TIMES = 8;

/**
 * Removes destroyed keys from the topic for as long after a destruction as they may still be there. Also runs after a
 * start, as earlier destructions are not known.
 */
export function purgeDestroyedKeys(
  keys: Pick<KeyStore, 'onDestroyed' | 'purgeDestroyed'>,
  scheduler: Pick<Scheduler, 'every'>,
  onFailure: (error: unknown) => void,
): Component {
  let left = TIMES;
  let timer: { cancel(): void } | undefined;
  keys.onDestroyed(() => (left = TIMES));
  const step = async (): Promise<void> => {
    if (left === 0) return;
    await keys.purgeDestroyed?.();
    left -= 1;
  };
  return {
    name: 'destroyed-keys',
    start: async () => void (timer = scheduler.every(EVERY_MS, () => step().catch(onFailure))),
    stop: async () => timer?.cancel(),
  };
}
