/** A growing buffer for varints and ASCII. `take` returns a copy of its content and clears it. */
export class ByteSink {
  bytes: Uint8Array;
  length = 0;

  constructor(capacity = 8_192) {
    this.bytes = new Uint8Array(capacity);
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.length + more));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }

  /** Writes an integer from 0 to 2^32 - 1 as a varint: seven bits a byte, low bits first. */
  varint(value: number): void {
    this.reserve(5);
    let rest = value;
    while (rest > 127) {
      this.bytes[this.length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.bytes[this.length++] = rest;
  }

  copy(source: Uint8Array, from: number, to: number): void {
    this.reserve(to - from);
    if (to - from > 64) {
      this.bytes.set(source.subarray(from, to), this.length);
      this.length += to - from;
      return;
    }
    // Most copies have some ten bytes, for which a loop is several times faster than a view and a call.
    const { bytes } = this;
    let at = this.length;
    for (let index = from; index < to; index += 1) bytes[at++] = source[index]!;
    this.length = at;
  }

  take(): Uint8Array {
    const taken = this.bytes.slice(0, this.length);
    this.length = 0;
    return taken;
  }
}

/** Reads data written by `ByteSink`. */
export class ByteSource {
  readonly bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  varint(): number {
    let byte = this.bytes[this.at++]!;
    if (byte < 128) return byte;
    let value = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = this.bytes[this.at++]!;
      value |= (byte & 127) << shift;
    }
    return value >>> 0;
  }
}
