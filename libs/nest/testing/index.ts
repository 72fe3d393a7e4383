export { fetchOverGrpc } from './fetch-over-grpc.ts';
export { CallRefused, grpcTestClient } from './grpc-client.ts';
