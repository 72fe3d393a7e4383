const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

export interface JsonLimits {
  /** Arrays and objects within each other. */
  readonly jsonDepth: number;
  /** Objects and arrays, their keys and their elements, in all. */
  readonly jsonValues: number;
}

/** What JSON text has too much of; undefined where it is within its limits. Looks at bytes only, so nothing has to be built first. */
export function exceededLimit(json: Uint8Array, { jsonDepth, jsonValues }: JsonLimits): 'depth' | 'values' | undefined {
  let [depth, values, inString] = [0, 0, false];
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]!;
    if (inString) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) inString = false;
      continue;
    }
    // Every element but the first stands behind a comma, every key before a colon.
    if (byte === QUOTE) inString = true;
    else if (byte === COMMA || byte === COLON) values += 1;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      values += 1;
      if (++depth > jsonDepth) return 'depth';
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
    if (values > jsonValues) return 'values';
  }
  return undefined;
}
