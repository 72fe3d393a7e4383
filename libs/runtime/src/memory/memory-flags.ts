// Loaded by the launcher before the program itself, so it imports next to nothing.
import { defaultMemoryMiB, machineMemory } from './machine-memory.ts';

/** Start-up flags that keep a process within its memory; they cannot be set once it runs. */
export interface MemoryFlags {
  readonly node: readonly string[];
  /** Flag for the heaps of threads that are started later. It is set in the running process, whose own heap is made by then. */
  readonly threads?: string;
  readonly env: Readonly<Record<string, string>>;
}

const NURSERY = '--max-semi-space-size=';
/** Settings of glibc's allocator: return freed memory to the system, and share two arenas instead of one per thread. */
const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '1048576' };
interface HeapSizes {
  readonly belowMiB: number;
  readonly nurseryMiB: number;
  readonly threadNurseryMiB: number;
  readonly growth: number;
}

/**
 * Size of the young generation in MiB, of the main thread and of each other, and the percentage by which a heap may grow
 * before it is collected, by memory size. The young generation of the last row is Node's own, which
 * lets heaps grow to several times of what lives in them.
 */
const HEAPS: readonly HeapSizes[] = [
  { belowMiB: 900, nurseryMiB: 4, threadNurseryMiB: 1, growth: 40 },
  { belowMiB: 1_536, nurseryMiB: 8, threadNurseryMiB: 2, growth: 70 },
  { belowMiB: 3_072, nurseryMiB: 16, threadNurseryMiB: 4, growth: 100 },
  { belowMiB: Infinity, nurseryMiB: 32, threadNurseryMiB: 8, growth: 100 },
];

/**
 * Derives the flags from `TOTAL_RECALL_MEMORY_MB`, or from the available memory if that is not a number. The young
 * generation of a heap grows to twice the named size and more, and does not shrink. A dozen threads have one each and
 * make little garbage, so theirs are smaller.
 */
export function memoryFlags(env: Readonly<Record<string, string | undefined>>): MemoryFlags {
  const memoryMiB = Number(env['TOTAL_RECALL_MEMORY_MB']) || defaultMemoryMiB(machineMemory());
  const heap = HEAPS.find(({ belowMiB }) => memoryMiB < belowMiB)!;
  const unset = Object.entries(ALLOCATOR).filter(([name]) => env[name] === undefined);
  return {
    node: [`${NURSERY}${heap.nurseryMiB}`, `--heap-growing-percent=${heap.growth}`],
    threads: `${NURSERY}${heap.threadNurseryMiB}`,
    env: Object.fromEntries(unset),
  };
}
