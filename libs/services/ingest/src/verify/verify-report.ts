/** What is compared with the log, in this order. */
export const VERIFIED_KINDS = ['records', 'sessions', 'events', 'documents', 'vectors', 'artifacts'] as const;
export type VerifiedKind = (typeof VERIFIED_KINDS)[number];

/**
 * - `missing`: it is not there. `unknown`: it is there, and the log knows nothing of it.
 * - `differs`: it is not what the log makes of it. `damaged`: it cannot be read, or is not what was written.
 * - `set_aside`: it could not be worked off when it came.
 */
export type VerifyFault = 'missing' | 'differs' | 'damaged' | 'unknown' | 'set_aside';

/** What mends it: a backup alone; the copy in the read model; filling the read model anew; making vectors; removing it. */
export type VerifyRemedy = 'restore' | 'mend_log' | 'fill_anew' | 'make_vectors' | 'remove';

/** One thing that is wrong, and where. */
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
  /** Of a count that is wrong. */
  readonly held?: number;
  readonly wanted?: number;
}

export interface VerifiedCount {
  readonly checked: number;
  readonly wrong: number;
}

export interface VerifyReport {
  readonly ok: boolean;
  /** Of the log. */
  readonly generation: string;
  readonly kinds: Readonly<Record<VerifiedKind, VerifiedCount>>;
  /** Records that are in the log and not folded yet: whoever projects next does it. */
  readonly behind: number;
  /** Records whose key was destroyed. */
  readonly erased: number;
  /** Sessions that were written while this ran, so that they were not compared. */
  readonly moving: number;
  /** The first hundred of each kind. */
  readonly findings: readonly VerifyFinding[];
}

const KEPT = 100;

/** Counts what was looked at and what was wrong, and keeps the first of it. */
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
