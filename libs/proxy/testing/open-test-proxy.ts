import { createLogger, createMetrics } from '@total-recall/observability';
import { COUNT_NOW_BYTES, createSystemClock, createSystemScheduler, createTokenCounter } from '@total-recall/runtime';
import { serveProxy, type ProxyOptions, type ProxyServer } from '../src/http/serve-proxy.ts';
import type { Memory } from '../src/memory/memory.ts';

/** A memory that does not answer. */
export const NO_MEMORY: Memory = {
  append: () => Promise.reject(new Error('No memory is here.')),
  ask: () => Promise.reject(new Error('No memory is here.')),
  events: () => Promise.reject(new Error('No memory is here.')),
  refuseErased: () => Promise.reject(new Error('No memory is here.')),
};

/**
 * Serves the proxy before a vendor in this process, without a memory unless one is given. Short texts are counted at
 * once, so that a busy machine does not make the counter look as if it hung.
 */
export async function openTestProxy(vendorUrl: string, options: Partial<ProxyOptions> = {}): Promise<ProxyServer> {
  const counter = createTokenCounter();
  const isShort = (text: string): boolean => Buffer.byteLength(text) <= COUNT_NOW_BYTES;
  const count = async (family: string, texts: readonly string[]): Promise<number[]> =>
    texts.every(isShort) ? texts.map((text) => counter.countNow(family, text)) : counter.count(family, texts);
  const proxy = await serveProxy({
    host: '127.0.0.1',
    port: 0,
    space: 'main',
    hosts: [],
    origins: [],
    apiKey: 'tr_test',
    upstreams: { openai: vendorUrl, anthropic: vendorUrl },
    addsTools: true,
    open: () => NO_MEMORY,
    tokens: { count, countNow: (family, text) => counter.countNow(family, text) },
    clock: createSystemClock(),
    scheduler: createSystemScheduler(),
    metrics: createMetrics(),
    logger: createLogger({ level: 'silent' }),
    ...options,
  });
  return {
    url: proxy.url,
    async close(deadlineMs) {
      await proxy.close(deadlineMs);
      await counter.close();
    },
  };
}
