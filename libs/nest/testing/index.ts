export { fetchOverGrpc } from './fetch-over-grpc.ts';
