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
      const unproven = named.flatMap((event) => unprovenCall(event) ?? []);
      for (const { event, known, offset } of unproven) {
        await refuseOther(address, event, { id: known.id, offset });
        proven.set(event, known);
      }
      if (waiting.length === 0 && unproven.length === 0) break;
    }
    function openClaims(): Claim[] {
      return named.flatMap((event) => {
        const known = claims.get(keyOf(event));
        return known && !checked.has(known) && !failed.has(known) ? [known] : [];
      });
    }
    function unprovenCall(event: IdentifiedEvent): { event: IdentifiedEvent; known: Claim; offset: number } | undefined {
      const known = claims.get(keyOf(event));
      if (known?.offset === undefined || failed.has(known) || proven.get(event) === known) return undefined;
      const mayBeSame = known.isCall && isCall(event) && provesOtherContent(known.fingerprint, event.origin!.fingerprint!);
      return mayBeSame ? { event, known, offset: known.offset } : undefined;
    }
    const marked = events.map((event) => {
      const known = event.origin && !event.duplicate ? claims.get(keyOf(event)) : undefined;
      if (!known || failed.has(known)) return event;
      if (provesOtherContent(known.fingerprint, event.origin!.fingerprint!) && proven.get(event) !== known)
        throw originConflict(event.origin!, known.id);
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
