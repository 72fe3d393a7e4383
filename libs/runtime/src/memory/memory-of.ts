import { divideMemory, leastMemoryMiB, type MemoryDivision, type MemoryUser } from './divide-memory.ts';
import { defaultMemoryMiB, machineMemory, type MachineMemory } from './machine-memory.ts';

export interface MemorySettings extends MemoryUser {
  /** `TOTAL_RECALL_MEMORY_MB`; 0 to derive it from the container or the machine. */
  readonly memoryMb: number;
}

/** Returns the memory limit of the process in MiB, as set or derived. */
export function memoryMiB(settings: MemorySettings, machine: MachineMemory = machineMemory()): number {
  return settings.memoryMb || Math.max(defaultMemoryMiB(machine), leastMemoryMiB(settings));
}

/** Divides that limit. */
export function memoryOf(settings: MemorySettings): MemoryDivision {
  return divideMemory(memoryMiB(settings), settings);
}
