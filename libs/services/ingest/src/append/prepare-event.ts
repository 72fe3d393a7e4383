import {
  FRAMING_TOKENS, IMAGE_TOKENS, makePreview, PREVIEW_FROM_CHARS, renderForms, SERVICE_KINDS, sniffMime,
  type ArtifactRef, type Attachment, type EventBody, type EventKind, type FormTokens, type NewEvent, type PolicySettings, type RenderedForms, type SessionAddress,
} from '@total-recall/domain';
import { LIMITS, mergeFindings, screenText, TotalRecallError, type ScreeningFinding } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';
import type { Originated } from './event-origin.ts';
import { recallReceiptOf } from './recognise-recall.ts';

/** An event ready to be sealed, but for its token counts. */
export interface PreparedEvent {
  readonly id: string;
  readonly kind: EventKind;
  readonly occurredAt: number;
  readonly body: EventBody;
  readonly forms: RenderedForms;
}

type PrepareDeps = Pick<IngestDeps, 'artifacts' | 'content' | 'clock' | 'isOurRetrieval'>;

/** Screens an event, moves what is large or binary into artifacts, and renders the forms a window may show. Source: E5, E6, E14. */
export async function prepareEvent(deps: PrepareDeps, address: SessionAddress, { event, id, origin }: Originated, settings: PolicySettings): Promise<PreparedEvent> {
  refuseReserved(event.kind);
  const screened = screen(event, settings);
  const threshold = event.kind === 'tool_result' ? (settings.artifactThresholdBytes ?? 4_096) : LIMITS.inlineTextBytes;
  const sizeBytes = Buffer.byteLength(screened.text);
  const content = sizeBytes > threshold ? await storeText(deps, address, screened.text) : undefined;
  const attachments = await Promise.all((event.attachments ?? []).map((attachment) => storeAttachment(deps, address, attachment)));
  const artifacts = [...(content ? [content] : []), ...attachments];
  const recall = recallReceiptOf(event, deps.isOurRetrieval);
  const body: EventBody = {
    text: content ? '' : screened.text,
    ...(artifacts.length > 0 ? { artifacts } : {}),
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
  const forms = renderForms({ kind: event.kind, body, fullText: screened.text, preview });
  return { id, kind: event.kind, occurredAt: event.occurredAt ?? deps.clock.now(), body, forms };
}

function refuseReserved(kind: EventKind): void {
  if (SERVICE_KINDS.has(kind)) throw new TotalRecallError('reserved_kind', `Events of kind ${kind} are written by the service only.`);
  if (kind === 'task_state') throw new TotalRecallError('reserved_kind', 'A task state is updated with the version it expects: use the task-state call.');
}

interface Screened {
  readonly text: string;
  readonly call: NewEvent['call'];
  readonly redactions: readonly ScreeningFinding[];
}

function screen(event: NewEvent, settings: PolicySettings): Screened {
  const action = settings.redaction ?? 'off';
  const text = (event.text ?? '').toWellFormed();
  if (action === 'off') return { text, call: event.call, redactions: [] };
  const main = screenText(text, action);
  if (event.call?.arguments === undefined) return { text: main.text, call: event.call, redactions: main.findings };
  const args = screenText(event.call.arguments, action);
  return { text: main.text, call: { ...event.call, arguments: args.text }, redactions: mergeFindings([main.findings, args.findings]) };
}

async function storeText(deps: PrepareDeps, address: SessionAddress, text: string): Promise<ArtifactRef> {
  const { text: preview, kind: previewKind } = makePreview(text, { mime: 'text/plain' });
  const written = await deps.artifacts.write(address, Buffer.from(text), { mime: 'text/plain; charset=utf-8' });
  deps.content.remember(written.artifactId, text);
  return { id: written.artifactId, role: 'content', mime: 'text/plain; charset=utf-8', sizeBytes: written.sizeBytes, sha256: written.sha256, createdAt: deps.clock.now(), preview, previewKind };
}

async function storeAttachment(deps: PrepareDeps, address: SessionAddress, { mime, data, title, text }: Attachment): Promise<ArtifactRef> {
  const type = mime === '' || mime === 'application/octet-stream' ? sniffMime(data) : mime;
  const { text: preview, kind: previewKind } = makePreview(data, { mime: type, title, caption: text });
  const written = await deps.artifacts.write(address, data, { mime: type, ...(title === undefined ? {} : { title }) });
  return {
    id: written.artifactId, role: 'attachment', mime: type, sizeBytes: written.sizeBytes, sha256: written.sha256, createdAt: deps.clock.now(),
    ...(title === undefined ? {} : { title }), preview, previewKind,
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
