const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

export interface JsonLimits {
  /** Deepest nesting of arrays and objects. */
  readonly jsonDepth: number;
  /** Most values in total: objects and arrays, their keys and their elements. */
  readonly jsonValues: number;
}

export type ExceededLimit = 'depth' | 'values';

export interface JsonMeter {
  /** Counts the next part. Returns the limit that the text exceeds so far, if any. */
  add(json: Uint8Array): ExceededLimit | undefined;
}

/**
 * Counts the values of JSON text as it arrives, in parts of any length. It only looks at bytes, so nothing is built.
 */
export function createJsonMeter({ jsonDepth, jsonValues }: JsonLimits): JsonMeter {
  let [depth, values, inString, isEscaped] = [0, 0, false, false];

  /**
   * Returns the index after the string that contains `from`, or the end of the bytes. Uses the platform's search, which
   * is fast on long texts.
   */
  function skipString(json: Uint8Array, from: number): number {
    let at = isEscaped ? from + 1 : from;
    isEscaped = false;
    for (;;) {
      const quote = json.indexOf(QUOTE, at);
      const end = quote < 0 ? json.length : quote;
      const odd = backslashesBefore(json, at, end) % 2 === 1;
      if (quote < 0) {
        isEscaped = odd;
        return end;
      }
      at = quote + 1;
      if (odd) continue;
      inString = false;
      return at;
    }
  }

  return {
    add(json) {
      for (let at = 0; at < json.length;) {
        if (inString) {
          at = skipString(json, at);
          continue;
        }
        const byte = json[at++]!;
        // Every element but the first follows a comma; every key precedes a colon.
        if (byte === QUOTE) inString = true;
        else if (byte === COMMA || byte === COLON) values += 1;
        else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
          values += 1;
          if (++depth > jsonDepth) return 'depth';
        } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
        if (values > jsonValues) return 'values';
      }
      return undefined;
    },
  };
}

function backslashesBefore(json: Uint8Array, from: number, end: number): number {
  let at = end;
  while (at > from && json[at - 1] === BACKSLASH) at--;
  return end - at;
}
