/**
 * Detects the media type from the first bytes. Returns `text/plain` for valid UTF-8 without control bytes, else
 * `application/octet-stream`.
 */
export function sniffMime(bytes: Uint8Array): string {
  for (const [magic, mime, offset = 0] of MAGIC) {
    if (matches(bytes, magic, offset)) return mime;
  }
  if (matches(bytes, 'RIFF', 0) && matches(bytes, 'WEBP', 8)) return 'image/webp';
  return looksLikeText(bytes) ? 'text/plain' : 'application/octet-stream';
}

const MAGIC: readonly (readonly [string, string, number?])[] = [
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['%PDF-', 'application/pdf'],
  ['PK\x03\x04', 'application/zip'],
  ['\x1f\x8b', 'application/gzip'],
  ['\x28\xb5\x2f\xfd', 'application/zstd'],
  ['\x7fELF', 'application/x-elf'],
  ['SQLite format 3\0', 'application/vnd.sqlite3'],
  ['OggS', 'application/ogg'],
  ['ftyp', 'video/mp4', 4],
];

function matches(bytes: Uint8Array, magic: string, offset: number): boolean {
  for (let i = 0; i < magic.length; i++) if (bytes[offset + i] !== magic.charCodeAt(i)) return false;
  return true;
}

const SNIFFED_BYTES = 8_192;

function looksLikeText(bytes: Uint8Array): boolean {
  const seen = Math.min(bytes.length, SNIFFED_BYTES);
  let controls = 0;
  let i = 0;
  while (i < seen) {
    const byte = bytes[i]!;
    if (byte === 0) return false;
    if (byte < 0x80) {
      if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) controls++;
      i++;
      continue;
    }
    const width = byte >= 0xc2 && byte < 0xe0 ? 2 : byte >= 0xe0 && byte < 0xf0 ? 3 : byte >= 0xf0 && byte < 0xf5 ? 4 : 0;
    if (width === 0) return false;
    for (let k = 1; k < width && i + k < seen; k++) if ((bytes[i + k]! & 0xc0) !== 0x80) return false;
    i += width;
  }
  return controls * 50 <= seen;
}

/** Returns true for media types whose payload is searchable text. */
export function isTextMime(mime: string): boolean {
  const type = mime.toLowerCase().split(';')[0]!.trim();
  return (
    type.startsWith('text/') ||
    /^application\/(.+\+)?(json|jsonl|x-ndjson|xml|yaml|x-yaml|toml|javascript|typescript|sql|csv|x-sh|x-diff)$/.test(type) ||
    type === 'image/svg+xml'
  );
}

/**
 * Reads width and height in pixels from the header of a PNG, JPEG, GIF or WebP; undefined for other or damaged files.
 */
export function imageSize(bytes: Uint8Array): { width: number; height: number } | undefined {
  const mime = sniffMime(bytes);
  const at = (i: number): number => bytes[i] ?? 0;
  if (mime === 'image/png' && bytes.length >= 24) return { width: big(at, 16, 4), height: big(at, 20, 4) };
  if (mime === 'image/gif' && bytes.length >= 10) return { width: at(6) + at(7) * 256, height: at(8) + at(9) * 256 };
  if (mime === 'image/webp' && bytes.length >= 30) return webpSize(at);
  return mime === 'image/jpeg' ? jpegSize(bytes, at) : undefined;
}

type ByteAt = (i: number) => number;

function big(at: ByteAt, from: number, count: number): number {
  let value = 0;
  for (let i = 0; i < count; i++) value = value * 256 + at(from + i);
  return value;
}

function webpSize(at: ByteAt): { width: number; height: number } | undefined {
  const form = String.fromCharCode(at(12), at(13), at(14), at(15));
  if (form === 'VP8 ') return { width: (at(26) + at(27) * 256) & 0x3fff, height: (at(28) + at(29) * 256) & 0x3fff };
  if (form === 'VP8L') {
    const bits = at(21) + at(22) * 256 + at(23) * 65_536 + at(24) * 16_777_216;
    return { width: (bits & 0x3fff) + 1, height: (Math.floor(bits / 16_384) & 0x3fff) + 1 };
  }
  if (form === 'VP8X') return { width: at(24) + at(25) * 256 + at(26) * 65_536 + 1, height: at(27) + at(28) * 256 + at(29) * 65_536 + 1 };
  return undefined;
}

function jpegSize(bytes: Uint8Array, at: ByteAt): { width: number; height: number } | undefined {
  let i = 2;
  while (i + 9 < bytes.length) {
    if (at(i) !== 0xff) return undefined;
    const marker = at(i + 1);
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return { height: big(at, i + 5, 2), width: big(at, i + 7, 2) };
    const size = marker === 0xff ? -1 : marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8) ? 0 : big(at, i + 2, 2);
    if (size > 0 && size < 2) return undefined;
    i += size === -1 ? 1 : 2 + size;
  }
  return undefined;
}
