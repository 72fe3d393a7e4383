import type { GrpcServer, GrpcServerOptions } from './grpc-server.ts';

/**
 * Opens the server of the public API over gRPC. The gRPC libraries are loaded only here, so that a service without gRPC
 * starts sooner.
 */
export async function openGrpcServer(options: GrpcServerOptions): Promise<GrpcServer> {
  const { createGrpcServer } = await import('./grpc-server.ts');
  return createGrpcServer(options);
}
