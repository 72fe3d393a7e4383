import { sessionKey, type SessionAddress } from '@total-recall/domain';
import type { VectorProgress } from '../embed/vector-progress.ts';
import type { Projection } from './projection.ts';

/** Sessions whose compaction waits for the vectors of what it may evict. */
export interface VectorWaits {
  has(key: string): boolean;
  /** Decides in the background, once the range has vectors or the time is up. */
  add(address: SessionAddress, range: { readonly from: number; readonly to: number }): void;
  /** Ends the wait of a session without a decision. */
  cancel(key: string): void;
  size(): number;
  /** Resolves when all decisions that wait now are made. */
  settled(): Promise<void>;
  /** Ends all waits without a decision. */
  close(): void;
}

interface WaitOptions {
  readonly vectors: Pick<VectorProgress, 'waitFor'>;
  readonly waitMs: number;
  readonly inTurn: Projection['inTurn'];
  /** `inTime`: whether the vectors were there before the time was up. Must not reject. */
  readonly decide: (address: SessionAddress, inTime: boolean) => Promise<void>;
}

export function createVectorWaits({ vectors, waitMs, inTurn, decide }: WaitOptions): VectorWaits {
  const waiting = new Map<string, { readonly decided: Promise<void>; end(): void }>();
  let isClosed = false;
  return {
    has: (key) => waiting.has(key),
    add(address, range) {
      const key = sessionKey(address);
      const ended = Promise.withResolvers<false>();
      const decided = Promise.race([vectors.waitFor(range, waitMs), ended.promise]).then((inTime) =>
        inTurn(async () => {
          if (waiting.get(key) !== own) return;
          waiting.delete(key);
          if (!isClosed) await decide(address, inTime);
        }),
      );
      const own = { decided, end: () => ended.resolve(false) };
      waiting.set(key, own);
    },
    cancel(key) {
      waiting.get(key)?.end();
      waiting.delete(key);
    },
    size: () => waiting.size,
    settled: async () => void (await Promise.all([...waiting.values()].map(({ decided }) => decided))),
    close() {
      isClosed = true;
      for (const { end } of waiting.values()) end();
    },
  };
}
