import type { SessionEntry } from '../../session/session-state.ts';
import type { SpareFinder } from './sparable-atoms.ts';

/** Evicted entries, and tokens in use afterwards. */
export interface Draft {
  readonly evicted: readonly SessionEntry[];
  readonly tokensAfter: number;
  /** Number of new markers. Entries that are put back never take a marker's room. */
  readonly newMarkers: number;
}

interface PutBackInput<Drafted extends Draft> {
  readonly first: Drafted;
  readonly targetTokens: number;
  readonly sparableAtoms: SpareFinder;
  /** Drafts the eviction of these entries, with at most `roomFor` new markers. */
  readonly draftOf: (evicted: readonly SessionEntry[], roomFor: number) => Drafted;
}

const MOST_TRIES = 24;

/**
 * Keeps entries that need not be evicted after all, because markers and previews came out smaller than planned (I-18).
 */
export function putBack<Drafted extends Draft>({ first, targetTokens, sparableAtoms, draftOf }: PutBackInput<Drafted>): Drafted {
  /** Drafts with as many markers as before, else with one less; undefined where neither fits. */
  const fitting = (evicted: readonly SessionEntry[], newMarkers: number): Drafted | undefined => {
    for (let roomFor = newMarkers; roomFor > 0 && roomFor >= newMarkers - 1; roomFor--) {
      const tried = draftOf(evicted, roomFor);
      if (tried.tokensAfter <= targetTokens) return tried;
    }
    return undefined;
  };
  let draft = first;
  let refused: readonly string[] = [];
  let most = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const { evicted, tokensAfter, newMarkers } = draft;
    const atoms = sparableAtoms({ evicted, tokensAfter, targetTokens, refused }).slice(0, most);
    if (atoms.length === 0) break;
    const back = new Set(atoms.flat().map(({ id }) => id));
    const left = evicted.filter(({ id }) => !back.has(id));
    const next = fitting(left, newMarkers);
    if (next) draft = next;
    else if (atoms.length === 1) refused = [...refused, ...back];
    most = Math.max(1, next ? atoms.length : atoms.length >> 1);
  }
  return draft;
}
