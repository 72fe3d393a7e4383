import type { EventBody } from './event-body.ts';
import type { EventKind } from './event-kind.ts';
import type { FormTokens } from './form-tokens.ts';

/** The clear part of a record, bound to the sealed one as additional data. Times are epoch milliseconds. */
export interface EventEnvelope {
  readonly schemaVersion: number;
  /** ULID. */
  readonly id: string;
  readonly tenant: string;
  readonly space: string;
  readonly session: string;
  readonly kind: EventKind;
  readonly occurredAt: number;
  readonly recordedAt: number;
  readonly tokens: FormTokens;
  /** The tokenizer family the counts were made with. */
  readonly family: string;
  readonly keyId: string;
}

/** Why there is no body: it does not open, its key was destroyed, or the fold could not work it off and set it aside. */
export type MissingBody = 'unreadable' | 'erased' | 'damaged';

/** What an erasure leaves of an event: no content, only what its session is folded by. */
export interface ErasedRest extends EventBody {
  readonly isErased: true;
}

/** A record as a fold sees it: opened, or with the reason why not. */
export interface EventRecord {
  /** Offset in its partition of the events stream. */
  readonly offset: number;
  readonly envelope: EventEnvelope;
  readonly body: EventBody | MissingBody;
  /** Set where another body stands in the place of that in the log: its number. */
  readonly revision?: number;
  /** Of an erased event, where its session still stands. */
  readonly rest?: ErasedRest;
}
