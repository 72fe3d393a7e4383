import { divideMemory, leastMemoryMiB, type MemoryDivision, type MemoryUser } from './divide-memory.ts';
import { defaultMemoryMiB, machineMemory, type MachineMemory } from './machine-memory.ts';

export interface MemorySettings extends MemoryUser {
  /** `TOTAL_RECALL_MEMORY_MB`; 0 for what the container or the machine gives. */
  readonly memoryMb: number;
}

/** The memory that a process keeps to, in MiB: as it is set, or by what there is. */
export function memoryMiB(settings: MemorySettings, machine: MachineMemory = machineMemory()): number {
  return settings.memoryMb || Math.max(defaultMemoryMiB(machine), leastMemoryMiB(settings));
}

/** How that is divided. */
export function memoryOf(settings: MemorySettings): MemoryDivision {
  return divideMemory(memoryMiB(settings), settings);
}
