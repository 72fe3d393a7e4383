/**
 * Estimates the size of a decoded message in bytes: the characters of its texts and the bytes of its binary fields. Stops
 * counting once it has passed `most`.
 */
export function messageSize(message: object, most: number): number {
  let size = 0;
  const open: unknown[] = [message];
  while (open.length > 0 && size <= most) {
    const value = open.pop();
    if (typeof value === 'string' || value instanceof Uint8Array) size += value.length;
    else if (typeof value === 'object' && value !== null) open.push(...Object.values(value));
  }
  return size;
}
