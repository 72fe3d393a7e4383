const HEADER = '# Made from the file of the same name in _async by `npm run client:python`: change that, not this file.\n';

const REPLACEMENTS: readonly (readonly [pattern: RegExp, by: string])[] = [
  [/\basync (def|with|for)\b/g, '$1'],
  [/\bawait /g, ''],
  [/\b__aenter__\b/g, '__enter__'],
  [/\b__aexit__\b/g, '__exit__'],
  [/\baclose\b/g, 'close'],
  [/\baread\b/g, 'read'],
  [/\baiter_bytes\b/g, 'iter_bytes'],
  [/\bAsyncIterator\b/g, 'Iterator'],
  [/\bhttpx\.AsyncClient\b/g, 'httpx.Client'],
  [/\bAsync(?=[A-Z])/g, ''],
  [/\b_waiting_async\b/g, '_waiting_sync'],
];

/** Writes an asynchronous module of the Python client as the synchronous one. */
export function renderSync(source: string): string {
  return HEADER + REPLACEMENTS.reduce((text, [pattern, by]) => text.replace(pattern, by), source);
}
