/** A cache limited by bytes that evicts the least recently used values. */
export class ByteLru<Value, Key extends string | number = string> {
  private readonly held = new Map<Key, { readonly value: Value; readonly bytes: number }>();
  private readonly maxBytes: number;
  private readonly onGrown: (bytes: number) => void;
  private bytes = 0;

  /** `onGrown` is told by how much the whole grew, or shrank. */
  constructor(maxBytes: number, onGrown: (bytes: number) => void = () => undefined) {
    this.maxBytes = maxBytes;
    this.onGrown = onGrown;
  }

  get(key: Key): Value | undefined {
    const found = this.held.get(key);
    if (!found) return undefined;
    this.held.delete(key);
    this.held.set(key, found);
    return found.value;
  }

  set(key: Key, value: Value, bytes: number): void {
    const before = this.bytes;
    this.bytes -= this.held.get(key)?.bytes ?? 0;
    this.held.delete(key);
    this.held.set(key, { value, bytes });
    this.bytes += bytes;
    for (const [oldest, entry] of this.held) {
      if (this.bytes <= this.maxBytes || oldest === key) break;
      this.held.delete(oldest);
      this.bytes -= entry.bytes;
    }
    this.onGrown(this.bytes - before);
  }

  clear(): void {
    this.held.clear();
    this.onGrown(-this.bytes);
    this.bytes = 0;
  }
}
