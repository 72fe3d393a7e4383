/** Decodes UTF-8; invalid bytes become U+FFFD. The domain has no TextDecoder. */
export function decodeText(bytes: Uint8Array): string {
  const parts: string[] = [];
  let codes: number[] = [];
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (at < bytes.length) {
    const byte = bytes[at]!;
    const width = byte < 0x80 ? 1 : byte >= 0xc2 && byte < 0xe0 ? 2 : byte >= 0xe0 && byte < 0xf0 ? 3 : byte >= 0xf0 && byte < 0xf5 ? 4 : 0;
    const code = width === 0 ? -1 : codePointAt(bytes, at, width);
    codes.push(code < 0 ? 0xfffd : code);
    at += code < 0 ? 1 : width;
    if (codes.length === 4_096) {
      parts.push(String.fromCodePoint(...codes));
      codes = [];
    }
  }
  parts.push(String.fromCodePoint(...codes));
  return parts.join('');
}

function codePointAt(bytes: Uint8Array, at: number, width: number): number {
  if (width === 1) return bytes[at]!;
  if (at + width > bytes.length) return -1;
  let code = bytes[at]! & (0xff >> (width + 1));
  for (let k = 1; k < width; k++) {
    const next = bytes[at + k]!;
    if ((next & 0xc0) !== 0x80) return -1;
    code = code * 64 + (next & 0x3f);
  }
  const least = width === 2 ? 0x80 : width === 3 ? 0x800 : 0x10000;
  return code < least || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? -1 : code;
}
