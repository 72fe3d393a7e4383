import type { GrpcServer, GrpcServerOptions } from './grpc-server.ts';

/** The public API over gRPC. What speaks gRPC is loaded by this call alone: without it the service starts sooner. */
export async function openGrpcServer(options: GrpcServerOptions): Promise<GrpcServer> {
  const { createGrpcServer } = await import('./grpc-server.ts');
  return createGrpcServer(options);
}
