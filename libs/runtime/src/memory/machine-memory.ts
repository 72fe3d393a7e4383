import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { MIB } from './divide-memory.ts';

/** Memory available to a process, and its source. */
export interface MachineMemory {
  readonly mebibytes: number;
  readonly from: 'container' | 'machine';
}

/** Limits of cgroups version 2 and 1. Inside a container each path shows the container's own limit. */
const LIMIT_FILES = ['/sys/fs/cgroup/memory.max', '/sys/fs/cgroup/memory/memory.limit_in_bytes'];
/** Share of a container's limit; the rest is for the page cache and for sockets. */
const CONTAINER_SHARE = 0.85;
/** Share of a machine that other programs use too. */
const MACHINE_SHARE = 0.25;
const MOST_MIB = 4_096;

/** Reads the memory of this process's cgroup, or else of the machine. */
export function machineMemory(read: (path: string) => string = readText, total: number = totalmem()): MachineMemory {
  for (const path of LIMIT_FILES) {
    const limit = limitIn(path, read);
    if (limit !== undefined && limit < total) return { mebibytes: Math.floor(limit / MIB), from: 'container' };
  }
  return { mebibytes: Math.floor(total / MIB), from: 'machine' };
}

/** Computes the default setting: most of a container, or a quarter of a machine, up to a maximum. */
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
