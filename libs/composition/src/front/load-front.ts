/**
 * Loads what serves HTTP and gRPC, with `openFront`. Commands that only work on a data folder take half the time to
 * start without it, and a service loads it while its stores open their threads.
 */
export const loadFront = (): Promise<typeof import('./gateway-front.ts')> => import('./gateway-front.ts');
