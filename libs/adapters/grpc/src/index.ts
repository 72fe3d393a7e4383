export { connectService } from './client/connect-service.ts';
export type { ConnectedService } from './client/connect-service.ts';
