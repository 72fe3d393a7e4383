import type { EventBody } from './event-body.ts';
import type { EventKind } from './event-kind.ts';
import type { FormTokens } from './form-tokens.ts';

/** The unencrypted part of a record, bound to the sealed part as additional data. Times are epoch milliseconds. */
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
  /** Tokenizer family of the counts. */
  readonly family: string;
  readonly keyId: string;
}

/** Reason for a missing body: it cannot be opened, its key was destroyed, or the fold failed on it and set it aside. */
export type MissingBody = 'unreadable' | 'erased' | 'damaged';

/** Remains of an erased event: no content, only what its session's fold needs. */
export interface ErasedRest extends EventBody {
  readonly isErased: true;
}

/** A record as a fold sees it: opened, or with the reason why it is not. */
export interface EventRecord {
  /** Offset in its partition of the events stream. */
  readonly offset: number;
  readonly envelope: EventEnvelope;
  readonly body: EventBody | MissingBody;
  /** Number of the revised body, where one replaces the body in the log. */
  readonly revision?: number;
  /** Present for an erased event of a remaining session. */
  readonly rest?: ErasedRest;
}

/** Returns true for a record whose revised body, all that is left of it, is lost or damaged: nobody knows its fold. */
export function lacksRevision({ body, rest, revision }: EventRecord): boolean {
  return revision !== undefined && typeof body === 'string' && !rest;
}

/** Returns true for a record that was erased with its session or space, so that there is no fold to add it to. */
export function wentWithSession({ body, rest, revision }: EventRecord): boolean {
  return body === 'erased' && !rest && revision === undefined;
}
