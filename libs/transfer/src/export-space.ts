import { TotalRecallApiError, type EventWire, type SpaceClient } from '@total-recall/client';
import {
  APPEND_LIMITS,
  EXPORT_HEADER,
  IMPORT_SOURCE,
  type MissingLine,
  type SessionLine,
  type TaskStateFields,
  type TaskStateLine,
} from './export-lines.ts';
import { createEventNames, type EventNames } from './name-events.ts';
import { decisionsOf } from './persons-decisions.ts';
import { eventsInOrder, sessionsOf } from './read-sessions.ts';
import { TransferError } from './transfer-error.ts';
import { withoutGrant } from './without-grant.ts';

export interface ExportOptions {
  readonly sessions?: readonly string[];
  readonly onProgress?: (done: number, total: number) => void;
}

export interface Exported {
  readonly sessions: number;
  readonly events: number;
  /** Number of decisions of persons about facts. */
  readonly decisions: number;
  /** Number of events whose bodies are gone. */
  readonly missing: number;
  /** Number of these that were not erased: they are lost, or cannot be read. */
  readonly damaged: number;
  /** Number of references to events outside the export. */
  readonly referencesLeftOut: number;
}

type Body = NonNullable<EventWire['body']>;

/**
 * Passes the lines of an export to `write` one at a time, without line ends. Memory holds one event per session, up to
 * 2,000 more over all of them, and one whole event. Events appended meanwhile are not included.
 * Errors: `not_found` for a named session that does not exist, and those of the service.
 */
export async function exportSpace(space: SpaceClient, options: ExportOptions, write: (line: string) => Promise<void>): Promise<Exported> {
  const sessions = await sessionsOf(space, options.sessions);
  const unknown = options.sessions?.find((name) => !sessions.some(({ session }) => session === name));
  if (unknown !== undefined) throw new TransferError('not_found', `There is no session ${unknown}.`, 'total-recall sessions lists them.');
  const ends = new Map(sessions.map(({ session, events }) => [session, events]));
  const total = sessions.reduce((sum, { events }) => sum + events, 0);
  const names = createEventNames(space, ends);
  const appends = createAppends();
  let [events, missing, damaged] = [0, 0, 0];
  await write(JSON.stringify(EXPORT_HEADER));
  for await (const event of eventsInOrder(space, sessions)) {
    const at = names.place(event);
    if (at === undefined) continue;
    const line = await lineOf(event, at, space, names).catch((error: unknown) => missingLine(event, at, error));
    if ('missing' in line) missing += 1;
    if ('missing' in line && line.missing !== 'erased') damaged += 1;
    await write(appends.mark(event, line));
    events += 1;
    options.onProgress?.(events, total);
  }
  let decisions = 0;
  for await (const line of decisionsOf(space, names)) {
    await write(JSON.stringify(line));
    decisions += 1;
  }
  await write(JSON.stringify({ end: true, sessions: sessions.length, events, ...(decisions > 0 && { decisions }) }));
  return { sessions: sessions.length, events, decisions, missing, damaged, referencesLeftOut: names.leftOut };
}

/**
 * Creates a tracker that tells which events were in one append: the same session and source, recorded at the same
 * moment, and within the limits of an append.
 */
function createAppends() {
  let last: { readonly event: EventWire; readonly events: number; readonly bytes: number } | undefined;
  return {
    mark(event: EventWire, line: SessionLine): string {
      const text = JSON.stringify(line);
      const isOne =
        last !== undefined &&
        last.event.session === event.session &&
        last.event.recordedAt === event.recordedAt &&
        last.event.kind !== 'task_state' &&
        line.kind !== 'task_state' &&
        !('missing' in line) &&
        event.body !== undefined &&
        last.event.body !== undefined &&
        sourceOf(last.event.body) === sourceOf(event.body) &&
        last.events < APPEND_LIMITS.events &&
        last.bytes + text.length <= APPEND_LIMITS.bytes;
      last = { event, events: isOne ? last!.events + 1 : 1, bytes: (isOne ? last!.bytes : 0) + text.length };
      if (!isOne) return text;
      const { session, event: ordinal, ...rest } = line;
      return JSON.stringify({ session, event: ordinal, withPrevious: true, ...rest });
    },
  };
}

/** Returns the line of an event whose texts or files were erased meanwhile, or are damaged. Errors: any other. */
function missingLine({ session, kind }: EventWire, at: number, error: unknown): MissingLine {
  if (error instanceof TotalRecallApiError && (error.code === 'erased' || error.code === 'damaged'))
    return { session, event: at, kind, missing: error.code };
  throw error;
}

/** Returns the source of an event; undefined for one that an import gave its source. */
function sourceOf({ origin }: Body): string | undefined {
  return origin?.source === IMPORT_SOURCE ? undefined : origin?.source;
}

async function lineOf(event: EventWire, at: number, space: SpaceClient, names: EventNames): Promise<SessionLine> {
  const place = { session: event.session, event: at };
  const { body, kind, occurredAt } = event;
  if (body === undefined) return { ...place, kind, missing: event.missing ?? 'unreadable' };
  if (kind === 'task_state' && body.taskState) return { ...place, ...(await taskStateOf(event, body, body.taskState, names)) };
  const { call, isError, messageId, thinking, recall, pin } = body;
  const source = sourceOf(body);
  const attachments = await attachmentsOf(body, space);
  const meta = await metaOf(body, names);
  return {
    ...place,
    kind: kind as Exclude<typeof kind, 'task_state' | 'compaction'>,
    occurredAt,
    ...(source !== undefined && { source, sequence: body.origin!.sequence! }),
    text: await textOf(body, space),
    ...(attachments.length > 0 && { attachments }),
    ...(call && { call }),
    ...(isError !== undefined && { isError }),
    ...(messageId !== undefined && { messageId }),
    ...(thinking && { thinking }),
    ...(Object.keys(meta).length > 0 && { meta }),
    ...(recall && { recall: { ...recall, evidence: await evidenceOf(recall.evidence, names) } }),
    ...(pin && { pin: { ...pin, eventIds: await names.namesOf(pin.eventIds) } }),
  };
}

async function taskStateOf(
  { occurredAt }: EventWire,
  body: Body,
  state: NonNullable<Body['taskState']>,
  names: EventNames,
): Promise<Omit<TaskStateLine, 'session' | 'event'>> {
  const { version, premiseVersion: _premise, ...fields } = state;
  const itemsOf = async (items: TaskStateFields['constraints']) => {
    const named = [];
    for (const item of items ?? []) named.push(item.eventIds ? { ...item, eventIds: await names.namesOf(item.eventIds) } : item);
    return named;
  };
  const { constraints, openLoops, keyEvents } = fields;
  return {
    kind: 'task_state',
    occurredAt,
    version,
    ...(body.meta.agent !== undefined && { agent: body.meta.agent }),
    fields: {
      ...fields,
      ...(constraints && { constraints: await itemsOf(constraints) }),
      ...(openLoops && { openLoops: await itemsOf(openLoops) }),
      ...(keyEvents && { keyEvents: await names.namesOf(keyEvents) }),
    },
  };
}

async function metaOf({ meta }: Body, names: EventNames): Promise<Body['meta']> {
  const { supersedes, provenance, parent } = meta;
  return {
    ...meta,
    ...(parent && { parent: withoutGrant(parent) }),
    ...(supersedes && { supersedes: await names.namesOf(supersedes) }),
    ...(provenance && { provenance: await names.namesOf(provenance) }),
  };
}

async function evidenceOf(evidence: NonNullable<Body['recall']>['evidence'], names: EventNames) {
  const named = [];
  for (const { eventId, ...range } of evidence) {
    const name = await names.nameOf(eventId);
    if (name !== undefined) named.push({ eventId: name, ...range });
  }
  return named;
}

/** Returns the text as it was sent, read back from its artifact if it became one. */
async function textOf({ text, artifacts = [] }: Body, space: SpaceClient): Promise<string> {
  const content = artifacts.find(({ role }) => role === 'content');
  return content === undefined ? text : textIn(space, content.id);
}

async function attachmentsOf({ artifacts = [] }: Body, space: SpaceClient) {
  const attachments = [];
  for (const { id, role, mime, title, text: words } of artifacts) {
    if (role !== 'attachment') continue;
    const { bytes } = await space.artifact(id);
    const given = words?.givenId === undefined ? words?.given : await textIn(space, words.givenId);
    attachments.push({
      mime,
      ...(title !== undefined && { title }),
      ...(given !== undefined && { text: given }),
      data: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
    });
  }
  return attachments;
}

async function textIn(space: SpaceClient, artifactId: string): Promise<string> {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode((await space.artifact(artifactId)).bytes);
}
