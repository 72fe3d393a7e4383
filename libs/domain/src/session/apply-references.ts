import type { EventBody } from '../event/event-body.ts';
import { USED_EVIDENCE_KEPT } from './session-limits.ts';
import type { SessionEntry, SessionState } from './session-state.ts';

/** Applies an event's references to earlier ones: superseded, pinned, unpinned, recalled. */
export function applyReferences(state: SessionState, body: EventBody): SessionState {
  const superseded = new Set(body.meta.supersedes ?? []);
  const used = new Set((body.recall?.evidence ?? []).map((evidence) => evidence.eventId));
  const pins = new Set(body.pin?.eventIds ?? []);
  if (superseded.size + used.size + pins.size === 0) return state;
  const entries = state.entries.map((entry) => {
    let next = entry;
    if (superseded.has(entry.id)) next = { ...next, superseded: true };
    if (used.has(entry.id)) next = { ...next, usedAtTurn: state.turn };
    if (pins.has(entry.id)) next = pinned(next, body.pin!.pinned);
    return next;
  });
  return { ...state, entries, ...(used.size === 0 ? {} : { usedEvidence: countUses(state.usedEvidence, used) }) };
}

/** Pins or unpins an entry. A pinned entry is shown whole from then on (I-17). */
function pinned({ cut, ...entry }: SessionEntry, isPinned: boolean): SessionEntry {
  if (isPinned) return { ...entry, form: 'whole', pinned: true };
  return { ...entry, ...(cut ? { cut } : {}), pinned: false };
}

function countUses(before: SessionState['usedEvidence'] = [], used: ReadonlySet<string>): SessionState['usedEvidence'] {
  const known = new Map(before.map(({ eventId, uses }) => [eventId, uses]));
  const counted = [...used].map((eventId) => ({ eventId, uses: (known.get(eventId) ?? 0) + 1 }));
  return [...before.filter(({ eventId }) => !used.has(eventId)), ...counted].slice(-USED_EVIDENCE_KEPT);
}
