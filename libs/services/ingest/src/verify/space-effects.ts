import type { IndexedEvent, IndexWrite } from '@total-recall/ports';
import type { EventEffect } from '../project/process-record.ts';
import { placeOf } from './compare-events.ts';
import type { VerifyDeps } from './verify-deps.ts';
import type { Findings } from './verify-report.ts';

/** References between events (pins, supersessions), as the index must hold them when all events are folded. */
export interface SpaceEffects {
  /** Must be called in the order of the log. */
  note(write: IndexWrite | undefined, effect: EventEffect | undefined): void;
  /** Notes an event that the index lists as superseded. */
  superseded(event: IndexedEvent): void;
  compare(): Promise<void>;
}

const PINS = 256;

interface PinnedEvents {
  readonly tenant: string;
  readonly space: string;
  readonly events: Set<string>;
}

interface Superseded {
  readonly tenant: string;
  readonly space: string;
  readonly eventId: string;
  readonly by: string;
}

/**
 * Creates the comparison of pins and supersessions. The log alone orders only those of one partition, so with several
 * partitions nothing is compared.
 */
export function createSpaceEffects({ index, log }: Pick<VerifyDeps, 'index' | 'log'>, findings: Findings): SpaceEffects {
  const found = new Map<string, IndexedEvent>();
  const wanted = new Map<string, Superseded>();
  const pins = new Map<string, PinnedEvents>();
  const keyOf = (tenant: string, space: string, eventId: string): string => JSON.stringify([tenant, space, eventId]);
  const pinsOf = (tenant: string, space: string): Set<string> => {
    const key = JSON.stringify([tenant, space]);
    const own = pins.get(key) ?? { tenant, space, events: new Set<string>() };
    pins.set(key, own);
    return own.events;
  };

  async function comparePins(): Promise<void> {
    for (const { tenant, space, events } of pins.values()) {
      const held = new Set(await index.pinned(tenant, space, PINS));
      // Past the limit of the list it is unknown which pins are the newest.
      const lacking = events.size > PINS ? [] : [...events].filter((eventId) => !held.has(eventId));
      for (const eventId of [...lacking, ...[...held].filter((eventId) => !events.has(eventId))]) {
        const event = (await index.events(tenant, space, [eventId]))[0];
        // Pinning an event before it exists, or one that never does, has no effect.
        if (event === undefined) continue;
        findings.add({ kind: 'events', fault: 'differs', remedy: 'fill_anew', ...placeOf(event) });
      }
    }
  }

  async function compareSupersessions(): Promise<void> {
    for (const [key, event] of found)
      if (wanted.get(key)?.by !== event.supersededBy)
        findings.add({ kind: 'events', fault: 'differs', remedy: 'fill_anew', ...placeOf(event) });
    const lacking = [...wanted].filter(([key]) => !found.has(key)).map(([, superseded]) => superseded);
    for (const { tenant, space, eventId, by } of lacking) {
      const [event, newer] = await index.events(tenant, space, [eventId, by]);
      // An event that came after the one that supersedes it was not there to be marked.
      if (event === undefined || newer === undefined || event.record.position.offset > newer.record.position.offset) continue;
      findings.add({ kind: 'events', fault: 'differs', remedy: 'fill_anew', ...placeOf(event) });
    }
  }

  return {
    note(write, effect) {
      const place = write?.event.record.envelope;
      if (place && write.pinned) pinsOf(place.tenant, place.space).add(place.id);
      if (!effect) return;
      for (const one of effect.supersessions) wanted.set(keyOf(one.tenant, one.space, one.eventId), one);
      const { pinning } = effect;
      if (pinning)
        for (const eventId of pinning.eventIds) {
          const events = pinsOf(pinning.tenant, pinning.space);
          if (pinning.pinned) events.add(eventId);
          else events.delete(eventId);
        }
    },
    superseded(event) {
      const { tenant, space, id } = event.record.envelope;
      found.set(keyOf(tenant, space, id), event);
    },
    async compare() {
      if (log.partitions > 1) return;
      await comparePins();
      await compareSupersessions();
    },
  };
}
