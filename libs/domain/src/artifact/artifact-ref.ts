import type { TextEncoding } from './detect-encoding.ts';

/** How a preview was cut. Source: 002 §4.4. */
export const PREVIEW_KINDS = ['log', 'json', 'search', 'table', 'image', 'document', 'diff', 'code', 'text', 'binary'] as const;
export type PreviewKind = (typeof PREVIEW_KINDS)[number];

/**
 * Where the words of an attachment are: what the caller gave beside it, here or as an artifact of role `text`, and its own bytes where
 * these are text. Absent: it has none, or it was stored before attachments kept theirs, and then its preview is all that is read of it.
 */
export interface AttachmentText {
  readonly given?: string;
  /** `art_` and 32 hex digits; the given text as UTF-8. */
  readonly givenId?: string;
  readonly encoding?: TextEncoding;
}

/**
 * A large payload kept outside its event. The event keeps this reference; `id` is an HMAC of the content under the space's
 * key, so that it deduplicates inside a space and confirms nothing outside it.
 */
export interface ArtifactRef {
  /** `art_` and 32 hex digits. */
  readonly id: string;
  /** `content`: it is the event's text. `attachment`: an image or document beside the text. `text`: the words given with the attachment before it. */
  readonly role: 'content' | 'attachment' | 'text';
  readonly mime: string;
  readonly sizeBytes: number;
  /** Hex SHA-256 of the plain bytes. Lives in the sealed body only. */
  readonly sha256: string;
  readonly createdAt: number;
  readonly title?: string;
  readonly preview: string;
  readonly previewKind: PreviewKind;
  /** Of an attachment. */
  readonly text?: AttachmentText;
}
