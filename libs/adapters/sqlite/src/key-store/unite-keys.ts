import { sessionKey, spaceKey } from '@total-recall/domain';

/** A row of the keys. Without `wrapped` it is the tombstone of a destroyed key; the row of a whole space has the session ''. */
export interface StoredKey {
  readonly keyId: string;
  readonly tenant: string;
  readonly space: string;
  readonly session: string;
  readonly wrapped: Uint8Array | null;
  readonly master: string | null;
}

/** A key of which the two stores hold other bytes. */
export interface KeyInBoth {
  readonly own: StoredKey;
  readonly other: StoredKey;
}

export interface UnitedKeys {
  /** Rows that the own store lacks, or has otherwise; each takes the place of the own row of the same name. */
  readonly put: readonly StoredKey[];
  /** Names of own rows that go: keys that nothing was sealed with. */
  readonly drop: readonly StoredKey[];
  /** Keys of sessions that may lack other events in each store. */
  readonly join: readonly KeyInBoth[];
  /** Places for which both stores have a key of their own, with records under each. */
  readonly apart: readonly StoredKey[];
}

interface Sides {
  readonly own: ReadonlyMap<string, StoredKey>;
  readonly other: ReadonlyMap<string, StoredKey>;
}

/**
 * Unites the rows of two stores of one data folder: every key that one of them has, and none that one of them destroyed.
 * Of different keys for a place the one that records were sealed with stays.
 */
export function uniteKeys(own: readonly StoredKey[], other: readonly StoredKey[], isUsed: (keyId: string) => boolean): UnitedKeys {
  const united = { put: [] as StoredKey[], drop: [] as StoredKey[], join: [] as KeyInBoth[], apart: [] as StoredKey[] };
  const others = bySpace(other);
  const owns = bySpace(own);
  for (const place of new Set([...owns.keys(), ...others.keys()]))
    uniteSpace({ own: owns.get(place) ?? new Map(), other: others.get(place) ?? new Map() }, isUsed, united);
  return united;
}

/** Returns true where the stores hold different keys for a place. */
export function haveOtherKeys(own: readonly StoredKey[], other: readonly StoredKey[]): boolean {
  const ids = new Map(own.map((row) => [sessionKey(row), row.keyId]));
  return other.some((row) => (ids.get(sessionKey(row)) ?? row.keyId) !== row.keyId);
}

function bySpace(rows: readonly StoredKey[]): Map<string, Map<string, StoredKey>> {
  const spaces = new Map<string, Map<string, StoredKey>>();
  for (const row of rows) {
    const place = spaceKey(row);
    const sessions = spaces.get(place) ?? new Map<string, StoredKey>();
    spaces.set(place, sessions.set(row.session, row));
  }
  return spaces;
}

type Uniting = { readonly [Part in keyof UnitedKeys]: UnitedKeys[Part][number][] };

function uniteSpace(sides: Sides, isUsed: (keyId: string) => boolean, united: Uniting): void {
  const [own, other] = [sides.own.get(''), sides.other.get('')];
  const isDestroyed = own?.wrapped === null || other?.wrapped === null;
  const isApart = own !== undefined && other !== undefined && own.keyId !== other.keyId && !isDestroyed;
  const [ownIsUsed, otherIsUsed] = [sides.own, sides.other].map((rows) => [...rows.values()].some(({ keyId }) => isUsed(keyId)));
  if (isApart && ownIsUsed && otherIsUsed) {
    united.apart.push(own);
    return;
  }
  const takesOther = isApart && otherIsUsed === true;
  // Keys of sessions are wrapped under that of their space, so those under one that goes are of no use.
  const kept = ({ row, isOwn }: { row: StoredKey | undefined; isOwn: boolean }): StoredKey | undefined =>
    row === undefined || !isApart || row.wrapped === null || isOwn !== takesOther ? row : undefined;
  for (const session of new Set([...sides.own.keys(), ...sides.other.keys()])) {
    const had = sides.own.get(session);
    const pair = { own: kept({ row: had, isOwn: true }), other: kept({ row: sides.other.get(session), isOwn: false }) };
    const row = uniteRow(pair, { isDestroyed, isUsed, united });
    if (row === undefined && had !== undefined) united.drop.push(had);
    else if (row !== undefined && row !== had) united.put.push(row);
  }
}

interface UniteContext {
  readonly isDestroyed: boolean;
  readonly isUsed: (keyId: string) => boolean;
  readonly united: Uniting;
}

/** Returns the row of a place: the own one itself where it stays as it is. */
function uniteRow(
  { own, other }: { readonly own: StoredKey | undefined; readonly other: StoredKey | undefined },
  { isDestroyed, isUsed, united }: UniteContext,
): StoredKey | undefined {
  const takesOther = own === undefined || (other !== undefined && other.keyId !== own.keyId && isUsed(other.keyId));
  const row = takesOther ? other : own;
  if (row === undefined || own === undefined || other === undefined) return row && (isDestroyed ? withoutKey(row) : row);
  // A store that destroys what it never had makes up an id for it; records name the other.
  if (isDestroyed || own.wrapped === null || other.wrapped === null) return withoutKey(row);
  if (own.keyId !== other.keyId && isUsed(own.keyId) && takesOther) united.apart.push(own);
  if (own.keyId === other.keyId && own.session !== '' && !Buffer.from(own.wrapped).equals(other.wrapped)) united.join.push({ own, other });
  return row;
}

const withoutKey = (row: StoredKey): StoredKey => (row.wrapped === null ? row : { ...row, wrapped: null });
