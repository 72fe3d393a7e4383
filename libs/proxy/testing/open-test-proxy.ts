import { createLogger, createMetrics } from '@total-recall/observability';
import { createSystemClock, createSystemScheduler, createTokenCounter } from '@total-recall/runtime';
import { serveProxy, type ProxyOptions, type ProxyServer } from '../src/http/serve-proxy.ts';
import type { Memory } from '../src/memory/memory.ts';

/** A memory that does not answer. */
export const NO_MEMORY: Memory = {
  append: () => Promise.reject(new Error('No memory is here.')),
  ask: () => Promise.reject(new Error('No memory is here.')),
};

/** Serves the proxy before a vendor in this process, without a memory unless one is given. */
export async function openTestProxy(vendorUrl: string, options: Partial<ProxyOptions> = {}): Promise<ProxyServer> {
  const counter = createTokenCounter();
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
    tokens: counter,
    clock: createSystemClock(),
    scheduler: createSystemScheduler(),
    metrics: createMetrics(),
    logger: createLogger({ level: 'silent' }),
    ...options,
  });
  return {
    url: proxy.url,
    async close() {
      await proxy.close();
      await counter.close();
    },
  };
}
