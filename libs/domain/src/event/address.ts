/** Address of a session. The tenant comes from the credential only. */
export interface SessionAddress {
  readonly tenant: string;
  readonly space: string;
  readonly session: string;
}

/** Builds the key of the events stream. Records of one session share it and stay in order. */
export function sessionKey(address: SessionAddress): string {
  return `${address.tenant}/${address.space}/${address.session}`;
}

/** Builds the key for data of a whole space (index tables, keys, ledger). */
export function spaceKey(address: { tenant: string; space: string }): string {
  return `${address.tenant}/${address.space}`;
}

/** Allowed names. They are used in paths, topics and filters, so few characters are allowed. */
export const NAME_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._:@-]{0,127}$/;
