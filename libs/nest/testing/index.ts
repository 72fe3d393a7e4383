export { fetchOverGrpc } from './fetch-over-grpc.ts';
export { CallRefused, grpcTestClient, type GrpcTestClient } from './grpc-client.ts';
