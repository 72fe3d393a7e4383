import { readFileSync } from 'node:fs';
import type { Metrics } from '@total-recall/observability';
import { askThreadsToCollect, collectGarbage } from '@total-recall/runtime/collect-garbage';
import { createSystemClock, MEMORY_PARTS, type HeldMemory, type MemoryDivision } from '@total-recall/runtime';

export interface MemoryWatch {
  /**
   * Returns how many requests may be worked on at once: any number up to 96 % of the setting, then from eight down to one
   * at all of it. Measures at most four times a second.
   */
  mostAtOnce(): number;
  anonymousBytes(): number;
}

const LOOK_MS = 250;
/** Share of the setting above which requests are counted. The rest is for those that are under way by then. */
const TIGHT_SHARE = 0.96;
/** Shares of the setting at which caches begin to shrink, and at which they have shrunk to `LEAST_ROOM` of their room. */
const SHRINK = { from: 0.88, to: 0.96 } as const;
const LEAST_ROOM = 0.25;
/** Number of requests that are worked on at once from there on, when nothing of the rest is used. */
const MOST_AT_ONCE = 8;
/** Share of the setting above which the other threads are asked to collect their garbage; the own waits until it is tight. */
const THREADS_SHARE = 0.92;
/** Shortest time between two forced garbage collections, of a thread. */
const COLLECT_MS = 60_000;

/** The measured process; injected by tests. */
export interface WatchedProcess {
  anonymousBytes(): number;
  nowMs(): number;
  /** Collects the garbage of this thread. */
  collect(): void;
  /** Asks all other threads to collect theirs; does not wait for them. */
  collectThreads(): void;
}

/**
 * Compares the memory of the process with its setting. Heaps hold garbage that was not collected yet and pages that they
 * do not give back by themselves, so before requests have to wait caches shrink, then the other threads collect, which
 * stops no request, then this one does.
 */
export function watchMemory(
  settingBytes: number,
  caches: Pick<HeldMemory, 'shrink'>,
  process: WatchedProcess = thisProcess(),
): MemoryWatch {
  const tightBytes = settingBytes * TIGHT_SHARE;
  let [lookedMs, askedMs, collectedMs, most] = [-Infinity, -Infinity, -Infinity, Infinity];
  const mostNow = (): number => {
    const left = (settingBytes - process.anonymousBytes()) / (settingBytes - tightBytes);
    return left >= 1 ? Infinity : Math.max(1, Math.ceil(MOST_AT_ONCE * left));
  };
  const look = (nowMs: number): number => {
    const used = process.anonymousBytes() / settingBytes;
    caches.shrink(roomOf(used));
    if (used >= THREADS_SHARE && nowMs - askedMs >= COLLECT_MS) {
      askedMs = nowMs;
      process.collectThreads();
    }
    const found = mostNow();
    if (found === Infinity || nowMs - collectedMs < COLLECT_MS) return found;
    collectedMs = nowMs;
    process.collect();
    return mostNow();
  };
  return {
    anonymousBytes: () => process.anonymousBytes(),
    mostAtOnce: () => {
      const nowMs = process.nowMs();
      if (nowMs - lookedMs >= LOOK_MS) [lookedMs, most] = [nowMs, look(nowMs)];
      return most;
    },
  };
}

/** Returns the share of their room that caches may use, in tenths, when so much of the setting is used. */
function roomOf(used: number): number {
  const left = (SHRINK.to - used) / (SHRINK.to - SHRINK.from);
  return Math.max(LEAST_ROOM, Math.min(1, Math.ceil(10 * left) / 10));
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
  return {
    anonymousBytes,
    nowMs: () => clock.monotonicMs(),
    collect: collectGarbage,
    collectThreads: askThreadsToCollect,
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
