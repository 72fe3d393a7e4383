/** How a preview was cut. Source: 002 §4.4. */
export const PREVIEW_KINDS = ['log', 'json', 'search', 'table', 'image', 'document', 'diff', 'code', 'text', 'binary'] as const;
export type PreviewKind = (typeof PREVIEW_KINDS)[number];

/**
 * A large payload kept outside its event. The event keeps this reference; `id` is an HMAC of the content under the space's
 * key, so that it deduplicates inside a space and confirms nothing outside it.
 */
export interface ArtifactRef {
  /** `art_` and 32 hex digits. */
  readonly id: string;
  /** `content`: it is the event's text. `attachment`: an image or document beside the text. */
  readonly role: 'content' | 'attachment';
  readonly mime: string;
  readonly sizeBytes: number;
  /** Hex SHA-256 of the plain bytes. Lives in the sealed body only. */
  readonly sha256: string;
  readonly createdAt: number;
  readonly title?: string;
  readonly preview: string;
  readonly previewKind: PreviewKind;
}
