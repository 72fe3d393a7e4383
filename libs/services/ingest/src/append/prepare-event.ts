import {
  failureIn,
  formSteps,
  makePreview,
  PREVIEW_FROM_CHARS,
  joinAttached,
  rulesOf,
  type ArtifactRef,
  type EventBody,
  type EventOrigin,
  type EventKind,
  type NewEvent,
  type PolicySettings,
  type RenderedForms,
  type SessionAddress,
} from '@total-recall/domain';
import { inSlices, LIMITS, TotalRecallError, type Slices } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';
import type { IdentifiedEvent } from './assign-ids.ts';
import { callFingerprintOf } from './fingerprint.ts';
import { draftAttachment, linkGivenText, TEXT_MIME, type ArtifactDraft } from './draft-attachment.ts';
import { findReceipt, ownRetrievals, type FoundReceipt } from './recognise-recall.ts';
import { screenEvent, type ScreenedEvent } from './screen-event.ts';

/** An event ready to be sealed, except for its token counts. */
export interface PreparedEvent {
  readonly id: string;
  readonly kind: EventKind;
  readonly occurredAt: number;
  readonly body: EventBody;
  readonly forms: RenderedForms;
}

export type PrepareDeps = Pick<IngestDeps, 'artifacts' | 'content' | 'clock' | 'isOurRetrieval'>;

/** A screened and rendered event whose artifacts are not stored yet. */
export interface DraftedEvent extends Omit<PreparedEvent, 'body'> {
  /** The body without its artifacts. */
  readonly body: EventBody;
  readonly artifacts: readonly ArtifactDraft[];
  /** The recall result in it, whose evidence has no ids yet. */
  readonly found?: FoundReceipt;
}

/**
 * Screens an event, moves large or binary content out of it, and renders the forms that windows may show. Stores
 * nothing yet. Source: E5, E6, E14.
 */
export async function draftEvent(
  deps: Pick<PrepareDeps, 'clock' | 'isOurRetrieval'>,
  address: SessionAddress,
  { event, id, origin }: IdentifiedEvent,
  settings: PolicySettings,
  slices: Slices,
): Promise<DraftedEvent> {
  refuseReserved(event.kind);
  const screened = screenEvent(event, settings);
  const threshold = event.kind === 'tool_result' ? (settings.artifactThresholdBytes ?? 4_096) : LIMITS.inlineTextBytes;
  const content = Buffer.byteLength(screened.text) > threshold ? draftText(event, screened.text) : undefined;
  const drafts = screened.attachments.map(draftAttachment);
  const artifacts = [...(content ? [content] : []), ...drafts.flatMap(({ artifacts: own }) => own)];
  const attached = drafts.flatMap(({ attached: words }) => words ?? []);
  const isOurs = ownRetrievals(deps, address);
  const found = event.recall ? undefined : findReceipt({ kind: event.kind, text: screened.text }, isOurs);
  const body = bodyOf(event, screened, { text: content ? '' : screened.text, origin, namesAgents: settings.namesAgents === true });
  const long = screened.text.length >= PREVIEW_FROM_CHARS;
  const preview = content?.preview ?? (long ? makePreview(screened.text, { mime: 'text/plain' }).text : undefined);
  const parts = attached.length === 0 ? {} : { parts: { own: screened.text, attached } };
  const fullText = joinAttached(screened.text, attached);
  const shown = { kind: event.kind, body: { ...body, artifacts: artifacts.map(unstored) }, fullText, preview, ...parts };
  const forms = await inSlices(formSteps(shown), slices);
  return { id, kind: event.kind, occurredAt: event.occurredAt ?? deps.clock.now(), body, forms, artifacts, ...(found ? { found } : {}) };
}

/** Puts a body together of what screening kept of an event. `text` is empty where the content is an artifact. */
function bodyOf(
  event: NewEvent,
  screened: ScreenedEvent,
  { text, origin, namesAgents }: Pick<EventBody, 'text' | 'origin'> & { readonly namesAgents: boolean },
): EventBody {
  return {
    text,
    ...(screened.call ? { call: screened.call } : {}),
    ...(event.isError ? { isError: true } : {}),
    ...(screened.messageId === undefined ? {} : { messageId: screened.messageId }),
    ...thinkingOf(event, screened.text),
    meta: screened.meta ?? {},
    ...(origin ? { origin: masked(origin, event, screened.call) } : {}),
    ...(event.recall ? { recall: event.recall } : {}),
    ...(screened.delegation ? { delegation: screened.delegation } : {}),
    ...(screened.report ? { report: screened.report } : {}),
    ...(event.pin ? { pin: event.pin } : {}),
    ...(namesAgents ? { namesAgents } : {}),
    ...(screened.redactions.length > 0 ? { redactions: screened.redactions } : {}),
  };
}

/** Adds a fingerprint that tells a repeat of a call whose arguments are masked; others are compared themselves. */
function masked(origin: EventOrigin, event: NewEvent, kept: NewEvent['call']): EventOrigin {
  const isMasked = origin.source !== undefined && kept?.arguments !== event.call?.arguments;
  return isMasked ? { ...origin, callFingerprint: callFingerprintOf(event) } : origin;
}

/** Describes an artifact that is not stored yet: the forms of an event need only what is known of it before. */
function unstored({ role, mime, bytes, preview, previewKind, words, ...pixels }: ArtifactDraft): ArtifactRef {
  return {
    id: '',
    sha256: '',
    createdAt: 0,
    sizeBytes: bytes.length,
    role,
    mime,
    ...pixelsIn(pixels),
    preview,
    previewKind,
    ...(words ? { text: words } : {}),
  };
}

/** Stores the artifacts of a drafted event. They are durable when it resolves. */
export async function storeArtifacts(
  deps: PrepareDeps,
  address: SessionAddress,
  { artifacts, found: _found, body, ...drafted }: DraftedEvent,
): Promise<PreparedEvent> {
  if (artifacts.length === 0) return { ...drafted, body };
  const stored = linkGivenText(await Promise.all(artifacts.map((draft) => storeArtifact(deps, address, draft))));
  const { text, ...rest } = body;
  return { ...drafted, body: { text, artifacts: stored, ...rest } };
}

/**
 * Stores artifacts again that are gone by the time that their event is in the log: an erasure deletes what no event refers
 * to, and it knew nothing of this one when the content was found to be there already. Where it took the event itself, so
 * that it does not open, its artifacts stay away.
 */
export async function keepArtifacts(
  deps: PrepareDeps,
  address: SessionAddress,
  { artifacts: drafts }: DraftedEvent,
  { body: { artifacts = [] } }: PreparedEvent,
  opens: () => Promise<boolean>,
): Promise<void> {
  for (const [at, { id }] of artifacts.entries())
    if (!(await deps.artifacts.isStored({ ...address, artifactId: id })) && (await opens()))
      await storeArtifact(deps, address, drafts[at]!);
}

/** Keeps the signature of thinking only if the text is unchanged: a masked text no longer matches it. */
function thinkingOf({ thinking, text = '' }: NewEvent, kept: string): Pick<EventBody, 'thinking'> {
  return thinking && (kept === text || thinking.signature === undefined) ? { thinking } : {};
}

function refuseReserved(kind: EventKind): void {
  const { writer } = rulesOf(kind);
  if (writer === 'service') throw new TotalRecallError('reserved_kind', `Events of kind ${kind} are written by the service only.`);
  if (writer === 'task_state')
    throw new TotalRecallError('reserved_kind', 'A task state is updated with the version it expects: use the task-state call.');
}

function draftText({ kind, isError }: Pick<NewEvent, 'kind' | 'isError'>, text: string): ArtifactDraft {
  const line = kind === 'tool_result' ? failureIn(text, isError === true) : undefined;
  const { text: preview, kind: previewKind } = makePreview(text, { mime: 'text/plain', ...(line !== undefined && { line }) });
  return { role: 'content', mime: TEXT_MIME, bytes: Buffer.from(text), text, preview, previewKind };
}

async function storeArtifact(deps: PrepareDeps, address: SessionAddress, draft: ArtifactDraft): Promise<ArtifactRef> {
  const { role, mime, bytes, title, text, encoding, words, preview, previewKind } = draft;
  const titled = title === undefined ? {} : { title };
  const pixels = pixelsIn(draft);
  const written = await deps.artifacts.write(address, bytes, { mime, ...titled });
  if (text !== undefined) deps.content.remember(written.artifactId, text, encoding);
  return {
    id: written.artifactId,
    role,
    mime,
    sizeBytes: written.sizeBytes,
    ...pixels,
    sha256: written.sha256,
    createdAt: deps.clock.now(),
    ...titled,
    preview,
    previewKind,
    ...(words ? { text: words } : {}),
  };
}

function pixelsIn({ widthPixels, heightPixels }: Pick<ArtifactRef, 'widthPixels' | 'heightPixels'>) {
  return widthPixels === undefined ? {} : { widthPixels, heightPixels };
}
