import {
  ServerInterceptingCall,
  ServerListenerBuilder,
  type Metadata,
  type ServerInterceptingCallInterface,
  type ServerInterceptor,
} from '@grpc/grpc-js';
import type { TotalRecallError } from '@total-recall/runtime';
import { asOurs, statusOf } from './grpc-status.ts';

/** A call of which only the metadata is there. */
export interface BegunCall {
  readonly metadata: Metadata;
  sendMetadata(metadata: Metadata): void;
}

export interface MetadataCheck {
  /** Rejects where the call is refused. */
  check(path: string, metadata: Metadata): void | Promise<void>;
  refused?(path: string, call: BegunCall, error: TotalRecallError): void;
}

/** Ends a call by its metadata: no message of it is read then, and what is still on its way is thrown away as it comes. */
export function checkMetadata({ check, refused }: MetadataCheck): ServerInterceptor {
  return ({ path }, call) => {
    const admit = async (metadata: Metadata, pass: (metadata: Metadata) => void): Promise<void> => {
      try {
        await check(path, metadata);
      } catch (thrown) {
        const error = asOurs(thrown);
        refused?.(path, begun(call, metadata), error);
        return call.sendStatus(statusOf(error));
      }
      pass(metadata);
    };
    const listener = new ServerListenerBuilder().withOnReceiveMetadata((metadata, pass) => void admit(metadata, pass)).build();
    return new ServerInterceptingCall(call, { start: (next) => next(listener) });
  };
}

function begun(call: ServerInterceptingCallInterface, metadata: Metadata): BegunCall {
  return { metadata, sendMetadata: (initial) => call.sendMetadata(initial) };
}
