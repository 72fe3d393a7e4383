// Loaded by every thread, so it imports nothing of ours.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { BroadcastChannel, threadId } from 'node:worker_threads';

type Collect = (options: { readonly type: 'major'; readonly flavor: 'last-resort' | 'regular' }) => void;

const CHANNEL = 'total-recall:collect-garbage';
/** Time between two threads that were asked at once, so that they do not take all processors together. */
const APART_MS = 250;
/** Time from the end of a start until what it left is collected: its last steps are done by then. */
const SETTLED_MS = 5_000;
/** Heap above which a process is at work, so that V8 collects by itself, and to do so would hold up its requests. */
const AT_REST_BYTES = 96 * 1024 * 1024;
/** Threads of a service at most; ids go on rising where threads are started anew. */
const THREADS = 16;

/**
 * Collects the garbage in the heap of this thread until nothing more goes, moves what lives together, and gives the
 * emptied pages back to the system, which an ordinary collection does not. The thread does nothing else meanwhile: 50 ms
 * for a small heap, some 300 for one of 100 MiB.
 */
export function collectGarbage(): void {
  collector()({ type: 'major', flavor: 'last-resort' });
}

function collector(): Collect {
  setFlagsFromString('--expose-gc');
  return (globalThis as { gc?: Collect }).gc ?? (runInNewContext('gc') as Collect);
}

/**
 * Collects once, a while from now, what a start left. Loading a program fills the young generation, which keeps its
 * pages until the next collection of the whole heap, and a process at rest makes none. It is one like those that V8 makes
 * by itself, of some 20 ms, and does not keep the process running. A heap that has grown meanwhile is left alone.
 */
export function collectAfterStart(delayMs = SETTLED_MS, atRestBytes = AT_REST_BYTES): void {
  setTimeout(() => {
    if (process.memoryUsage().heapUsed <= atRestBytes) collector()({ type: 'major', flavor: 'regular' });
  }, delayMs).unref();
}

/** Asks the other threads of the process to collect their garbage, one after the other. Does not wait for them. */
export function askThreadsToCollect(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(undefined);
  channel.close();
}

/** Collects the garbage of this thread whenever it is asked for. Does not keep the thread running. */
export function collectWhenAsked(): void {
  const channel = new BroadcastChannel(CHANNEL) as BroadcastChannel & { unref(): void };
  channel.unref();
  channel.addEventListener('message', () => void setTimeout(collectGarbage, (threadId % THREADS) * APART_MS).unref());
}
