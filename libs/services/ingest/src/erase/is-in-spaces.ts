/** Returns true where a scope lies in one of these spaces, or where none are named. A scope of several spaces lies in none. */
export function isInSpaces(spaces: readonly string[] | undefined, scope: { readonly kind: string; readonly space?: string }): boolean {
  return spaces === undefined || (scope.space !== undefined && spaces.includes(scope.space));
}
