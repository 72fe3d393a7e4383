/** Target of an erasure or a hold, as requested. `eventIds`: ids, or places such as `run-1/e3`. */
export type ErasureScope =
  | { readonly kind: 'events'; readonly space: string; readonly eventIds: readonly string[] }
  | { readonly kind: 'session'; readonly space: string; readonly session: string }
  | { readonly kind: 'space'; readonly space: string }
  | { readonly kind: 'subject'; readonly subject: string; readonly space?: string }
  | { readonly kind: 'tenant' };

/** Target as the ledger stores it: it must not reveal who a data subject is. */
export type RecordedScope =
  | Exclude<ErasureScope, { kind: 'subject' }>
  | { readonly kind: 'subject'; readonly space?: string }
  /** Erased by retention because of its age; nobody asked for it. */
  | { readonly kind: 'retention'; readonly space: string };

/** Erased events of one session that itself stays. */
export interface ErasedEvents {
  readonly space: string;
  readonly session: string;
  readonly eventIds: readonly string[];
}

/**
 * Everything that an erasure will take, found before anything is destroyed. The ledger stores it, so that a process
 * that stops halfway leaves a record of what remains to do.
 */
export interface ErasureTargets {
  readonly events: readonly ErasedEvents[];
  /** Sessions erased whole. */
  readonly sessions: readonly { readonly space: string; readonly session: string }[];
  /** Spaces erased whole. */
  readonly spaces: readonly string[];
  /** Artifacts that no remaining event refers to. */
  readonly artifacts: readonly { readonly space: string; readonly artifactId: string }[];
}

export interface ErasureCounts {
  readonly events: number;
  /** Number of these events that are results of recall with an erased event in them. */
  readonly quoting: number;
  readonly sessions: number;
  readonly spaces: number;
  readonly artifacts: number;
}

/** Events that an erasure named but did not take, because holds protect them. */
export interface Withheld {
  readonly events: number;
  /** Number of events that each hold protects; several may protect the same one. */
  readonly holds: readonly { readonly id: string; readonly name: string; readonly events: number }[];
}

/**
 * Events that did not open when an erasure looked for what it takes, so that nobody knows what they say: damaged, or
 * without their key.
 */
export interface UnreadEvents {
  readonly events: number;
  /** Their places, of at most 1,000 events. */
  readonly places: readonly { readonly space: string; readonly session: string; readonly eventIds: readonly string[] }[];
}
