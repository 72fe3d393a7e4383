export { connectService } from './client/connect-service.ts';
export type { ConnectedService, ServiceClientOptions } from './client/connect-service.ts';
export { createServiceServer } from './server/create-service-server.ts';
export type { ServiceServer, ServiceServerOptions } from './server/create-service-server.ts';
export type { ClientTls, Plaintext, ServerTls } from './wire/credentials.ts';
export type { ServiceName, ServicePorts } from './wire/methods.ts';
