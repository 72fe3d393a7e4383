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

/** Terms longer than this are kept as a hash of themselves. */
export const MAX_TERM_CHARS = 64;

/**
 * A lower-case term in [a-z0-9_]. Letters and digits of ASCII stay as they are; anything else becomes `_` and a letter, or `_u<hex>_`,
 * so different terms stay different and a term can be read back. Terms over 64 characters become `_z` and 14 digits of a hash.
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

/** A term of an agent's name as the name of who speaks, apart from the same word in a text: no text is analysed to it. */
export function agentTerm(term: string): string {
  return `_w${term}`;
}

/** 53 bits of a text as 14 hex digits; two multiplicative lanes, not for secrets. */
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

/** Whether an analysed term is an identifier: kept whole from a path, hash, URL, code, version or number of five digits and more. */
export function isExactTerm(term: string): boolean {
  if (/^\d+$/.test(term)) return term.length >= 5;
  if (!term.includes('_')) return term.length >= 6 && /\d/.test(term);
  return term.startsWith('_z') || /_/.test(term.replace(/_u[0-9a-f]+_/g, ''));
}
