import { loadPackageDefinition, type GrpcObject, type ServiceClientConstructor } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { SERVICE_METHODS, serviceNameOf, SERVICES_PACKAGE, SERVICES_PROTO, type ServiceName } from '@total-recall/runtime/service-calls';

/** Loads the client constructors of the services that services.proto declares, with their definitions. */
export function loadServices(): Readonly<Record<ServiceName, ServiceClientConstructor>> {
  const root = loadPackageDefinition(loadSync(SERVICES_PROTO, { longs: Number, arrays: true }));
  const declared = SERVICES_PACKAGE.split('.').reduce((at, name) => at[name] as GrpcObject, root);
  const names = Object.keys(SERVICE_METHODS) as ServiceName[];
  return Object.fromEntries(names.map((name) => [name, declared[serviceNameOf(name)]])) as Record<ServiceName, ServiceClientConstructor>;
}
