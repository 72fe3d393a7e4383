import type { CompactionRecord, ContextCompacted, Shrink } from '../compaction/compaction-record.ts';
import { applyRecount } from '../compaction/recount.ts';
import { LATE_CALLS_KEPT, STOPS_KEPT } from './session-limits.ts';
import type { LateCall, SessionEntry, SessionState } from './session-state.ts';

/**
 * Applies a compaction to the state. Returns undefined where it does not fit: a second decision by a fenced process, or
 * one about another past.
 */
export function applyCompaction(state: SessionState, record: CompactionRecord): SessionState | undefined {
  if (record.cycle !== state.cycle + 1) return undefined;
  if (record.type === 'CompactionStopped') {
    return { ...state, stops: [...state.stops, { reason: record.reason, signature: record.signature }].slice(-STOPS_KEPT) };
  }
  // A choice is noted by the fold, which knows its event; a session gets one by itself, later ones with compactions.
  if (record.type === 'KnowledgeChosen') return state.knowledge === undefined ? state : undefined;
  return record.type === 'TokensRecounted' ? applyRecount(state, record) : applyCompacted(state, record);
}

function applyCompacted(state: SessionState, record: ContextCompacted): SessionState | undefined {
  const present = new Set(state.entries.map((entry) => entry.id));
  const evicted = new Set(record.evicted);
  if (evicted.size !== record.evicted.length || !record.evicted.every((id) => present.has(id))) return undefined;
  if (!record.shrunk.every(({ id }) => present.has(id) && !evicted.has(id))) return undefined;
  const forms = new Map(record.shrunk.map((shrink) => [shrink.id, shrink]));
  const kept = state.entries.filter((entry) => !evicted.has(entry.id));
  const entries = forms.size === 0 ? kept : kept.map((entry) => inForm(entry, forms.get(entry.id)));
  const unanswered = state.entries.filter((entry) => evicted.has(entry.id) && entry.kind === 'tool_call' && entry.call !== 'answered');
  const lateCalls = [...state.lateCalls, ...unanswered.flatMap(toLateCall)];
  return {
    ...state,
    cycle: record.cycle,
    entries,
    markers: record.markers,
    stops: [],
    lateCalls: lateCalls.slice(-LATE_CALLS_KEPT),
  };
}

function toLateCall({ callId, turn, request, callName }: SessionEntry): LateCall[] {
  return callId === undefined ? [] : [{ callId, turn, request, ...(callName === undefined ? {} : { name: callName }) }];
}

/** Returns the entry in the form that a compaction gave it. */
export function inForm({ cut: before, ...entry }: SessionEntry, shrink: Shrink | undefined): SessionEntry {
  const cut = shrink ? shrink.cut : before;
  return { ...entry, form: shrink?.to ?? entry.form, ...(cut ? { cut } : {}) };
}
