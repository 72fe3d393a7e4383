// Read by the launcher before anything else of the program, so it imports next to nothing.
import { defaultMemoryMiB, machineMemory } from './machine-memory.ts';

/** How a process has to be started to keep to its memory: these cannot be set once it runs. */
export interface MemoryFlags {
  readonly node: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** What is freed goes back to the system; two pools are shared by all threads, where the system's allocator would keep one for each. */
const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '1048576' };
/** How many MiB a nursery may have, and by how many hundredths a heap may outgrow what lives in it before it is collected; with more than all of these both are Node's own choice. */
const HEAPS: readonly { readonly belowMiB: number; readonly nurseryMiB: number; readonly growth: number }[] = [
  { belowMiB: 900, nurseryMiB: 4, growth: 40 },
  { belowMiB: 1_536, nurseryMiB: 8, growth: 70 },
  { belowMiB: 3_072, nurseryMiB: 16, growth: 100 },
];

/**
 * By `TOTAL_RECALL_MEMORY_MB`, or what there is where it is not a number. Each thread has a heap with a nursery for new objects, which grows to three times
 * the named size and stays.
 */
export function memoryFlags(env: Readonly<Record<string, string | undefined>>): MemoryFlags {
  const memoryMiB = Number(env['TOTAL_RECALL_MEMORY_MB']) || defaultMemoryMiB(machineMemory());
  const heap = HEAPS.find(({ belowMiB }) => memoryMiB < belowMiB);
  if (heap === undefined) return { node: [], env: {} };
  const unset = Object.entries(ALLOCATOR).filter(([name]) => env[name] === undefined);
  return {
    node: [`--max-semi-space-size=${heap.nurseryMiB}`, `--heap-growing-percent=${heap.growth}`],
    env: Object.fromEntries(unset),
  };
}
