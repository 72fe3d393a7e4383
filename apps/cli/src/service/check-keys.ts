import { TotalRecallApiError } from '@total-recall/client';
import type { ErrorCode } from '@total-recall/contracts';
import type { Clock } from '@total-recall/ports';
import { createLruMap, TotalRecallError } from '@total-recall/runtime';

/** Time for which the memory is not asked again about a key that it knew, and about one that it did not know. */
const KNOWN_MS = 60_000;
const REFUSED_MS = 10_000;
/** The same for a key that may not append to a space. It is long, as the rights of a key never change. */
const FORBIDDEN_MS = 600_000;
/** Most keys that are remembered. */
const KEYS = 1_000;
/** Codes by which a memory refuses keys that it does not know, or no longer. */
const REFUSALS: ReadonlySet<string> = new Set<ErrorCode>(['unauthenticated', 'key_expired', 'key_revoked']);

interface Judgement {
  readonly until: number;
  readonly refusal?: TotalRecallError;
}

/** A key, and the space that it is used for. */
export interface KeyPlace {
  readonly apiKey: string;
  readonly space: string;
}

export interface KeyCheck {
  check(place: KeyPlace): Promise<void>;
  /** Has calls with a key refused that may not append to their space. */
  forbid(place: KeyPlace, refusal: TotalRecallError): void;
}

/**
 * Creates the check of keys. It rejects with `forbidden` where it was told so, and with `unauthenticated`, `key_expired` or
 * `key_revoked` for a key that the memory does not know, or no longer: its calls would be answered and kept nowhere. With
 * any other error it could not be asked. Judgements are remembered, so a caller who does not wait for it is told with the
 * next call.
 */
export function createKeyCheck(ask: (apiKey: string) => Promise<unknown>, clock: Pick<Clock, 'monotonicMs'>): KeyCheck {
  const judged = createLruMap<Judgement>(KEYS);
  const judge = (apiKey: string, forMs: number, refusal?: TotalRecallError): void =>
    judged.set(apiKey, { until: clock.monotonicMs() + forMs, ...(refusal && { refusal }) });
  const forbidden = createLruMap<Required<Judgement>>(KEYS);
  const nameOf = ({ apiKey, space }: KeyPlace): string => `${apiKey} ${space}`;

  async function checkKey(apiKey: string): Promise<void> {
    const known = judged.get(apiKey);
    if (known && known.until > clock.monotonicMs()) {
      if (known.refusal) throw known.refusal;
      return;
    }
    try {
      await ask(apiKey);
      judge(apiKey, KNOWN_MS);
    } catch (error) {
      if (!(error instanceof TotalRecallApiError) || error.retryable || error.status >= 500) throw error;
      // A key that may not ask this is known all the same.
      const refusal = REFUSALS.has(error.code) ? new TotalRecallError(error.code, error.message) : undefined;
      judge(apiKey, refusal ? REFUSED_MS : KNOWN_MS, refusal);
      if (refusal) throw refusal;
    }
  }

  return {
    async check(place) {
      await checkKey(place.apiKey);
      const known = forbidden.get(nameOf(place));
      if (known && known.until > clock.monotonicMs()) throw known.refusal;
    },
    forbid: (place, refusal) => forbidden.set(nameOf(place), { until: clock.monotonicMs() + FORBIDDEN_MS, refusal }),
  };
}
