import { hash } from 'node:crypto';

/**
 * Size of a session's key. Keys of events are derived from it so that a single one can be destroyed: they are the
 * leaves of a tree of hashes (a punctured pseudorandom function, Goldreich-Goldwasser-Micali). The session's key is the
 * root, the key of a node gives those of its sixteen children, and ten hex digits of the hashed event name lead to its
 * leaf. To destroy a leaf, the root is replaced by the siblings of the nodes on its path. These give every other leaf,
 * of existing and future events, but never that one again. Source: ADR 0065.
 */
export const ROOT_KEY_BYTES = 32;
const DEPTH = 10;
const CHILDREN = [...'0123456789abcdef'];
/** A byte holds two digits of a leaf's path. */
const LEAF_BYTES = DEPTH / 2;
const PACKED_HEADER = 5;
const PACKED_VERSION = 1;

/**
 * Most leaves that one session's key may lack. The first ones take about four kilobytes each,
 * later ones two and a half.
 */
export const MAX_DESTROYED_LEAVES = 8_192;

/** The remaining nodes of a key, in hex, by the digits that lead to them. */
type Nodes = ReadonlyMap<string, string>;

interface Unpacked {
  readonly nodes: Nodes;
  /** Digits of the destroyed leaves, sorted. */
  readonly gone: readonly string[];
}

const unpackedKeys = new WeakMap<Uint8Array, Unpacked>();

/** Returns true when a key has lost no leaf. Only a whole key opens bodies sealed before events had their own keys. */
export function isWholeKey(key: Uint8Array): boolean {
  return key.length === ROOT_KEY_BYTES;
}

/** Derives the key of that name; undefined if it was destroyed. Throws `RangeError` for bytes that are no key. */
export function eventKey(key: Uint8Array, name: string): Uint8Array | undefined {
  const digits = digitsOf(name);
  const { nodes } = unpack(key);
  for (let depth = 0; depth <= DEPTH; depth += 1) {
    const node = nodes.get(digits.slice(0, depth));
    if (node !== undefined) return Buffer.from(descend(node, digits, depth), 'hex');
  }
  return undefined;
}

/**
 * Destroys the leaves of these names; others already destroyed stay so. Throws `RangeError`
 * above `MAX_DESTROYED_LEAVES`.
 */
export function withoutEvents(key: Uint8Array, names: readonly string[]): Uint8Array {
  return withoutLeaves(key, names.map(digitsOf));
}

/**
 * Destroys the leaves that another state of the same key lacks; others already destroyed stay so. Throws `RangeError`
 * above `MAX_DESTROYED_LEAVES`.
 */
export function withoutLeavesLackedBy(other: Uint8Array, key: Uint8Array): Uint8Array {
  return withoutLeaves(key, unpack(other).gone);
}

function withoutLeaves(key: Uint8Array, leaves: readonly string[]): Uint8Array {
  const before = unpack(key);
  const gone = [...new Set([...before.gone, ...leaves])].sort();
  if (gone.length === before.gone.length) return key;
  if (gone.length > MAX_DESTROYED_LEAVES) throw new RangeError(`A session's key may lack ${MAX_DESTROYED_LEAVES} of its events, no more.`);
  const nodes = new Map(before.nodes);
  for (const digits of gone) puncture(nodes, digits);
  return pack(gone, nodes);
}

/** Counts the leaves that a key will lack once these names are destroyed, too. */
export function countLost(key: Uint8Array, names: Iterable<string>): number {
  const gone = new Set(unpack(key).gone);
  for (const name of names) gone.add(digitsOf(name));
  return gone.size;
}

/** Replaces the node above a leaf by all others below it, level by level. */
function puncture(nodes: Map<string, string>, digits: string): void {
  let depth = 0;
  while (depth <= DEPTH && !nodes.has(digits.slice(0, depth))) depth += 1;
  for (; depth < DEPTH; depth += 1) {
    const prefix = digits.slice(0, depth);
    const node = nodes.get(prefix)!;
    nodes.delete(prefix);
    for (const child of CHILDREN) nodes.set(prefix + child, childOf(node, depth, child));
  }
  nodes.delete(digits);
}

function digitsOf(name: string): string {
  return hash('sha256', name, 'hex').slice(0, DEPTH);
}

function descend(from: string, digits: string, depth: number): string {
  let node = from;
  for (let at = depth; at < DEPTH; at += 1) node = childOf(node, at, digits[at]!);
  return node;
}

/**
 * Inputs have a fixed length, so a plain hash of a secret is as good as a keyed one. As text it costs a third
 * of what it does as bytes.
 */
function childOf(node: string, depth: number, child: string): string {
  return hash('sha256', `${node}${depth}${child}`, 'hex');
}

/**
 * Encodes a version, the number of destroyed leaves, their digits, and then the nodes, whose places follow
 * from the destroyed leaves.
 */
function pack(gone: readonly string[], nodes: Nodes): Uint8Array {
  const header = Buffer.alloc(PACKED_HEADER);
  header[0] = PACKED_VERSION;
  header.writeUInt32BE(gone.length, 1);
  const rest = [...gone, ...coverOf(gone).map((prefix) => nodes.get(prefix)!)].join('');
  return new Uint8Array(Buffer.concat([header, Buffer.from(rest, 'hex')]));
}

function unpack(key: Uint8Array): Unpacked {
  const known = unpackedKeys.get(key);
  if (known) return known;
  const bytes = Buffer.from(key.buffer, key.byteOffset, key.byteLength);
  const unpacked = isWholeKey(key) ? { nodes: new Map([['', bytes.toString('hex')]]), gone: [] } : unpackNodes(bytes);
  unpackedKeys.set(key, unpacked);
  return unpacked;
}

function unpackNodes(bytes: Buffer): Unpacked {
  const count = bytes.length >= PACKED_HEADER && bytes[0] === PACKED_VERSION ? bytes.readUInt32BE(1) : 0;
  const start = PACKED_HEADER + count * LEAF_BYTES;
  if (count === 0 || count > MAX_DESTROYED_LEAVES || bytes.length < start) throw noKey();
  const gone = Array.from({ length: count }, (_, at) => hexAt(bytes, PACKED_HEADER + at * LEAF_BYTES, LEAF_BYTES));
  const cover = coverOf(gone);
  if (bytes.length !== start + cover.length * ROOT_KEY_BYTES) throw noKey();
  return { gone, nodes: new Map(cover.map((prefix, at) => [prefix, hexAt(bytes, start + at * ROOT_KEY_BYTES, ROOT_KEY_BYTES)] as const)) };
}

const hexAt = (bytes: Buffer, from: number, length: number): string => bytes.toString('hex', from, from + length);

const noKey = (): RangeError => new RangeError('These bytes are no key of a session.');

/** Lists, in order, the paths of the nodes that give all leaves but these. */
function coverOf(gone: readonly string[]): string[] {
  const above = new Set(gone.flatMap((digits) => Array.from({ length: DEPTH + 1 }, (_, depth) => digits.slice(0, depth))));
  const cover: string[] = [];
  for (const prefix of above) {
    if (prefix.length === DEPTH) continue;
    for (const child of CHILDREN) if (!above.has(prefix + child)) cover.push(prefix + child);
  }
  return cover.sort();
}
