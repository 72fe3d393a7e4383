import type { SessionAddress } from '../event/address.ts';
import { FOLD_VERSION } from './session-limits.ts';
import type { SessionState } from './session-state.ts';

/** Returns the state of a session before its first record. */
export function emptySession({ tenant, space, session }: SessionAddress): SessionState {
  return {
    tenant,
    space,
    session,
    foldVersion: FOLD_VERSION,
    offset: -1,
    ordinal: 0,
    turn: 0,
    request: 0,
    cycle: 0,
    firstAt: 0,
    lastAt: 0,
    entries: [],
    markers: [],
    sources: {},
    idempotencyKeys: [],
    lateCalls: [],
    stops: [],
    tokensIn: 0,
  };
}
