export { PROXY_LIMITS } from './limits.ts';
export { serveProxy } from './http/serve-proxy.ts';
export type { ProxyOptions, ProxyServer } from './http/serve-proxy.ts';
export { quotedIn } from './memory/quoted-in.ts';
export type { Memory, StoredPage } from './memory/memory.ts';
export { isModelMistake } from './memory/model-mistake.ts';
export type { ModelWindow } from './window/model-window.ts';
