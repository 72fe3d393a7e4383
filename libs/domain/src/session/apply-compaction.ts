import type { CompactionRecord, ContextCompacted } from '../compaction/compaction-record.ts';
import { LATE_CALLS_KEPT } from './session-limits.ts';
import type { SessionState } from './session-state.ts';

/** The state after a compaction, or undefined where it does not fit: a zombie's second decision, or one about another past. */
export function applyCompaction(state: SessionState, record: CompactionRecord): SessionState | undefined {
  if (record.cycle !== state.cycle + 1) return undefined;
  if (record.type === 'CompactionStopped') {
    const known = state.stops.some((stop) => stop.reason === record.reason);
    const stop = { reason: record.reason, signature: record.signature };
    return { ...state, stops: known ? state.stops.map((old) => (old.reason === stop.reason ? stop : old)) : [...state.stops, stop] };
  }
  return applyCompacted(state, record);
}

function applyCompacted(state: SessionState, record: ContextCompacted): SessionState | undefined {
  const present = new Set(state.entries.map((entry) => entry.id));
  const evicted = new Set(record.evicted);
  if (evicted.size !== record.evicted.length || !record.evicted.every((id) => present.has(id))) return undefined;
  if (!record.shrunk.every(({ id }) => present.has(id) && !evicted.has(id))) return undefined;
  const forms = new Map(record.shrunk.map(({ id, to }) => [id, to]));
  const kept = state.entries.filter((entry) => !evicted.has(entry.id));
  const entries = forms.size === 0 ? kept : kept.map((entry) => ({ ...entry, form: forms.get(entry.id) ?? entry.form }));
  const unanswered = state.entries.filter((entry) => evicted.has(entry.id) && entry.kind === 'tool_call' && entry.call !== 'answered');
  const lateCalls = [...state.lateCalls, ...unanswered.flatMap(({ callId, turn }) => (callId === undefined ? [] : [{ callId, turn }]))];
  return {
    ...state,
    cycle: record.cycle,
    entries,
    markers: record.markers,
    stops: [],
    lateCalls: lateCalls.slice(-LATE_CALLS_KEPT),
  };
}
