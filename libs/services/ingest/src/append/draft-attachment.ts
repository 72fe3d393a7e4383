import {
  attachmentHeading,
  detectTextEncoding,
  isShownImage,
  isTextMime,
  makePreview,
  parseMediaType,
  sniffMime,
  textEncodingOf,
  type ArtifactRef,
  type AttachedText,
  type Attachment,
  type AttachmentText,
  type TextEncoding,
} from '@total-recall/domain';
import { decodeBytes } from '@total-recall/runtime';

/** A payload to be stored outside its event. */
export interface ArtifactDraft extends Pick<ArtifactRef, 'role' | 'mime' | 'title' | 'preview' | 'previewKind'> {
  readonly bytes: Uint8Array;
  /** What its bytes say, read in `encoding` (UTF-8 where absent), to be remembered. */
  readonly text?: string;
  readonly encoding?: TextEncoding;
  /** Of an attachment with words; the id of a given text that becomes an artifact follows when it is stored. */
  readonly words?: AttachmentText;
}

export interface AttachmentDraft {
  /** The attachment, and after it the text given with it where that is too long for the event. */
  readonly artifacts: readonly ArtifactDraft[];
  readonly attached?: AttachedText;
}

export const TEXT_MIME = 'text/plain; charset=utf-8';

/** Given texts up to this stay in the event. */
const INLINE_GIVEN_BYTES = 1_024;

/** What an attachment becomes: its bytes, and its words whole, those given with it and those that its bytes spell. Source: E5. */
export function draftAttachment({ mime: declared, data, title, text }: Attachment): AttachmentDraft {
  const mime = mimeOf(declared, data);
  const isText = isTextMime(mime);
  const encoding = isText ? textEncodingOf(data, mime) : undefined;
  const own = encoding === undefined ? undefined : decodeBytes(data, encoding);
  const given = text === undefined || text.trim() === '' || text.trimEnd() === own?.trimEnd() ? undefined : text.toWellFormed();
  const read = [given, own].filter((part) => part !== undefined).join('\n');
  // A name is words too: what is no text is found by it.
  const isRead = read.trim() !== '' || (title ?? '').trim() !== '';
  const { text: preview, kind: previewKind } = makePreview(own ?? data, { mime: parseMediaType(mime).type, title, caption: given });
  const titled = title === undefined ? {} : { title };
  const isLong = given !== undefined && Buffer.byteLength(given) > INLINE_GIVEN_BYTES;
  const words: AttachmentText = { ...(given === undefined || isLong ? {} : { given }), ...(own === undefined ? {} : { encoding }) };
  const attachment: ArtifactDraft = {
    role: 'attachment',
    mime,
    bytes: data,
    ...titled,
    preview,
    previewKind,
    ...(own === undefined ? {} : { text: own, encoding }),
    ...(isRead ? { words } : {}),
  };
  const beside: ArtifactDraft[] = isLong ? [{ role: 'text', mime: TEXT_MIME, bytes: Buffer.from(given), text: given, ...NO_PREVIEW }] : [];
  if (!isRead) return { artifacts: [attachment] };
  const heading = attachmentHeading({ mime, ...titled });
  return { artifacts: [attachment, ...beside], attached: { heading, text: read === '' ? preview : read, preview } };
}

const NO_PREVIEW = { preview: '', previewKind: 'text' } as const;

/** Every attachment whose given text became an artifact names that artifact, which stands behind it. */
export function nameGiven(stored: readonly ArtifactRef[]): ArtifactRef[] {
  return stored.map((ref, at) => {
    const next = stored[at + 1];
    return ref.role === 'attachment' && next?.role === 'text' ? { ...ref, text: { ...ref.text, givenId: next.id } } : ref;
  });
}

/** What the bytes are where they tell: a wrong word for a picture would make a provider refuse every window that shows it. */
function mimeOf(declared: string, data: Uint8Array): string {
  const { type: mime, charset } = parseMediaType(declared);
  const isUnknown = mime === '' || mime === 'application/octet-stream';
  const isPicture = isShownImage({ role: 'attachment', mime, sizeBytes: 0 }) || mime === 'image/jpg';
  if (!isUnknown && !isPicture) return charset !== undefined && isTextMime(mime) ? `${mime}; charset=${charset}` : mime;
  const sniffed = sniffMime(data);
  if (sniffed !== 'application/octet-stream') return sniffed;
  return detectTextEncoding(data, false) === undefined ? sniffed : 'text/plain';
}
