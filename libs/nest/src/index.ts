export { createHttpServer } from './http-server.ts';
export type { HttpServer, HttpServerOptions } from './http-server.ts';
export type { HttpLogger } from './http/http-logger.ts';
export { createOperationsServer } from './operations/operations-server.ts';
export type { Operations } from './operations/operations-server.ts';
export { createHttpMeter } from './http/http-meter.ts';
export type { HttpMeter } from './http/http-meter.ts';
export { openGrpcServer } from './open-grpc-server.ts';
export type { GrpcServer, GrpcServerOptions } from './grpc-server.ts';
