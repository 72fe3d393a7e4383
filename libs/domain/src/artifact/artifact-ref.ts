import type { TextEncoding } from './charsets.ts';

/** Kinds of content that a preview knows how to cut. Source: 002 §4.4. */
export const PREVIEW_KINDS = ['log', 'json', 'search', 'table', 'image', 'document', 'diff', 'code', 'text', 'binary'] as const;
export type PreviewKind = (typeof PREVIEW_KINDS)[number];

/**
 * Places of an attachment's words: text that the caller gave with it (here, or as an artifact of role `text`), and its
 * own bytes where they are text. Where absent, the attachment has no words or was stored before they were kept; then
 * only its preview is read.
 */
export interface AttachmentText {
  readonly given?: string;
  /** Id of the artifact that holds the given text as UTF-8: `art_` and 32 hex digits. */
  readonly givenId?: string;
  readonly encoding?: TextEncoding;
}

/**
 * A large payload kept outside its event, which holds this reference. `id` is an HMAC of the content under the space's
 * key: it deduplicates inside a space, and outside reveals nothing about the content.
 */
export interface ArtifactRef {
  /** `art_` and 32 hex digits. */
  readonly id: string;
  /**
   * `content`: the event's text. `attachment`: an image or document beside the text. `text`: the words given with the
   * preceding attachment.
   */
  readonly role: 'content' | 'attachment' | 'text';
  readonly mime: string;
  readonly sizeBytes: number;
  /** Size of a picture that models take; absent where its header does not say, or it was stored before this was kept. */
  readonly widthPixels?: number;
  readonly heightPixels?: number;
  /** Hex SHA-256 of the plain bytes. Stored only in the sealed body. */
  readonly sha256: string;
  readonly createdAt: number;
  readonly title?: string;
  readonly preview: string;
  readonly previewKind: PreviewKind;
  /** Present for an attachment with words. */
  readonly text?: AttachmentText;
}
