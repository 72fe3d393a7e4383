import type { EventBody } from '../event/event-body.ts';
import type { ArtifactRef } from './artifact-ref.ts';
import { parseMediaType } from './media-type.ts';

/** The words of one attachment, with the heading that names it. */
export interface AttachedText {
  readonly heading: string;
  readonly text: string;
  /** Shown instead of the text where it does not fit. */
  readonly preview: string;
}

/** Returns the attachments whose words are read with the event, in order. */
export function attachmentsWithText(body: Pick<EventBody, 'artifacts'>): ArtifactRef[] {
  return (body.artifacts ?? []).filter(({ role, text }) => role === 'attachment' && text !== undefined);
}

/**
 * Returns the artifact that holds the whole text of an event, byte for byte; undefined where the text is inline or
 * attachments add words to it.
 */
export function wholeTextArtifact(body: Pick<EventBody, 'artifacts'>): ArtifactRef | undefined {
  if (attachmentsWithText(body).length > 0) return undefined;
  return body.artifacts?.find(({ role }) => role === 'content');
}

/** Formats the line above the words of an attachment. It is searched with them, so that a file is found by its name. */
export function attachmentHeading({ title, mime }: Pick<ArtifactRef, 'title' | 'mime'>): string {
  const name = title?.replace(/\s+/g, ' ').trim();
  const { type } = parseMediaType(mime);
  return name ? `[Attachment: ${name}, ${type}]` : `[Attachment: ${type}]`;
}

/** Joins the text of an event: its own first, then each attachment's under its heading. */
export function joinAttached(own: string, attached: readonly AttachedText[]): string {
  return [own, ...attached.map(({ heading, text }) => `${heading}\n${text}`)].filter((part) => part !== '').join('\n');
}

// Formats that all providers accept as a picture; any other would make them refuse the whole call.
const SHOWN_IMAGES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
/** Largest picture that every provider accepts, in bytes: 5 MB as base64. */
const SHOWN_IMAGE_BYTES = 3_750_000;

/** Longest side that every provider accepts, in pixels. */
export const SHOWN_IMAGE_PIXELS = 8_000;

type ImageFacts = Pick<ArtifactRef, 'role' | 'mime' | 'sizeBytes' | 'widthPixels' | 'heightPixels'>;

/**
 * Returns true when an attachment is sent to a model as a picture. Any other image is replaced by a stub and costs only
 * the stub's tokens.
 */
export function isShownImage({ role, mime, sizeBytes, widthPixels = 0, heightPixels = 0 }: ImageFacts): boolean {
  const isSmall = sizeBytes <= SHOWN_IMAGE_BYTES && Math.max(widthPixels, heightPixels) <= SHOWN_IMAGE_PIXELS;
  return role === 'attachment' && SHOWN_IMAGES.has(mime) && isSmall;
}

/** Returns what stands for an image that is not sent, with its size where that is the reason. */
export function imageStub({ widthPixels = 0, heightPixels = 0 }: Pick<ArtifactRef, 'widthPixels' | 'heightPixels'>): string {
  if (Math.max(widthPixels, heightPixels) <= SHOWN_IMAGE_PIXELS) return '[image]';
  return `[image of ${widthPixels}x${heightPixels} pixels, too large to show]`;
}
