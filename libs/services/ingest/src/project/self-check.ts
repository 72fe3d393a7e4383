import type { ContextCompacted } from '@total-recall/domain';
import type { IngestDeps } from '../ingest-deps.ts';

const PROBE_TERMS = 8;
const PROBE_DEPTH = 50;

/** Self-checks in the background. */
export interface SelfChecks {
  later(place: { tenant: string; space: string }, record: ContextCompacted): void;
  /** Resolves when those under way are done. */
  done(): Promise<void>;
}

export type SelfCheckDeps = Pick<IngestDeps, 'index' | 'sealer' | 'content' | 'analyser' | 'observer'>;

export function createSelfChecks(deps: SelfCheckDeps, probes: number): SelfChecks {
  const running = new Set<Promise<void>>();
  return {
    later(place, record) {
      if (probes === 0) return;
      const check = selfCheck(deps, place, record, probes).catch((error: unknown) => deps.observer.failed('self-check', error));
      running.add(check);
      void check.finally(() => running.delete(check));
    },
    done: async () => void (await Promise.all(running)),
  };
}

/**
 * Samples events of a span that just left the window and checks that a search for their own words
 * finds them. Source: 000 §9.1.
 */
async function selfCheck(
  deps: SelfCheckDeps,
  place: { tenant: string; space: string },
  record: ContextCompacted,
  probes: number,
): Promise<void> {
  const step = Math.max(1, Math.floor(record.evicted.length / Math.max(1, probes)));
  const sample = record.evicted.filter((_, at) => at % step === 0).slice(0, probes);
  const events = await deps.index.events(place.tenant, place.space, sample);
  const opened = await deps.sealer.openAll(events.flatMap((event) => (event?.accepted.indexed ? [event.record] : [])));
  let asked = 0;
  let found = 0;
  for (const { envelope, body } of opened) {
    if (typeof body === 'string') continue;
    const { fullText } = await deps.content.read(place, body);
    const terms = [...new Set(deps.analyser.analyse(`${body.call?.name ?? ''} ${fullText}`.slice(0, 8_000)))]
      .sort((a, b) => b.length - a.length)
      .slice(0, PROBE_TERMS);
    if (terms.length === 0) continue;
    asked += 1;
    const hits = await deps.index.searchText({ ...place, terms, limit: PROBE_DEPTH });
    if (hits.some((hit) => hit.eventId === envelope.id)) found += 1;
  }
  if (asked > 0) deps.observer.selfChecked({ probes: asked, found });
}
