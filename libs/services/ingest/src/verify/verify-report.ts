/** Kinds of data compared with the log, and units with the ledger, in this order. */
export const VERIFIED_KINDS = ['records', 'sessions', 'events', 'documents', 'vectors', 'artifacts', 'units'] as const;
export type VerifiedKind = (typeof VERIFIED_KINDS)[number];

/**
 * - `missing`: not stored. `unknown`: stored, but not in the log.
 * - `differs`: not what the log gives. `damaged`: unreadable, or not what was written.
 * - `set_aside`: could not be processed when it came.
 */
export type VerifyFault = 'missing' | 'differs' | 'damaged' | 'unknown' | 'set_aside';

/**
 * The repair: only a backup; the copy in the read model; filling the read model again; making vectors; removing it;
 * folding the units of a space again; the newest copy of the ledger, as units know entries that it does not have.
 */
export type VerifyRemedy = 'restore' | 'mend_log' | 'fill_anew' | 'make_vectors' | 'remove' | 'fold_anew' | 'restore_ledger';

/** One fault, with its place. */
export interface VerifyFinding {
  readonly kind: VerifiedKind;
  readonly fault: VerifyFault;
  readonly remedy: VerifyRemedy;
  readonly partition?: number;
  readonly offset?: number;
  readonly tenant?: string;
  readonly space?: string;
  readonly session?: string;
  readonly eventId?: string;
  readonly artifactId?: string;
  readonly model?: string;
  /** Actual and expected counts, for a wrong count. */
  readonly held?: number;
  readonly wanted?: number;
}

export interface VerifiedCount {
  readonly checked: number;
  readonly wrong: number;
}

export interface VerifyReport {
  readonly ok: boolean;
  /** Generation of the log. */
  readonly generation: string;
  readonly kinds: Readonly<Record<VerifiedKind, VerifiedCount>>;
  /** Records in the log that are not folded yet; the next projector folds them. */
  readonly behind: number;
  /** Records whose key was destroyed. */
  readonly erased: number;
  /** Sessions, and units of spaces, that were written meanwhile and therefore not compared. */
  readonly moving: number;
  /** Sessions whose fold was not compared, as what is kept of an event of theirs is lost: its artifact is a finding. */
  readonly unfolded: number;
  /** Artifacts that no event refers to and that are younger than an hour. They are no fault, and a repair leaves them. */
  readonly young: number;
  /** The first hundred of each kind. */
  readonly findings: readonly VerifyFinding[];
}

const KEPT = 100;

/** Counts checks and faults, and keeps the first faults. */
export class Findings {
  readonly kept: VerifyFinding[] = [];
  readonly #checked = new Map<VerifiedKind, number>();
  readonly #wrong = new Map<VerifiedKind, number>();
  readonly #onFinding: ((finding: VerifyFinding) => void) | undefined;

  constructor(onFinding?: (finding: VerifyFinding) => void) {
    this.#onFinding = onFinding;
  }

  checked(kind: VerifiedKind, count = 1): void {
    this.#checked.set(kind, (this.#checked.get(kind) ?? 0) + count);
  }

  add(finding: VerifyFinding): void {
    const wrong = (this.#wrong.get(finding.kind) ?? 0) + 1;
    this.#wrong.set(finding.kind, wrong);
    if (wrong <= KEPT) this.kept.push(finding);
    this.#onFinding?.(finding);
  }

  kinds(): VerifyReport['kinds'] {
    const countOf = (kind: VerifiedKind): VerifiedCount => ({ checked: this.#checked.get(kind) ?? 0, wrong: this.#wrong.get(kind) ?? 0 });
    return Object.fromEntries(VERIFIED_KINDS.map((kind) => [kind, countOf(kind)])) as VerifyReport['kinds'];
  }
}
