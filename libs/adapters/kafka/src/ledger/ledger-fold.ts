import type { LedgerEntry, NewLedgerEntry } from '@total-recall/domain';
import type { LedgerRange } from '@total-recall/ports';
import { createAboutSpaces } from './about-spaces.ts';
import { createHeldEntries } from './held-entries.ts';
import type { AppendPiece, Claim, LedgerRecord } from './ledger-records.ts';

/** Outcome of a write: `counts` is true when it took effect. */
export interface LedgerOutcome {
  readonly id: string;
  readonly counts: boolean;
}

/**
 * A partition of the ledger, folded from its records in the order of the topic. That order alone decides, so every
 * reader gets the same result. A claim counts when its epoch is the highest so far. An append counts when it comes from
 * the owner at that point and its owner has seen all entries before it. So writes of a former owner have no effect.
 */
export interface LedgerFold {
  /** Applies a record. Returns undefined when it decides nothing. */
  apply(record: LedgerRecord): LedgerOutcome | undefined;
  epoch(): number;
  /** Number of the last entry; 0 before the first. */
  last(): number;
  owns(claim: Claim): boolean;
  has(id: string): boolean;
  /** Returns copies of the entries of these ids, without those that are not there. */
  named(ids: readonly string[]): LedgerEntry[];
  /** Returns copies of the entries after this number, in order. */
  entries(afterSequence: number, limit: number): LedgerEntry[];
  /** Returns entries as `Ledger.readAbout` does. */
  about(place: Pick<LedgerEntry, 'tenant' | 'space'>, range: LedgerRange, limit: number): LedgerEntry[];
  /** Estimates the memory of the entries and of what finds them. */
  heldBytes(): number;
}

interface OpenAppend {
  readonly after: number;
  readonly read: Buffer[];
}

/**
 * Ids that a fold keeps which passes its entries on. An id comes again only where its owner did not learn what became of an
 * append, and it reads on before the next one.
 */
export const KEPT_IDS = 65_536;
/** Size of an id and of the numbers that it and a space have for its entry. */
const FOUND_BY_BYTES = 60;

/** Creates a fold. With `onEntry` it passes each entry on once it counts, and keeps only the latest ids. */
export function createLedgerFold({ onEntry }: { readonly onEntry?: (entry: LedgerEntry) => void } = {}): LedgerFold {
  const held = createHeldEntries();
  const about = createAboutSpaces();
  /** Numbers of entries by their ids. */
  const byId = new Map<string, number>();
  const open = new Map<string, OpenAppend>();
  let last = 0;
  let current: Claim = { epoch: 0, owner: '' };
  const owns = ({ epoch, owner }: Claim): boolean => epoch === current.epoch && owner === current.owner;

  const add = (entry: NewLedgerEntry): void => {
    if (byId.has(entry.id)) return;
    const added: LedgerEntry = { ...entry, sequence: (last += 1), epoch: current.epoch };
    byId.set(added.id, added.sequence);
    if (onEntry) {
      if (byId.size > KEPT_IDS) byId.delete(byId.keys().next().value!);
      onEntry(added);
    } else {
      held.add(added);
      about.add(added);
    }
  };
  const takeClaim = (claim: Claim): LedgerOutcome => {
    const counts = claim.epoch > current.epoch;
    if (counts) {
      current = claim;
      open.clear();
    }
    return { id: claim.owner, counts };
  };
  const takePiece = (append: AppendPiece, bytes: Buffer): LedgerOutcome | undefined => {
    const isLast = append.piece === append.pieces - 1;
    const refused = isLast ? { id: append.id, counts: false } : undefined;
    if (!owns(append) || append.after !== last) return refused;
    const read: Buffer[] = open.get(append.id)?.read ?? [];
    if (append.piece !== read.length) return refused;
    read.push(bytes);
    if (!isLast) {
      open.set(append.id, { after: append.after, read });
      return undefined;
    }
    open.delete(append.id);
    for (const entry of JSON.parse(Buffer.concat(read).toString()) as NewLedgerEntry[]) add(entry);
    // Open appends that were begun after an earlier entry cannot count any more.
    for (const [id, { after }] of open) if (after !== last) open.delete(id);
    return { id: append.id, counts: true };
  };
  return {
    apply: (record) => (record.kind === 'claim' ? takeClaim(record.claim) : takePiece(record.append, record.bytes)),
    epoch: () => current.epoch,
    last: () => last,
    owns,
    has: (id) => byId.has(id),
    named: (ids) => held.read(ids.flatMap((id) => byId.get(id) ?? [])),
    entries: (afterSequence, limit) => {
      const length = Math.max(0, Math.min(limit, last - afterSequence));
      return held.read(Array.from({ length }, (_, nth) => afterSequence + 1 + nth));
    },
    about: (place, range, limit) => held.read(about.read(place, range, limit)),
    heldBytes: () => held.heldBytes + byId.size * FOUND_BY_BYTES,
  };
}
