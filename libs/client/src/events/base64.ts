/** Bytes that are written at once: a call takes so many arguments in every runtime. */
const CHUNK = 8_192;

/** Returns bytes in base64, in any runtime. */
export function base64Of(bytes: Uint8Array): string {
  let units = '';
  for (let from = 0; from < bytes.length; from += CHUNK) units += String.fromCharCode(...bytes.subarray(from, from + CHUNK));
  return btoa(units);
}

/** Returns base64 in the standard alphabet, padded: some write it in that of URLs, without padding, or in lines. */
export function standardBase64(written: string): string {
  const signs = written
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replaceAll(/[^A-Za-z0-9+/]/g, '');
  // A last sign by itself is no byte.
  return btoa(atob(signs.length % 4 === 1 ? signs.slice(0, -1) : signs));
}
