import { readFileSync } from 'node:fs';
import { median } from '../measure/figures.ts';

/** Memory use in MiB. */
export interface MemoryUse {
  readonly highest: number;
  readonly middle: number;
  readonly last: number;
}

const EVERY_MS = 250;

/** Returns the resident memory of a process that no file backs, in MiB. Linux only. */
export function anonymousMiB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^RssAnon:\s+(\d+)/m.exec(status)![1]) / 1024);
}

/** Samples the memory four times a second until it is stopped. */
export function watchMemory(pid: number): { stop(): MemoryUse } {
  const seen = [anonymousMiB(pid)];
  const timer = setInterval(() => seen.push(anonymousMiB(pid)), EVERY_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return { highest: Math.max(...seen), middle: median(seen), last: seen.at(-1)! };
    },
  };
}
