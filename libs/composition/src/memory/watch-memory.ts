import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Metrics } from '@total-recall/observability';
import { createSystemClock, MEMORY_PARTS, type HeldMemory, type MemoryDivision } from '@total-recall/runtime';

export interface MemoryWatch {
  /** Returns true when the process uses more memory than allowed. Measures at most four times a second. */
  isTight(): boolean;
  anonymousBytes(): number;
}

const LOOK_MS = 250;
/** Shortest time between two forced garbage collections. */
const COLLECT_MS = 10_000;

/** The measured process; injected by tests. */
export interface WatchedProcess {
  anonymousBytes(): number;
  nowMs(): number;
  collect(): void;
}

/**
 * Compares the memory of the process with its limit. The heap may hold garbage that was not collected yet, so a
 * collection is forced before requests have to wait.
 */
export function watchMemory(mostBytes: number, process: WatchedProcess = thisProcess()): MemoryWatch {
  let [lookedMs, collectedMs, isTight] = [-Infinity, -Infinity, false];
  const look = (nowMs: number): boolean => {
    if (process.anonymousBytes() <= mostBytes) return false;
    if (nowMs - collectedMs < COLLECT_MS) return true;
    collectedMs = nowMs;
    process.collect();
    return process.anonymousBytes() > mostBytes;
  };
  return {
    anonymousBytes: () => process.anonymousBytes(),
    isTight: () => {
      const nowMs = process.nowMs();
      if (nowMs - lookedMs >= LOOK_MS) [lookedMs, isTight] = [nowMs, look(nowMs)];
      return isTight;
    },
  };
}

/** Exports the memory limit of each part, and its use at each scrape. */
export function showMemory(
  metrics: Metrics,
  division: MemoryDivision,
  watch: Pick<MemoryWatch, 'anonymousBytes'>,
  held: Pick<HeldMemory, 'read'>,
): void {
  for (const part of MEMORY_PARTS) metrics.memoryLimit.set({ part }, division[part]);
  metrics.onRender(() => {
    metrics.memoryAnonymous.set(watch.anonymousBytes());
    for (const [part, bytes] of Object.entries(held.read())) metrics.memoryHeld.set({ part }, bytes);
  });
}

function thisProcess(): WatchedProcess {
  const clock = createSystemClock();
  let collect: (() => void) | undefined;
  return {
    anonymousBytes,
    nowMs: () => clock.monotonicMs(),
    collect: () => {
      if (collect === undefined) {
        setFlagsFromString('--expose-gc');
        collect = runInNewContext('gc') as () => void;
      }
      collect();
    },
  };
}

/** Reads anonymous memory from Linux; elsewhere the resident set, which includes file pages. */
function anonymousBytes(): number {
  try {
    return Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))![1]) * 1_024;
  } catch {
    return process.memoryUsage.rss();
  }
}
