/**
 * Computes the partition of a key, 0 .. partitions - 1: 32-bit FNV-1a over the key's UTF-16 code units, low byte first,
 * modulo the number of partitions. Must never change: logs are laid out by it.
 */
export function partitionOf(key: string, partitions: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) {
    const unit = key.charCodeAt(i);
    hash = Math.imul(hash ^ (unit & 0xff), 0x01000193);
    hash = Math.imul(hash ^ (unit >>> 8), 0x01000193);
  }
  return (hash >>> 0) % partitions;
}
