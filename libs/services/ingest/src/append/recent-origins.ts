import { idEnding, sessionKey, type SessionAddress } from '@total-recall/domain';
import type { IdentifiedEvent } from './assign-ids.ts';
import { fingerprintOf, provesOtherContent, withCanonicalArguments } from './fingerprint.ts';
import { originConflict } from './origin-conflict.ts';

/**
 * Events of this process with an origin that are kept until they are folded, because the fold alone would
 * detect a repeat too late.
 */
const REMEMBERED = 20_000;

interface Claim {
  readonly id: string;
  readonly fingerprint: string;
  /** The same of a call however its arguments are written, where the origin is a source. */
  readonly callFingerprint?: string;
  /** Resolves to true if the append that claimed it reached the log. */
  readonly written: Promise<boolean>;
}

export interface ClaimedOrigins {
  /** The given events. Repeats of those just written are marked as duplicates and have the first id. */
  readonly events: readonly IdentifiedEvent[];
  /** Must be called once the append is done or has failed. */
  settle(written: boolean): void;
}

/**
 * Detects repeats and conflicts among appends that arrive faster than they are folded: the same origin with the same
 * event is a duplicate, with another event it is refused. A repeat waits until the first is durable.
 */
export function createRecentOrigins() {
  const claims = new Map<string, Claim>();
  // Claims known to be durable.
  const checked = new WeakSet<Claim>();

  return async function claim(address: SessionAddress, events: readonly IdentifiedEvent[]): Promise<ClaimedOrigins> {
    const keyOf = (event: IdentifiedEvent) => `${sessionKey(address)} ${idEnding(event.id)}`;
    const named = events.filter((event) => event.origin && !event.duplicate);
    const failed = new Set<Claim>();
    for (let waiting = openClaims(); waiting.length > 0; waiting = openClaims()) {
      const results = await Promise.all(waiting.map((known) => known.written));
      waiting.forEach((known, at) => (results[at] ? checked.add(known) : failed.add(known)));
    }
    function openClaims(): Claim[] {
      return named.flatMap((event) => {
        const known = claims.get(keyOf(event));
        return known && !checked.has(known) && !failed.has(known) ? [known] : [];
      });
    }
    const marked = events.map((event) => {
      const known = event.origin && !event.duplicate ? claims.get(keyOf(event)) : undefined;
      if (!known || failed.has(known)) return event;
      if (provesOtherContent(known.fingerprint, event.origin!.fingerprint!) && !isSameCall(known, event))
        throw originConflict(event.origin!, known.id);
      return { ...event, id: known.id, duplicate: true };
    });
    let settle: (written: boolean) => void = () => undefined;
    const written = new Promise<boolean>((resolve) => (settle = resolve));
    for (const event of marked) {
      if (!event.origin || event.duplicate) continue;
      claims.set(keyOf(event), {
        id: event.id,
        fingerprint: event.origin.fingerprint!,
        callFingerprint: callFingerprintOf(event),
        written,
      });
      if (claims.size > REMEMBERED) claims.delete(claims.keys().next().value!);
    }
    return { events: marked, settle };
  };
}

function isSameCall({ callFingerprint }: Claim, event: IdentifiedEvent): boolean {
  return callFingerprint !== undefined && callFingerprint === callFingerprintOf(event);
}

function callFingerprintOf({ event, origin }: IdentifiedEvent): string | undefined {
  return event.kind === 'tool_call' && origin?.source !== undefined ? fingerprintOf([withCanonicalArguments(event)]) : undefined;
}
