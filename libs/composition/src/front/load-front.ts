import type { FrontDeps, GatewayFront } from './gateway-front.ts';
import type { ApiConfig, CoreConfig } from '@total-recall/runtime';

/**
 * Creates the gateway and opens its ports, over cores in this process or in others. What serves HTTP and gRPC is loaded
 * here: commands that only work on a data folder take half the time to start without it.
 */
export async function createGatewayFront(config: ApiConfig & CoreConfig, deps: FrontDeps): Promise<GatewayFront> {
  const { openFront } = await import('./gateway-front.ts');
  return openFront(config, deps);
}
