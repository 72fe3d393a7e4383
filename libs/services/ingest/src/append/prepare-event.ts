import {
  FRAMING_TOKENS,
  IMAGE_TOKENS,
  makePreview,
  PREVIEW_FROM_CHARS,
  renderForms,
  SERVICE_KINDS,
  sniffMime,
  type ArtifactRef,
  type Attachment,
  type EventBody,
  type EventKind,
  type FormTokens,
  type PolicySettings,
  type RenderedForms,
  type SessionAddress,
} from '@total-recall/domain';
import { LIMITS, TotalRecallError } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';
import type { Originated } from './event-origin.ts';
import { recallReceiptOf } from './recognise-recall.ts';
import { screenEvent } from './screen-event.ts';

/** An event ready to be sealed, but for its token counts. */
export interface PreparedEvent {
  readonly id: string;
  readonly kind: EventKind;
  readonly occurredAt: number;
  readonly body: EventBody;
  readonly forms: RenderedForms;
}

type PrepareDeps = Pick<IngestDeps, 'artifacts' | 'content' | 'clock' | 'isOurRetrieval'>;

/** An event screened and rendered, its artifacts still to be stored. */
export interface DraftedEvent extends Omit<PreparedEvent, 'body'> {
  /** All but its artifacts. */
  readonly body: EventBody;
  readonly artifacts: readonly ArtifactDraft[];
}

interface ArtifactDraft extends Pick<ArtifactRef, 'role' | 'mime' | 'title' | 'preview' | 'previewKind'> {
  readonly bytes: Uint8Array;
  /** Of a content artifact: its text, to be remembered. */
  readonly text?: string;
}

/** Screens an event, takes out what is large or binary, and renders the forms a window may show. Nothing is stored yet. Source: E5, E6, E14. */
export function draftEvent(
  { clock, isOurRetrieval }: Pick<PrepareDeps, 'clock' | 'isOurRetrieval'>,
  { event, id, origin }: Originated,
  settings: PolicySettings,
): DraftedEvent {
  refuseReserved(event.kind);
  const screened = screenEvent(event, settings);
  const threshold = event.kind === 'tool_result' ? (settings.artifactThresholdBytes ?? 4_096) : LIMITS.inlineTextBytes;
  const content = Buffer.byteLength(screened.text) > threshold ? draftText(screened.text) : undefined;
  const artifacts = [...(content ? [content] : []), ...screened.attachments.map(draftAttachment)];
  const recall = recallReceiptOf(event, isOurRetrieval);
  const body: EventBody = {
    text: content ? '' : screened.text,
    ...(screened.call ? { call: screened.call } : {}),
    ...(event.isError ? { isError: true } : {}),
    ...(event.messageId === undefined ? {} : { messageId: event.messageId }),
    meta: event.meta ?? {},
    ...(origin ? { origin } : {}),
    ...(recall ? { recall } : {}),
    ...(event.pin ? { pin: event.pin } : {}),
    ...(screened.redactions.length > 0 ? { redactions: screened.redactions } : {}),
  };
  const long = screened.text.length >= PREVIEW_FROM_CHARS;
  const preview = content?.preview ?? (long ? makePreview(screened.text, { mime: 'text/plain' }).text : undefined);
  // What a form shows of an artifact is known before it is stored.
  const shown = artifacts.map(({ bytes, role, mime, preview: text, previewKind }): ArtifactRef => ({
    id: '',
    sha256: '',
    createdAt: 0,
    sizeBytes: bytes.length,
    role,
    mime,
    preview: text,
    previewKind,
  }));
  const forms = renderForms({ kind: event.kind, body: { ...body, artifacts: shown }, fullText: screened.text, preview });
  return { id, kind: event.kind, occurredAt: event.occurredAt ?? clock.now(), body, forms, artifacts };
}

/** Stores the artifacts of a drafted event; durable when it resolves. */
export async function storeArtifacts(
  deps: PrepareDeps,
  address: SessionAddress,
  { artifacts, body, ...drafted }: DraftedEvent,
): Promise<PreparedEvent> {
  if (artifacts.length === 0) return { ...drafted, body };
  const stored = await Promise.all(artifacts.map((draft) => storeArtifact(deps, address, draft)));
  const { text, ...rest } = body;
  return { ...drafted, body: { text, artifacts: stored, ...rest } };
}

function refuseReserved(kind: EventKind): void {
  if (SERVICE_KINDS.has(kind)) throw new TotalRecallError('reserved_kind', `Events of kind ${kind} are written by the service only.`);
  if (kind === 'task_state')
    throw new TotalRecallError('reserved_kind', 'A task state is updated with the version it expects: use the task-state call.');
}

function draftText(text: string): ArtifactDraft {
  const { text: preview, kind: previewKind } = makePreview(text, { mime: 'text/plain' });
  return { role: 'content', mime: 'text/plain; charset=utf-8', bytes: Buffer.from(text), text, preview, previewKind };
}

function draftAttachment({ mime, data, title, text }: Attachment): ArtifactDraft {
  const type = mime === '' || mime === 'application/octet-stream' ? sniffMime(data) : mime;
  const { text: preview, kind: previewKind } = makePreview(data, { mime: type, title, caption: text });
  return { role: 'attachment', mime: type, bytes: data, ...(title === undefined ? {} : { title }), preview, previewKind };
}

async function storeArtifact(
  deps: PrepareDeps,
  address: SessionAddress,
  { role, mime, bytes, title, text, preview, previewKind }: ArtifactDraft,
): Promise<ArtifactRef> {
  const titled = title === undefined ? {} : { title };
  const written = await deps.artifacts.write(address, bytes, { mime, ...titled });
  if (text !== undefined) deps.content.remember(written.artifactId, text);
  return {
    id: written.artifactId,
    role,
    mime,
    sizeBytes: written.sizeBytes,
    sha256: written.sha256,
    createdAt: deps.clock.now(),
    ...titled,
    preview,
    previewKind,
  };
}

/** Counts every form of every event in one batch off the main loop; equal forms are counted once. */
export async function countForms(tokens: IngestDeps['tokens'], family: string, forms: readonly RenderedForms[]): Promise<FormTokens[]> {
  const texts = forms.flatMap(({ whole, stripped, preview }) => [...new Set([whole, stripped, preview])]);
  const counts = await tokens.count(family, texts);
  let at = 0;
  return forms.map(({ whole, stripped, preview, images }) => {
    const byText = new Map([...new Set([whole, stripped, preview])].map((text) => [text, counts[at++]! + FRAMING_TOKENS]));
    const wholeTokens = byText.get(whole)! + images * IMAGE_TOKENS;
    const strippedTokens = Math.min(byText.get(stripped)!, wholeTokens);
    return { whole: wholeTokens, stripped: strippedTokens, preview: Math.min(byText.get(preview)!, strippedTokens) };
  });
}
