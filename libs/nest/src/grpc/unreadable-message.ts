import type { ServiceDefinition, UntypedServiceImplementation } from '@grpc/grpc-js';

/** Stands for bytes that are not a valid message, so that they are refused as the sender's mistake. */
export const UNREADABLE = Object.freeze({ isUnreadable: true });

/** Wraps the deserializers of a service so that they never throw: gRPC would answer INTERNAL for a caller's mistake. */
export function withLenientDecoding(
  service: ServiceDefinition<UntypedServiceImplementation>,
): ServiceDefinition<UntypedServiceImplementation> {
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
