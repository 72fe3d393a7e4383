import type { EventBody } from '../event/event-body.ts';
import type { SessionEntry } from '../session/session-state.ts';
import type { Manifest, Marker } from './marker.ts';
import { rankTopics, readTerms, type TermCounts } from './topics.ts';

/** How much text a span is described from: shared by its events, each read from its start and its end. Bounded work whatever the size. */
const SPAN_CHARS = 48_000;
const EVENT_CHARS = 4_000;
const MAX_HINTS = 16;
const MAX_ANCHORS = 64;
const MAX_ARTIFACTS = 256;

export interface SpanDescription extends Pick<Manifest, 'anchors' | 'artifactIds' | 'hints'> {
  /** Best first; the marker takes what fits. */
  readonly topics: readonly string[];
}

/** What a span was about: deterministic, from its own words, weighted against what the other markers already say. */
export function describeSpan(span: readonly SessionEntry[], bodies: ReadonlyMap<string, EventBody>, others: readonly Marker[]): SpanDescription {
  const counts: TermCounts = { paths: new Map(), identifiers: new Map(), entities: new Map(), words: new Map() };
  const tools = new Map<string, number>();
  const tasks = new Map<string, number>();
  const artifactIds: string[] = [];
  const share = Math.max(200, Math.min(EVENT_CHARS, Math.floor(SPAN_CHARS / span.length)));
  for (const entry of span) {
    const body = bodies.get(entry.id);
    if (!body) continue;
    if (body.call && entry.kind === 'tool_call') tools.set(body.call.name, (tools.get(body.call.name) ?? 0) + 1);
    if (body.meta.taskId) tasks.set(body.meta.taskId, (tasks.get(body.meta.taskId) ?? 0) + 1);
    for (const artifact of body.artifacts ?? []) if (artifactIds.length < MAX_ARTIFACTS) artifactIds.push(artifact.id);
    readTerms(readableText(body, share), counts);
  }
  const best = (map: ReadonlyMap<string, number>) => [...map].sort(byCount).slice(0, MAX_HINTS).map(([term]) => term);
  return {
    topics: rankTopics(counts, [...tasks.keys()], others),
    anchors: findAnchors(span),
    artifactIds,
    hints: { entities: best(counts.entities), paths: best(counts.paths), tools: best(tools), keywords: best(counts.words) },
  };
}

function byCount([a, countA]: [string, number], [b, countB]: [string, number]): number {
  return countB - countA || (a < b ? -1 : a > b ? 1 : 0);
}

function readableText(body: EventBody, chars: number): string {
  const previews = (body.artifacts ?? []).map((artifact) => artifact.preview);
  const text = [body.text, body.call?.arguments ?? '', ...previews].filter((part) => part.length > 0).join('\n');
  return text.length <= chars ? text : `${text.slice(0, chars >> 1)}\n${text.slice(-(chars >> 1))}`;
}

function findAnchors(span: readonly SessionEntry[]): Manifest['anchors'] {
  const anchors: { eventId: string; why: 'decision' | 'error' | 'constraint' | 'objective' }[] = [];
  for (const entry of span) {
    if (anchors.length === MAX_ANCHORS) break;
    if (entry.kind === 'decision' || entry.kind === 'constraint' || entry.kind === 'objective') anchors.push({ eventId: entry.id, why: entry.kind });
    else if (entry.isError) anchors.push({ eventId: entry.id, why: 'error' });
  }
  return anchors;
}
