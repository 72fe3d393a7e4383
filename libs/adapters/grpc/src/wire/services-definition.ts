import { createRequire } from 'node:module';
import type { GrpcObject, ServiceClientConstructor } from '@grpc/grpc-js';
import { loadPackageDefinition } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import type { ServiceName } from './methods.ts';

const PROTO = createRequire(import.meta.url).resolve('@total-recall/contracts/proto/totalrecall/internal/v1/services.proto');

/** What services.proto declares: one client a service, its definition beside it. */
export function loadServices(): Readonly<Record<ServiceName, ServiceClientConstructor>> {
  const root = loadPackageDefinition(loadSync(PROTO, { longs: Number, arrays: true }));
  const services = ['totalrecall', 'internal', 'v1'].reduce((at, name) => at[name] as GrpcObject, root);
  return { ingest: services['Ingest'] as ServiceClientConstructor, retriever: services['Retriever'] as ServiceClientConstructor };
}
