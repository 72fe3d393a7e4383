import { SYNTHETIC_RESULT_TOKENS, entryTokens, formTokens } from '../compaction/tokens/entry-tokens.ts';
import { findGaps, GAP_TOKENS, renderGap } from '../compaction/markers/find-gaps.ts';
import { markerText } from '../compaction/markers/render-marker.ts';
import type { Marker } from '../compaction/markers/marker.ts';
import { rulesOf } from '../event/kind-rules.ts';
import type { SessionEntry, SessionState } from '../session/session-state.ts';
import { standsInFront } from '../session/stands-in-front.ts';
import type { NoteTools } from './note-tools.ts';
import { renderEntry, type EntryContent } from './render-entry.ts';
import type { WindowBlock } from './window-request.ts';

/** Blocks at the front of every window while they are live, in this order. Source: 002 P8. */
const FRONT_BLOCKS = ['persona', 'rule', 'knowledge'] as const;

interface History {
  readonly front: readonly WindowBlock[];
  /** Markers and atoms in time order; each result directly after its call. */
  readonly flow: readonly WindowBlock[];
}

/**
 * Renders every entry and marker of a session. `contents` holds the readable bodies, by event id; notes and markers name
 * `tools`.
 */
export function assembleHistory(state: SessionState, contents: ReadonlyMap<string, EntryContent>, tools?: NoteTools): History {
  const front = FRONT_BLOCKS.flatMap((kind) =>
    state.entries
      .filter((entry) => rulesOf(entry.kind).block === kind && standsInFront(entry))
      .map((entry) => ({ ...renderEntry(entry, contents.get(entry.id), entryTokens(entry), tools), kind })),
  );
  const rest = state.entries.filter((entry) => !standsInFront(entry));
  return { front, flow: placeMarkers(groupByAtom(rest), state, contents, tools) };
}

/** Groups entries to atoms in the order of their first entry, so that a late result joins its call. */
function groupByAtom(entries: readonly SessionEntry[]): SessionEntry[][] {
  const groups = new Map<number, SessionEntry[]>();
  for (const entry of entries) {
    const group = groups.get(entry.atom);
    if (group) group.push(entry);
    else groups.set(entry.atom, [entry]);
  }
  return [...groups.values()];
}

function placeMarkers(
  atoms: readonly SessionEntry[][],
  state: SessionState,
  contents: ReadonlyMap<string, EntryContent>,
  tools: NoteTools | undefined,
): WindowBlock[] {
  const { markers } = state;
  const gaps = new Map(findGaps(state).map((gap) => [gap.before, gap]));
  const blocks: WindowBlock[] = [];
  let next = 0;
  for (const atom of atoms) {
    while (next < markers.length && markers[next]!.fromOrdinal < atom[0]!.ordinal) blocks.push(markerBlock(markers[next++]!, tools));
    const gap = gaps.get(atom[0]!.id);
    if (gap) blocks.push({ kind: 'gap', text: renderGap(gap), tokens: GAP_TOKENS });
    for (const entry of atom) blocks.push(...entryBlocks(entry, contents, tools));
  }
  while (next < markers.length) blocks.push(markerBlock(markers[next++]!, tools));
  return blocks;
}

function markerBlock(marker: Marker, tools: NoteTools | undefined): WindowBlock {
  return { kind: 'marker', markerId: marker.id, text: markerText(marker, tools), tokens: marker.tokens };
}

/** Cleans a name that the caller chose, so that it can neither end the note nor begin a line. */
const plainName = (name: string, chars: number): string => name.replace(/[^\w.:-]/g, '_').slice(0, chars);

/** Length of a call id up to which the note has room for the tool's name, too (`ORPHAN_TOKENS`). */
const SHORT_ID_CHARS = 40;

/** Names the call of a late result, and its tool: the call itself has mostly left the window. */
function lateNote({ callId = 'unknown' }: SessionEntry, { toolName }: WindowBlock): string {
  const id = plainName(callId, 64);
  const tool = toolName !== undefined && id.length <= SHORT_ID_CHARS ? ` (${plainName(toolName, 32)})` : '';
  return `[late result of call ${id}${tool}]`;
}

function entryBlocks(entry: SessionEntry, contents: ReadonlyMap<string, EntryContent>, tools: NoteTools | undefined): WindowBlock[] {
  const content = contents.get(entry.id);
  if (entry.orphan) {
    const block = renderEntry(entry, content, entryTokens(entry), tools);
    return [{ ...block, note: true, text: `${lateNote(entry, block)}\n${block.text}` }];
  }
  if (entry.call !== 'open' && entry.call !== 'closed') return [renderEntry(entry, content, entryTokens(entry), tools)];
  const call = renderEntry(entry, content, formTokens(entry), tools);
  const text = entry.call === 'open' ? '[no result yet]' : '[no result was recorded]';
  const result: WindowBlock = {
    kind: 'event',
    eventKind: 'tool_result',
    turn: entry.turn,
    callId: entry.callId,
    toolName: call.toolName,
    text,
    tokens: SYNTHETIC_RESULT_TOKENS,
    synthetic: true,
  };
  return [call, result];
}
