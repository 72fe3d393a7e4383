import type { EventBody } from '../event/event-body.ts';
import type { SessionEntry } from '../session/session-state.ts';
import type { Manifest, Marker } from './marker.ts';
import { commonestTerms, noTerms, rankTopics, readTerms } from './topics.ts';

/**
 * How much text a span is described from: shared by its events, each read from its start and its end; of a span of more events than
 * have a share, as many at even distances. Bounded work whatever the size.
 */
const SPAN_CHARS = 16_000;
const EVENT_CHARS = 2_000;
const LEAST_CHARS = 160;
const MAX_HINTS = 16;
const MAX_ANCHORS = 64;
const MAX_ARTIFACTS = 256;

export interface SpanDescription extends Pick<Manifest, 'anchors' | 'artifactIds' | 'hints'> {
  /** Best first; the marker takes what fits. */
  readonly topics: readonly string[];
}

/** What a span was about: deterministic, from its own words, weighted against what the other markers already say. */
export function describeSpan(
  span: readonly SessionEntry[],
  bodies: ReadonlyMap<string, EventBody>,
  others: readonly Marker[],
): SpanDescription {
  const counts = noTerms();
  const tools = new Map<string, number>();
  const tasks = new Map<string, number>();
  const artifactIds: string[] = [];
  const share = Math.max(LEAST_CHARS, Math.min(EVENT_CHARS, Math.floor(SPAN_CHARS / span.length)));
  const step = Math.max(1, (span.length * LEAST_CHARS) / SPAN_CHARS);
  let next = 0;
  for (const [at, entry] of span.entries()) {
    const body = bodies.get(entry.id);
    if (!body) continue;
    if (body.call && entry.kind === 'tool_call') tools.set(body.call.name, (tools.get(body.call.name) ?? 0) + 1);
    if (body.meta.taskId) tasks.set(body.meta.taskId, (tasks.get(body.meta.taskId) ?? 0) + 1);
    for (const artifact of body.artifacts ?? []) if (artifactIds.length < MAX_ARTIFACTS) artifactIds.push(artifact.id);
    if (at < Math.floor(next)) continue;
    next += step;
    readTerms(readableText(body, share), counts);
  }
  return {
    topics: rankTopics(counts, [...tasks.keys()], others),
    anchors: findAnchors(span),
    artifactIds,
    hints: {
      entities: commonestTerms(counts, 'entities', MAX_HINTS),
      paths: commonestTerms(counts, 'paths', MAX_HINTS),
      tools: [...tools]
        .sort(byCount)
        .slice(0, MAX_HINTS)
        .map(([tool]) => tool),
      keywords: commonestTerms(counts, 'words', MAX_HINTS),
    },
  };
}

function byCount([a, countA]: [string, number], [b, countB]: [string, number]): number {
  return countB - countA || (a < b ? -1 : a > b ? 1 : 0);
}

function readableText(body: EventBody, chars: number): string {
  let text = body.text;
  if (body.call?.arguments) text = text.length === 0 ? body.call.arguments : `${text}\n${body.call.arguments}`;
  for (const { preview } of body.artifacts ?? []) if (preview.length > 0) text = text.length === 0 ? preview : `${text}\n${preview}`;
  const read = text.length <= chars ? text : `${text.slice(0, chars >> 1)}\n${text.slice(-(chars >> 1))}`;
  // Line breaks that JSON escaped would stick to the words after them.
  return read.includes('\\') ? read.replaceAll(/\\[nrt]/g, ' ') : read;
}

function findAnchors(span: readonly SessionEntry[]): Manifest['anchors'] {
  const anchors: { eventId: string; why: 'decision' | 'error' | 'constraint' | 'objective' }[] = [];
  for (const entry of span) {
    if (anchors.length === MAX_ANCHORS) break;
    if (entry.kind === 'decision' || entry.kind === 'constraint' || entry.kind === 'objective')
      anchors.push({ eventId: entry.id, why: entry.kind });
    else if (entry.isError) anchors.push({ eventId: entry.id, why: 'error' });
  }
  return anchors;
}
