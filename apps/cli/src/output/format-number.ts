/** Formats 12345 as 12,345. */
export function whole(value: number): string {
  return Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Formats a share of 1 in per cent, or a dash without one. Less than 1 is never rounded up to 100 %. */
export function percent(share: number | null | undefined): string {
  if (share === null || share === undefined) return '-';
  const tenths = share < 1 ? Math.min(999, Math.round(share * 1000)) : 1000;
  return `${tenths % 10 === 0 ? tenths / 10 : (tenths / 10).toFixed(1)} %`;
}

/** Formats milliseconds for people. */
export function duration(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return '-';
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Formats 1536000 as 1.5 MB. */
export function bytes(count: number): string {
  const steps = [
    ['GB', 1e9],
    ['MB', 1e6],
    ['kB', 1e3],
  ] as const;
  const [unit, size] = steps.find(([, least]) => count >= least) ?? ['bytes', 1];
  return `${size === 1 ? count : (count / size).toFixed(1)} ${unit}`;
}

/** Formats 32768 as 32K and 1000000 as 1M, the usual names of window sizes. */
export function windowName(tokens: number): string {
  for (const [unit, size] of [
    ['M', 1_048_576],
    ['M', 1_000_000],
    ['K', 1_024],
    ['K', 1_000],
  ] as const) {
    if (tokens >= size && tokens % size === 0) return `${tokens / size}${unit}`;
  }
  return whole(tokens);
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${whole(count)} ${count === 1 ? one : many}`;
}
