const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Encodes the lowest 5 x `length` bits as Crockford base32. */
export function crockford(value: bigint, length: number): string {
  let text = '';
  let rest = value;
  for (let i = 0; i < length; i++) {
    text = ALPHABET[Number(rest & 31n)]! + text;
    rest >>= 5n;
  }
  return text;
}

/** Decodes Crockford base32; undefined for any other text. */
export function parseCrockford(text: string): bigint | undefined {
  let value = 0n;
  for (const char of text) {
    const digit = ALPHABET.indexOf(char);
    if (digit < 0) return undefined;
    value = (value << 5n) | BigInt(digit);
  }
  return value;
}
