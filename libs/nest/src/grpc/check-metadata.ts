import {
  ServerInterceptingCall,
  ServerListenerBuilder,
  type Metadata,
  type ServerInterceptingCallInterface,
  type ServerInterceptor,
} from '@grpc/grpc-js';
import type { TotalRecallError } from '@total-recall/runtime';
import { asOurs, statusOf } from './grpc-status.ts';
import { RefusedMessage } from './unreadable-message.ts';

/** A call whose metadata has arrived and whose message has not. */
export interface BegunCall {
  readonly metadata: Metadata;
  sendMetadata(metadata: Metadata): void;
}

export interface MetadataCheck {
  /** Throws or rejects when the call is refused. */
  check(path: string, metadata: Metadata, peer: string): void | Promise<void>;
  refused?(path: string, call: BegunCall, error: TotalRecallError): void;
  /**
   * Takes a slot for an admitted call and returns the function that frees it. The slot is freed when the message
   * arrives, or when a stream ends.
   */
  hold?(metadata: Metadata, peer: string): () => void;
}

/**
 * Creates an interceptor that decides on a call by its metadata. When it refuses, no message is read and bytes still
 * arriving are discarded.
 */
export function checkMetadata({ check, refused, hold }: MetadataCheck): ServerInterceptor {
  return ({ path, requestStream }, call) => {
    let known: Metadata | undefined;
    let isOver = false;
    let release = (): void => undefined;
    const refuse = (metadata: Metadata, error: TotalRecallError): void => {
      refused?.(path, begun(call, metadata), error);
      call.sendStatus(statusOf(error));
    };
    const admit = async (metadata: Metadata, pass: (metadata: Metadata) => void): Promise<void> => {
      try {
        await check(path, metadata, call.getPeer());
        if (hold && !isOver) release = hold(metadata, call.getPeer());
      } catch (thrown) {
        return refuse(metadata, asOurs(thrown));
      }
      known = metadata;
      pass(metadata);
    };
    const take = (message: unknown, pass: (message: unknown) => void): void => {
      if (!requestStream) release();
      if (!(message instanceof RefusedMessage)) return pass(message);
      // A streaming call is already running and counted, so it only gets a status.
      if (requestStream) call.sendStatus(statusOf(message.error));
      else refuse(known!, message.error);
    };
    const listener = new ServerListenerBuilder()
      .withOnReceiveMetadata((metadata, pass) => void admit(metadata, pass))
      .withOnReceiveMessage(take)
      .withOnCancel(() => {
        isOver = true;
        release();
      })
      .build();
    return new ServerInterceptingCall(call, { start: (next) => next(listener) });
  };
}

function begun(call: ServerInterceptingCallInterface, metadata: Metadata): BegunCall {
  return { metadata, sendMetadata: (initial) => call.sendMetadata(initial) };
}
