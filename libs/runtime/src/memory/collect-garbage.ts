import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { BroadcastChannel } from 'node:worker_threads';

const CHANNEL = 'total-recall-collect-garbage';
let collect: (() => void) | undefined;
let asking: BroadcastChannel | undefined;

/** Collects the garbage of this thread: V8 does so only once a heap has grown by a good part of what lives in it. */
export function collectGarbage(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}

/** Collects when another thread of the process asks for it. Keeps no thread alive. */
export function collectWhenAsked(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', () => collectGarbage());
  channel.unref();
}

/** Asks every thread that listens to collect its garbage. Returns before they do. */
export function askToCollect(): void {
  asking ??= new BroadcastChannel(CHANNEL);
  asking.unref();
  asking.postMessage(null);
}
