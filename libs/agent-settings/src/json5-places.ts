import JSON5 from 'json5';

/** Place of a value in a text of JSON5. Ends are exclusive. */
export interface Place {
  readonly start: number;
  readonly end: number;
  /** Places in an object by key, or in a list by index. */
  readonly within?: readonly Held[];
  readonly kind: 'object' | 'list' | 'plain';
}

interface Held {
  readonly key?: string;
  /** Beginning of the key, or of the value where there is none. */
  readonly start: number;
  readonly value: Place;
  /** Behind its comma, where it has one. */
  readonly comma?: number;
}

/** Matches the space and the comments at a position. */
const SPACE = /(?:[\s\uFEFF]+|\/\/[^\n\r\u2028\u2029]*|\/\*[\s\S]*?\*\/)*/y;
const PLAIN = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|[^\s,:{}[\]"'/]+/y;

/** Finds the places of all values. The text must be JSON5, which `readJson5` says. */
export function placesOf(text: string): Place {
  let at = 0;
  const match = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? '';
    at += found.length;
    return found;
  };
  const skip = (): string => (match(SPACE), text[at] ?? '');

  function value(): Place {
    const sign = skip();
    const start = at;
    if (sign !== '{' && sign !== '[') {
      if (match(PLAIN) === '') throw new SyntaxError(`nothing can be read at character ${at}`);
      return { kind: 'plain', start, end: at };
    }
    at += 1;
    const within: Held[] = [];
    for (let next = skip(); next !== '}' && next !== ']'; next = skip()) within.push(held(sign === '{'));
    at += 1;
    return { kind: sign === '{' ? 'object' : 'list', start, end: at, within };
  }

  function held(hasKey: boolean): Held {
    const start = at;
    const key = hasKey ? keyOf(match(PLAIN)) : undefined;
    if (hasKey) {
      skip();
      at += 1;
    }
    const inner = value();
    if (skip() !== ',') return { key, start, value: inner };
    at += 1;
    return { key, start, value: inner, comma: at };
  }
  return value();
}

/** Reads a value as OpenClaw does; throws SyntaxError where it is none. */
export function readValue(text: string): unknown {
  return JSON5.parse(text);
}

/** Reads a text of settings; throws SyntaxError where it is no object. */
export function readJson5(text: string): Record<string, unknown> {
  const read = readValue(text);
  if (typeof read !== 'object' || read === null || Array.isArray(read)) throw new SyntaxError('it holds no object');
  return read as Record<string, unknown>;
}

function keyOf(written: string): string {
  return String(Object.keys(JSON5.parse<object>(`{${written}:0}`))[0]);
}

/** Returns the end of what is written in an object or a list: behind its last value or comment. */
export function endWithin(text: string, place: Place): number {
  return place.start + 1 + text.slice(place.start + 1, place.end - 1).trimEnd().length;
}
