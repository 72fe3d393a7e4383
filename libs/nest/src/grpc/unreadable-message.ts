import type { ServiceDefinition, UntypedServiceImplementation } from '@grpc/grpc-js';

/** Stands for bytes that are no message of the call, so that they can be refused as the fault of who sent them. */
export const UNREADABLE = Object.freeze({ isUnreadable: true });

/** The same service, whose messages are read without an error: gRPC itself would answer INTERNAL for what a caller sent. */
export function readingAnything(service: ServiceDefinition<UntypedServiceImplementation>): ServiceDefinition<UntypedServiceImplementation> {
  const methods = Object.entries(service).map(([name, method]) => {
    const requestDeserialize = (bytes: Buffer): unknown => {
      try {
        return method.requestDeserialize(bytes);
      } catch {
        return UNREADABLE;
      }
    };
    return [name, { ...method, requestDeserialize }];
  });
  return Object.fromEntries(methods) as ServiceDefinition<UntypedServiceImplementation>;
}
