const CODES: Readonly<Record<string, string>> = {
  _: '__',
  '.': '_d',
  '/': '_s',
  '-': '_h',
  ':': '_c',
  '=': '_e',
  '@': '_a',
  '\\': '_b',
  '#': '_n',
  '+': '_p',
  '~': '_t',
  '%': '_r',
  '?': '_q',
  '&': '_m',
  $: '_l',
};

/** Longest term that is kept as it is; longer ones are hashed. */
const MAX_TERM_CHARS = 64;

/**
 * Encodes a lower-case term in [a-z0-9_]. ASCII letters and digits stay; anything else becomes `_` and a letter, or
 * `_u<hex>_`, so different terms stay different and can be decoded. Terms over 64 characters become `_z` and 14 hex
 * digits of a hash.
 */
export function encodeTerm(term: string): string {
  if (term.length > MAX_TERM_CHARS) return `_z${hashText(term)}`;
  let encoded = '';
  let from = 0;
  for (let i = 0; i < term.length; i++) {
    const code = term.charCodeAt(i);
    if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57)) continue;
    encoded += term.slice(from, i) + (CODES[term[i]!] ?? `_u${code.toString(16)}_`);
    from = i + 1;
  }
  return from === 0 ? term : encoded + term.slice(from);
}

const SIGNS: ReadonlyMap<string, string> = new Map(Object.entries(CODES).map(([sign, code]) => [code, sign]));

/** Returns the lower-case text of an encoded term; a hashed one stays as it is. */
export function decodeTerm(term: string): string {
  if (term.startsWith('_z')) return term;
  return term.replaceAll(/_(?:u([0-9a-f]+)_|.)/g, (code, unit?: string) =>
    unit === undefined ? (SIGNS.get(code) ?? code) : String.fromCharCode(Number.parseInt(unit, 16)),
  );
}

/**
 * Marks a term of an agent's name as a speaker. No text is ever analysed to such a term, so it cannot match the same
 * word in a text.
 */
export function agentTerm(term: string): string {
  return `_w${term}`;
}

/** Hashes a text to 53 bits, as 14 hex digits. Not for secrets. */
export function hashText(text: string): string {
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    low = Math.imul(low ^ code, 2654435761);
    high = Math.imul(high ^ code, 1597334677);
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  return (4294967296 * (2097151 & high) + (low >>> 0)).toString(16).padStart(14, '0');
}

/**
 * Returns true when an analysed term is an identifier: taken whole from a path, hash, URL, code, version, or number of
 * at least five digits.
 */
export function isExactTerm(term: string): boolean {
  if (/^\d+$/.test(term)) return term.length >= 5;
  if (!term.includes('_')) return term.length >= 6 && /\d/.test(term);
  return term.startsWith('_z') || /_/.test(term.replace(/_u[0-9a-f]+_/g, ''));
}
