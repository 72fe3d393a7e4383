/** Codes of the system for a server that is not there, or that goes while it is asked. */
const CODES: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
]);

/** Returns true for an error of the network, as of a server that is down. A malformed address or a wrong certificate is none. */
export function isOutOfReach(error: unknown): boolean {
  return CODES.has((error as { readonly code?: unknown } | null | undefined)?.code);
}
