export { connectService } from './client/connect-service.ts';
export type { ConnectedService, ServiceClientOptions } from './client/connect-service.ts';
