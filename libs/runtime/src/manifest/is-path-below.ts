/**
 * Says whether a path, with `/` between its steps, leads to something below the folder that it is joined to. Manifests
 * carry checksums and no signature, so a path in one is what anybody may have written. A backslash is a separator on some
 * systems, and is refused on all.
 */
export function isPathBelow(path: unknown): path is string {
  return typeof path === 'string' && !/[\\\0]/.test(path) && path.split('/').every((step) => step !== '' && step !== '.' && step !== '..');
}
