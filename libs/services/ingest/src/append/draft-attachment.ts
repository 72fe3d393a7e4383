import {
  attachmentHeading,
  detectTextEncoding,
  imageSize,
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
export interface ArtifactDraft extends Pick<
  ArtifactRef,
  'role' | 'mime' | 'title' | 'preview' | 'previewKind' | 'widthPixels' | 'heightPixels'
> {
  readonly bytes: Uint8Array;
  /** Text of the bytes, decoded from `encoding` (UTF-8 by default), for the content cache. */
  readonly text?: string;
  readonly encoding?: TextEncoding;
  /** Text of an attachment. If a given text becomes an artifact, its id is added when that is stored. */
  readonly words?: AttachmentText;
}

export interface AttachmentDraft {
  /** The attachment, followed by the text given with it if that is too long for the event. */
  readonly artifacts: readonly ArtifactDraft[];
  readonly attached?: AttachedText;
}

export const TEXT_MIME = 'text/plain; charset=utf-8';

/** Size up to which a given text stays in the event. */
const INLINE_GIVEN_BYTES = 1_024;

/** Drafts an attachment: its bytes, and all of its text, both given and decoded from the bytes. Source: E5. */
export function draftAttachment({ mime: declared, data, title, text }: Attachment): AttachmentDraft {
  const mime = mimeOf(declared, data);
  const isText = isTextMime(mime) || isTextByBytes(mime, data);
  const encoding = isText ? textEncodingOf(data, mime) : undefined;
  const own = encoding === undefined ? undefined : decodeBytes(data, encoding);
  const given = text === undefined || text.trim() === '' || text.trimEnd() === own?.trimEnd() ? undefined : text.toWellFormed();
  const read = [given, own].filter((part) => part !== undefined).join('\n');
  // A title counts as text, so that a file without text can be found by it.
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
    ...pixelsOf(mime, data),
    preview,
    previewKind,
    ...(own === undefined ? {} : { text: own, encoding }),
    ...(isRead ? { words } : {}),
  };
  const givenText: ArtifactDraft[] = isLong
    ? [{ role: 'text', mime: TEXT_MIME, bytes: Buffer.from(given), text: given, ...NO_PREVIEW }]
    : [];
  if (!isRead) return { artifacts: [attachment] };
  const heading = attachmentHeading({ mime, ...titled });
  return { artifacts: [attachment, ...givenText], attached: { heading, text: read === '' ? preview : read, preview } };
}

/**
 * Types under which text comes too: mails, scripts, and `video/mp2t`, which tables of file endings have for TypeScript.
 * PDF, RTF and PostScript are left out: their bytes may pass for text, but are mostly codes for the layout. What such a
 * document says is read only where the caller gives it as `text`.
 */
const MAY_BE_TEXT = /^(?:application\/(?!(?:pdf|rtf|postscript)$)|message\/|multipart\/|video\/mp2t$)/;

function isTextByBytes(mime: string, data: Uint8Array): boolean {
  return MAY_BE_TEXT.test(parseMediaType(mime).type) && isTextMime(mimeOf('', data));
}

/** Reads the size of a picture that models take: they refuse every window with one that is too large. */
function pixelsOf(mime: string, data: Uint8Array): Pick<ArtifactDraft, 'widthPixels' | 'heightPixels'> {
  const size = isShownImage({ role: 'attachment', mime, sizeBytes: data.length }) ? imageSize(data) : undefined;
  return size ? { widthPixels: size.width, heightPixels: size.height } : {};
}

const NO_PREVIEW = { preview: '', previewKind: 'text' } as const;

/** Links every attachment to the artifact of its given text, which follows it in the list. */
export function linkGivenText(stored: readonly ArtifactRef[]): ArtifactRef[] {
  return stored.map((ref, at) => {
    const next = stored[at + 1];
    return ref.role === 'attachment' && next?.role === 'text' ? { ...ref, text: { ...ref.text, givenId: next.id } } : ref;
  });
}

/**
 * Prefers the detected type of unknown data and pictures: a provider refuses every window that shows a
 * picture with a wrong type.
 */
function mimeOf(declared: string, data: Uint8Array): string {
  const { type: mime, charset } = parseMediaType(declared);
  const isUnknown = mime === '' || mime === 'application/octet-stream';
  const isPicture = isShownImage({ role: 'attachment', mime, sizeBytes: 0 }) || mime === 'image/jpg';
  if (!isUnknown && !isPicture) return charset !== undefined && isTextMime(mime) ? `${mime}; charset=${charset}` : mime;
  const detected = sniffMime(data);
  if (detected !== 'application/octet-stream') return detected;
  return detectTextEncoding(data, false) === undefined ? detected : 'text/plain';
}
