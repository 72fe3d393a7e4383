import type { KeyStore, Scheduler } from '@total-recall/ports';
import type { Component } from '@total-recall/runtime';

const EVERY_MS = 15 * 60_000;
/** Two hours: a destroyed key is gone an hour after it was, and with what is said here after that. */
const TIMES = 8;

/** Helps destroyed keys out of the topic for as long after a destruction as they may be there; after a start too, as nobody knows what went before it. */
export function letKeysGo(
  keys: Pick<KeyStore, 'onDestroyed' | 'letGo'>,
  scheduler: Pick<Scheduler, 'every'>,
  onFailure: (error: unknown) => void,
): Component {
  let left = TIMES;
  let timer: { cancel(): void } | undefined;
  keys.onDestroyed(() => (left = TIMES));
  const step = async (): Promise<void> => {
    if (left === 0) return;
    await keys.letGo?.();
    left -= 1;
  };
  return {
    name: 'destroyed-keys',
    start: async () => void (timer = scheduler.every(EVERY_MS, () => step().catch(onFailure))),
    stop: async () => timer?.cancel(),
  };
}
