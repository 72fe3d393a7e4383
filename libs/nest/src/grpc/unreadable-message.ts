import type { ServiceDefinition, UntypedServiceImplementation } from '@grpc/grpc-js';
import { TotalRecallError } from '@total-recall/runtime';

/** Stands for a message that is refused, so that the call gets our own error: gRPC would answer INTERNAL. */
export class RefusedMessage {
  readonly error: TotalRecallError;

  constructor(error: TotalRecallError) {
    this.error = error;
  }
}

/** Looks at the bytes of a message of an rpc before they are decoded. Returns the reason for its refusal. */
export type LookAtMessage = (rpc: string, bytes: Uint8Array) => TotalRecallError | undefined;

const UNREADABLE = new RefusedMessage(new TotalRecallError('invalid_request', 'The bytes that were sent are no message of this call.'));

const sizes = new WeakMap<object, number>();

/** Returns the bytes that a decoded message had; 0 for anything else. */
export function receivedBytes(message: object): number {
  return sizes.get(message) ?? 0;
}

/** Wraps the deserializers of a service so that they never throw, and decode nothing that `look` refuses. */
export function withLenientDecoding(
  service: ServiceDefinition<UntypedServiceImplementation>,
  look: LookAtMessage = () => undefined,
): ServiceDefinition<UntypedServiceImplementation> {
  const methods = Object.entries(service).map(([name, method]) => {
    const requestDeserialize = (bytes: Buffer): unknown => {
      const refused = look(name, bytes);
      if (refused) return new RefusedMessage(refused);
      try {
        const message = method.requestDeserialize(bytes) as object;
        sizes.set(message, bytes.length);
        return message;
      } catch {
        return UNREADABLE;
      }
    };
    return [name, { ...method, requestDeserialize }];
  });
  return Object.fromEntries(methods) as ServiceDefinition<UntypedServiceImplementation>;
}
