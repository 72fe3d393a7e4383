/** The signature `GIF89a`. */
const GIF89A = [0x47, 0x49, 0x46, 0x38, 0x39, 0x61];

/** Makes a GIF of so many frames of one pixel, with a comment before each. */
export function gifOf(frames: number, { hasOwnColours = false } = {}): Uint8Array {
  const colours = [0, 0, 0, 255, 255, 255];
  const comment = [0x21, 0xfe, 3, 0x2c, 0x21, 0x2c, 0];
  const table = hasOwnColours ? colours : [];
  const frame = [...comment, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, hasOwnColours ? 0x80 : 0, ...table, 2, 2, 0x4c, 0x01, 0];
  const screen = [...GIF89A, 1, 0, 1, 0, 0x80, 0, 0, ...colours];
  return Uint8Array.from([...screen, ...Array.from({ length: frames }, () => frame).flat(), 0x3b]);
}
