/** What an erasure is asked for. */
export type ErasureScope =
  | { readonly kind: 'events'; readonly space: string; readonly eventIds: readonly string[] }
  | { readonly kind: 'session'; readonly space: string; readonly session: string }
  | { readonly kind: 'space'; readonly space: string }
  | { readonly kind: 'subject'; readonly subject: string; readonly space?: string }
  | { readonly kind: 'tenant' };

/** The same as the ledger keeps it: who a data subject is must not be known from it. */
export type RecordedScope =
  | Exclude<ErasureScope, { kind: 'subject' }>
  | { readonly kind: 'subject'; readonly space?: string }
  /** Asked for by nobody: what was past its age. */
  | { readonly kind: 'retention'; readonly space: string };

/** Events of one session that go, the session itself staying. */
export interface ErasedEvents {
  readonly space: string;
  readonly session: string;
  readonly eventIds: readonly string[];
}

/** What goes, found before anything does: the ledger holds it, so that a process that ends half-way knows what is left to do. */
export interface ErasureTargets {
  readonly events: readonly ErasedEvents[];
  /** Whole sessions. */
  readonly sessions: readonly { readonly space: string; readonly session: string }[];
  /** Whole spaces. */
  readonly spaces: readonly string[];
  /** Artifacts that no event holds which stays. */
  readonly artifacts: readonly { readonly space: string; readonly artifactId: string }[];
}

export interface ErasureCounts {
  readonly events: number;
  /** Of these, results of recall that held an event which goes. */
  readonly quoting: number;
  readonly sessions: number;
  readonly spaces: number;
  readonly artifacts: number;
}

/** What an erasure named and did not take, because holds keep it. */
export interface Withheld {
  readonly events: number;
  /** How many each of them keeps; an event may be kept by several. */
  readonly holds: readonly { readonly id: string; readonly name: string; readonly events: number }[];
}
