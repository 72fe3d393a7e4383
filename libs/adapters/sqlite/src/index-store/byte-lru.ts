/** Remembers values up to a number of bytes; what was used longest ago goes first. */
export class ByteLru<Value> {
  private readonly held = new Map<string, { readonly value: Value; readonly bytes: number }>();
  private readonly maxBytes: number;
  private bytes = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  get(key: string): Value | undefined {
    const found = this.held.get(key);
    if (!found) return undefined;
    this.held.delete(key);
    this.held.set(key, found);
    return found.value;
  }

  set(key: string, value: Value, bytes: number): void {
    this.held.set(key, { value, bytes });
    this.bytes += bytes;
    for (const [oldest, entry] of this.held) {
      if (this.bytes <= this.maxBytes || oldest === key) break;
      this.held.delete(oldest);
      this.bytes -= entry.bytes;
    }
  }
}
