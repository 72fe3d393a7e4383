import {
  sessionKey,
  sketchEvent,
  sketchEvents,
  type EventBody,
  type EventEnvelope,
  type EventSketch,
  type SessionAddress,
  type SessionEntry,
  type SessionState,
} from '@total-recall/domain';
import { createLruMap } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';
import { openBodies } from './open-bodies.ts';

/**
 * A cache of event sketches for markers, filled while events are folded, so that a compaction need not read them again.
 * Limited and in memory only: a missing sketch is made from its event.
 */
export interface SketchCache {
  /** Sketches an event that is being folded. */
  keep(envelope: EventEnvelope, body: EventBody): void;
  /** Returns sketches of events in a session's window, by id; those that cannot be opened are missing. */
  of(state: SessionState, entries: readonly SessionEntry[]): Promise<ReadonlyMap<string, EventSketch>>;
  clear(): void;
}

export function createSketchCache(deps: Pick<IngestDeps, 'index' | 'sealer'>, capacity: number): SketchCache {
  const recent = createLruMap<EventSketch>(capacity);
  return {
    clear: () => recent.clear(),
    keep: (envelope, body) => recent.set(keyOf(envelope, envelope.id), sketchEvent(envelope.kind, body)),
    async of(state, entries) {
      const held = entries.flatMap(({ id }) => {
        const sketch = recent.get(keyOf(state, id));
        return sketch ? [[id, sketch] as const] : [];
      });
      const sketches = new Map(held);
      const missing = entries.filter(({ id }) => !sketches.has(id));
      const bodies = await openBodies(
        deps,
        state,
        missing.map(({ id }) => id),
      );
      for (const [id, sketch] of sketchEvents(missing, bodies)) {
        recent.set(keyOf(state, id), sketch);
        sketches.set(id, sketch);
      }
      return sketches;
    },
  };
}

function keyOf(address: SessionAddress, id: string): string {
  return `${sessionKey(address)}\n${id}`;
}
