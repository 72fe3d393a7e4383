import type { Metadata } from '@grpc/grpc-js';
import type { Caller, Gateway } from '@total-recall/gateway';
import { metadataText } from './metadata-text.ts';

/** Who is let in by the metadata of a call, before a message of it is read. */
export interface EnteredCallers {
  /** Rejects where the call is refused: for its key, or because there are too many. */
  enter(metadata: Metadata): Promise<void>;
  /** Whose the next message of a call is. The first came in with the call, each further one is counted by itself. */
  next(metadata: Metadata): Promise<Caller>;
}

export function createEnteredCallers(gateway: Gateway): EnteredCallers {
  const entered = new WeakMap<Metadata, Caller>();
  const callerOf = (metadata: Metadata): Promise<Caller> => gateway.enter(metadataText(metadata, 'authorization'));
  return {
    async enter(metadata) {
      entered.set(metadata, await callerOf(metadata));
    },
    async next(metadata) {
      const caller = entered.get(metadata);
      entered.delete(metadata);
      return caller ?? callerOf(metadata);
    },
  };
}
