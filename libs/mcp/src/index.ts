export { serveOverHttp } from './http/serve-http.ts';
export { openMemory } from './open-memory.ts';
export { serveOverStdio } from './serve-stdio.ts';
