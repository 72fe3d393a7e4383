import { readFileSync } from 'node:fs';
import type { Metrics } from '@total-recall/observability';
import { askToCollect, collectGarbage, createSystemClock, MEMORY_PARTS, type HeldMemory, type MemoryDivision } from '@total-recall/runtime';

export interface MemoryWatch {
  /** Returns true when the process uses more memory than allowed. Measures at most four times a second. */
  isTight(): boolean;
  anonymousBytes(): number;
}

const LOOK_MS = 250;
/** Shortest time between two forced garbage collections. */
const COLLECT_MS = 10_000;
/** Share of the limit above which the other threads collect, so that no request has to wait for it. */
const ASK_SHARE = 0.9;
/** Shortest time between two such requests. A collection of the largest thread takes some 50 ms. */
const ASK_MS = 30_000;

/** The measured process; injected by tests. */
export interface WatchedProcess {
  anonymousBytes(): number;
  nowMs(): number;
  /** Collects the garbage of this thread. */
  collect(): void;
  /** Asks the other threads to collect theirs. */
  askThreads(): void;
}

/**
 * Compares the memory of the process with its limit. Heaps may hold garbage that was not collected yet: the other
 * threads are asked to collect theirs before the limit is reached, and this one does before requests have to wait.
 */
export function watchMemory(mostBytes: number, process: WatchedProcess = thisProcess()): MemoryWatch {
  let [lookedMs, askedMs, collectedMs, isTight] = [-Infinity, -Infinity, -Infinity, false];
  const look = (nowMs: number): boolean => {
    const bytes = process.anonymousBytes();
    if (bytes > mostBytes * ASK_SHARE && nowMs - askedMs >= ASK_MS) {
      askedMs = nowMs;
      process.askThreads();
    }
    if (bytes <= mostBytes) return false;
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
  return { anonymousBytes, nowMs: () => clock.monotonicMs(), collect: collectGarbage, askThreads: askToCollect };
}

/** Reads anonymous memory from Linux; elsewhere the resident set, which includes file pages. */
function anonymousBytes(): number {
  try {
    return Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))![1]) * 1_024;
  } catch {
    return process.memoryUsage.rss();
  }
}
