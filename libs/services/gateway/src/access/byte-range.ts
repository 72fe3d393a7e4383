/**
 * A parsed Range header. It is undefined when absent or of a form that may be ignored (several ranges, other units).
 */
export type ByteRange = { readonly from: number; readonly to?: number } | { readonly last: number };

export function parseRange(header: string | undefined): ByteRange | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (!match) return undefined;
  const [, first, last] = match as unknown as [string, string, string];
  if (first === '') return last === '' ? undefined : { last: Number(last) };
  if (last === '') return { from: Number(first) };
  return Number(last) < Number(first) ? undefined : { from: Number(first), to: Number(last) + 1 };
}
