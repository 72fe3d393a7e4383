const SIGNATURE = /^GIF8[79]a$/;
const EXTENSION = 0x21;
const IMAGE = 0x2c;

/** Lengths of the header with the screen's description, of an image's description with its mark, and of an extension's marks. */
const HEADER_BYTES = 13;
const IMAGE_BYTES = 10;
const EXTENSION_BYTES = 2;

/** Returns true for a GIF of more than one frame. False for any other file, and for what ends within its first frame. */
export function isAnimatedGif(bytes: Uint8Array): boolean {
  if (!SIGNATURE.test(String.fromCharCode(...bytes.subarray(0, 6)))) return false;
  let frames = 0;
  let at = HEADER_BYTES + colourBytes(bytes[10]!);
  while (at < bytes.length) {
    if (bytes[at] === IMAGE) {
      frames += 1;
      if (frames > 1) return true;
      // One byte with the size of its codes stands before its data.
      at = behindBlocks(bytes, at + IMAGE_BYTES + colourBytes(bytes[at + 9] ?? 0) + 1);
    } else if (bytes[at] === EXTENSION) at = behindBlocks(bytes, at + EXTENSION_BYTES);
    else return false;
  }
  return false;
}

/** Returns the length of a table of colours, by the byte that says whether there is one and of how many colours. */
function colourBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1);
}

/** Returns the place behind a run of data blocks, each with its length before it, which an empty one ends. */
function behindBlocks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0) at += bytes[at]! + 1;
  return at + 1;
}
