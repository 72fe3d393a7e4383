import type { SessionClient } from '@total-recall/client';
import type { HostMessage } from './host-api.ts';
import { blocksOf, eventsOfMessage, keyOf, type Block } from './message-events.ts';

type WindowBlock = Awaited<ReturnType<SessionClient['window']>>['blocks'][number];
type Shown = Pick<WindowBlock, 'kind' | 'text' | 'eventId' | 'arguments' | 'artifacts'>;
type Event = ReturnType<typeof eventsOfMessage>[number];

export interface Windowed {
  readonly messages: readonly HostMessage[];
  /** Time of the first message behind the last marker, in milliseconds since 1970; absent where nothing left. */
  readonly reachesBackTo?: number;
}

/**
 * Returns a host's messages as a window shows them. What it shows whole stays as the host has it, with what its vendor
 * signed; what it shortens has its text; what it leaves out goes, and its markers stand where that stood. A message that
 * the log does not have goes with the one before it.
 */
export function windowedMessages(
  messages: readonly HostMessage[],
  blocks: readonly Shown[],
  idsOf: (key: string) => readonly string[] | undefined,
): Windowed {
  const shown = new Map(blocks.flatMap((block) => (block.eventId === undefined ? [] : [[block.eventId, block] as const])));
  const markersBefore = markersByEvent(blocks);
  const markers = blocks.filter(isNote).map(({ text }) => text);
  const out: HostMessage[] = [];
  let isKept = true;
  let reachesBackTo: number | undefined;
  for (const message of messages) {
    // Within a turn a host may hand over what it was given, with the time of day before each text.
    const said = textOf(message);
    if (markers.some((marker) => said.endsWith(marker))) continue;
    const events = eventsOfMessage(message).filter(({ kind }) => kind !== 'thinking');
    const ids = idsOf(keyOf(message));
    const views = ids?.length === events.length ? ids.map((id) => shown.get(id)) : undefined;
    if (views && events.length > 0) isKept = views.some((view) => view !== undefined);
    const standing = (ids ?? []).flatMap((id) => markersBefore.get(id) ?? []);
    if (standing.length > 0) reachesBackTo = message.timestamp;
    out.push(...standing.map((text, at) => markerMessage(text, message, standing.length - at)));
    if (isKept) out.push(views && events.length > 0 ? asShown(message, events, views) : message);
  }
  out.push(...(markersBefore.get(undefined) ?? []).map((text, at) => markerMessage(text, messages.at(-1), -1 - at)));
  return { messages: out, ...(reachesBackTo !== undefined && { reachesBackTo }) };
}

/** Returns true for markers, and for the notes of gaps, which say where else turns are missing. */
const isNote = ({ kind }: Shown): boolean => kind === 'marker' || kind === 'gap';

/** Markers by the event that they stand before; those at the end by none. */
function markersByEvent(blocks: readonly Shown[]): ReadonlyMap<string | undefined, readonly string[]> {
  const found = new Map<string | undefined, readonly string[]>();
  let waiting: string[] = [];
  for (const block of blocks) {
    const { text, eventId } = block;
    if (isNote(block)) waiting.push(text);
    if (eventId === undefined || waiting.length === 0) continue;
    found.set(eventId, waiting);
    waiting = [];
  }
  if (waiting.length > 0) found.set(undefined, waiting);
  return found;
}

/** Returns a time of its own: OpenClaw takes two messages of a user of one time for one. */
function markerMessage(text: string, beside: HostMessage | undefined, before: number): HostMessage {
  const time = beside?.timestamp;
  return { role: 'user', content: [{ type: 'text', text }], ...(time !== undefined && { timestamp: time - before / 1_000 }) };
}

function textOf({ role, content }: HostMessage): string {
  return role === 'user'
    ? blocksOf(content)
        .map(({ text = '' }) => text)
        .join('\n')
    : '';
}

function asShown(message: HostMessage, events: readonly Event[], views: readonly (Shown | undefined)[]): HostMessage {
  const isWhole = events.every(({ kind, text = '', call }, at) => {
    const view = views[at];
    // Arguments that an event has no room for stand in its text, and the window has none of them.
    if (kind === 'tool_call') return view !== undefined && text === '' && (view.arguments ?? call!.arguments) === call!.arguments;
    return view?.text === text;
  });
  if (isWhole) return message;
  if (message.role !== 'assistant') {
    // A window that has a stub for them does not count them.
    const pictures = views[0]?.artifacts === undefined ? [] : blocksOf(message.content).filter(({ type }) => type === 'image');
    return { ...message, content: [{ type: 'text', text: views[0]?.text ?? '' }, ...pictures] };
  }
  // Thinking goes: its vendor takes it with the answer that it led to, as that was.
  const calls = blocksOf(message.content).filter(({ type }) => type === 'toolCall');
  const content = events.flatMap(({ kind }, at): Block[] => {
    const call = kind === 'tool_call' ? calls.shift() : undefined;
    const view = views[at];
    if (!view) return [];
    return [call ? withArguments(call, view.arguments) : { type: 'text', text: view.text }];
  });
  return { ...message, content };
}

function withArguments(call: Block, written: string | undefined): Block {
  try {
    return written === undefined ? call : { ...call, arguments: JSON.parse(written) as unknown };
  } catch {
    return call;
  }
}
