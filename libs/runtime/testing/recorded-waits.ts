import type { Random, Scheduler } from '@total-recall/ports';

/** Creates a scheduler that notes how long it was asked to wait and waits no time, and chance that is always `byte`. */
export function recordedWaits(byte = 255): {
  readonly waits: number[];
  readonly deps: { scheduler: Scheduler; random: Pick<Random, 'bytes'> };
} {
  const waits: number[] = [];
  const scheduler: Scheduler = {
    delay: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    every: () => ({ cancel: () => undefined }),
  };
  return { waits, deps: { scheduler, random: { bytes: (length: number) => new Uint8Array(length).fill(byte) } } };
}
