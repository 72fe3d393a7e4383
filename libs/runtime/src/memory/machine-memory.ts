import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { MIB } from './divide-memory.ts';

/** What a process may use, and who says so. */
export interface MachineMemory {
  readonly mebibytes: number;
  readonly from: 'container' | 'machine';
}

/** The second of both versions of control groups; each is seen from inside a container as its own. */
const LIMIT_FILES = ['/sys/fs/cgroup/memory.max', '/sys/fs/cgroup/memory/memory.limit_in_bytes'];
/** Of a container's limit: the rest is for pages of files and what the system needs for sockets. */
const CONTAINER_SHARE = 0.85;
/** Of a machine that others use too. */
const MACHINE_SHARE = 0.25;
const MOST_MIB = 4_096;

/** What the control group of this process, or else the machine, has. */
export function machineMemory(read: (path: string) => string = readText, total: number = totalmem()): MachineMemory {
  for (const path of LIMIT_FILES) {
    const limit = limitIn(path, read);
    if (limit !== undefined && limit < total) return { mebibytes: Math.floor(limit / MIB), from: 'container' };
  }
  return { mebibytes: Math.floor(total / MIB), from: 'machine' };
}

/** The setting where none is given: most of a container, a quarter of a machine, and no more than is of use. */
export function defaultMemoryMiB({ mebibytes, from }: MachineMemory): number {
  return Math.min(MOST_MIB, Math.floor(mebibytes * (from === 'container' ? CONTAINER_SHARE : MACHINE_SHARE)));
}

function limitIn(path: string, read: (path: string) => string): number | undefined {
  try {
    const text = read(path).trim();
    return /^\d+$/.test(text) ? Number(text) : undefined;
  } catch {
    return undefined;
  }
}

function readText(path: string): string {
  return readFileSync(path, 'utf8');
}
