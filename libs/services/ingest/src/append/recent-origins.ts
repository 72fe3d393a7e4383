import { idEnding, sessionKey, type SessionAddress } from '@total-recall/domain';
import type { IdentifiedEvent } from './assign-ids.ts';
import { provesOtherContent } from './fingerprint.ts';
import { originConflict } from './origin-conflict.ts';

/**
 * Events of this process with an origin that are kept until they are folded, because the fold alone would
 * detect a repeat too late.
 */
const REMEMBERED = 20_000;

interface Claim {
  readonly id: string;
  readonly fingerprint: string;
  /** True for a call under a source, whose arguments may be sent again written in another way. */
  readonly isCall: boolean;
  /** Offset of its record, once it is written. */
  offset?: number;
  /** Resolves to true if the append that claimed it reached the log. */
  readonly written: Promise<boolean>;
}

/** Position of the record of a first copy. */
export interface FirstCopy {
  readonly id: string;
  readonly offset: number;
}

export interface ClaimedOrigins {
  /** The given events. Repeats of those just written are marked as duplicates and have the first id. */
  readonly events: readonly IdentifiedEvent[];
  /** Must be called once the append is done or has failed, with the offset of each event's record by its id. */
  settle(written: boolean, offsets?: ReadonlyMap<string, number>): void;
}

/**
 * Detects repeats and conflicts among appends that arrive faster than they are folded: the same origin with the same
 * event is a duplicate, with another event it is refused. A repeat waits until the first is durable. A call that may be
 * the same but for how its arguments are written is compared with its first copy by `refuseOther`, which throws for
 * another: few are sent so, and nothing is hashed or kept for them before.
 */
export function createRecentOrigins(refuseOther: (address: SessionAddress, event: IdentifiedEvent, first: FirstCopy) => Promise<void>) {
  const claims = new Map<string, Claim>();
  // Claims known to be durable.
  const checked = new WeakSet<Claim>();

  return async function claim(address: SessionAddress, events: readonly IdentifiedEvent[]): Promise<ClaimedOrigins> {
    const keyOf = (event: IdentifiedEvent) => `${sessionKey(address)} ${idEnding(event.id)}`;
    const named = events.filter((event) => event.origin && !event.duplicate);
    const failed = new Set<Claim>();
    const proven = new Map<IdentifiedEvent, Claim>();
    for (;;) {
      const waiting = openClaims();
      const results = await Promise.all(waiting.map((known) => known.written));
      waiting.forEach((known, at) => (results[at] ? checked.add(known) : failed.add(known)));
      const hasRead = await refuseFirst();
      if (waiting.length === 0 && !hasRead) break;
    }
    /** Refuses the first event that is other content, as callers fork there. Returns true where first copies were read for it. */
    async function refuseFirst(): Promise<boolean> {
      let hasRead = false;
      for (const event of named) {
        const known = claims.get(keyOf(event));
        if (!known || !checked.has(known) || failed.has(known) || !isOther(event, known)) continue;
        if (known.offset === undefined || !known.isCall || !isCall(event)) throw originConflict(event.origin!, known.id);
        await refuseOther(address, event, { id: known.id, offset: known.offset });
        proven.set(event, known);
        hasRead = true;
      }
      return hasRead;
    }
    function isOther(event: IdentifiedEvent, known: Claim): boolean {
      return provesOtherContent(known.fingerprint, event.origin!.fingerprint!) && proven.get(event) !== known;
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
      if (isOther(event, known)) throw originConflict(event.origin!, known.id);
      return { ...event, id: known.id, duplicate: true };
    });
    let isWritten: (written: boolean) => void = () => undefined;
    const written = new Promise<boolean>((resolve) => (isWritten = resolve));
    const own: Claim[] = [];
    for (const event of marked) {
      if (!event.origin || event.duplicate) continue;
      const claimed: Claim = { id: event.id, fingerprint: event.origin.fingerprint!, isCall: isCall(event), written };
      own.push(claimed);
      claims.set(keyOf(event), claimed);
      if (claims.size > REMEMBERED) claims.delete(claims.keys().next().value!);
    }
    return {
      events: marked,
      settle(isDone, offsets) {
        for (const claimed of own) claimed.offset = offsets?.get(claimed.id);
        isWritten(isDone);
      },
    };
  };
}

function isCall({ event, origin }: IdentifiedEvent): boolean {
  return event.kind === 'tool_call' && origin?.source !== undefined;
}
