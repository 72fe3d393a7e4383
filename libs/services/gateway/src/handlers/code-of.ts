/** Returns the code of an error of the service, also of one that answered over the network. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
