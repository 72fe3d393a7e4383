import { createRequire } from 'node:module';
import { loadPackageDefinition, type GrpcObject, type ServiceClientConstructor, type ServiceDefinition } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';

const PROTO = createRequire(import.meta.url).resolve('@total-recall/contracts/proto/totalrecall/v1/total_recall.proto');

/** Loads the public service from the proto file alone, as a client in any other language does. */
export function publicServiceDefinition(): ServiceDefinition {
  const root = loadPackageDefinition(loadSync(PROTO, { keepCase: true, longs: Number, enums: Number }));
  const { v1 } = root['totalrecall'] as GrpcObject as { v1: GrpcObject };
  return (v1['TotalRecall'] as ServiceClientConstructor).service;
}
