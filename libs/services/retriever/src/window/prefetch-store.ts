import type { PrefetchEnd } from '@total-recall/domain';
import type { Clock } from '@total-recall/ports';

interface Held<T> {
  readonly value: T;
  readonly sinceMs: number;
}

interface HeldOptions {
  readonly capacity: number;
  readonly maxAgeMs: number;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** Called once for each value that is removed. */
  readonly ended: (end: PrefetchEnd) => void;
}

/** A store of one value per session, limited in number and age; the oldest go first. */
export class PrefetchStore<T> {
  readonly #held = new Map<string, Held<T>>();
  readonly #options: HeldOptions;

  constructor(options: HeldOptions) {
    this.#options = options;
  }

  get(key: string): T | undefined {
    this.#dropOld();
    return this.#held.get(key)?.value;
  }

  put(key: string, value: T): void {
    this.#dropOld();
    this.remove(key, 'replaced');
    this.#held.set(key, { value, sinceMs: this.#options.clock.monotonicMs() });
    if (this.#held.size > this.#options.capacity) this.remove(this.#held.keys().next().value!, 'pushed_out');
  }

  /** Removes the value of a session; with `only`, not if another replaced it. */
  remove(key: string, end: PrefetchEnd, only?: T): void {
    const held = this.#held.get(key);
    if (held === undefined || (only !== undefined && held.value !== only)) return;
    this.#held.delete(key);
    this.#options.ended(end);
  }

  clear(end: PrefetchEnd): void {
    for (const key of this.#held.keys()) this.remove(key, end);
  }

  #dropOld(): void {
    const { clock, maxAgeMs } = this.#options;
    const nowMs = clock.monotonicMs();
    for (const [key, { sinceMs }] of this.#held) {
      if (nowMs - sinceMs <= maxAgeMs) return;
      this.remove(key, 'expired');
    }
  }
}
