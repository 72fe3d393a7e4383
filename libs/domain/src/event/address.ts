/** Where a session lives. The tenant is known from the credential only. */
export interface SessionAddress {
  readonly tenant: string;
  readonly space: string;
  readonly session: string;
}

/** The key of the events stream: records of one session share it and stay in order. */
export function sessionKey(address: SessionAddress): string {
  return `${address.tenant}/${address.space}/${address.session}`;
}

/** The key of what belongs to a whole space (index tables, keys, ledger). */
export function spaceKey(address: { tenant: string; space: string }): string {
  return `${address.tenant}/${address.space}`;
}

/** What names may look like: they reach paths, topics and filters, so they stay dull. */
export const NAME_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._:@-]{0,127}$/;
