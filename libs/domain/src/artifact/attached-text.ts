import type { EventBody } from '../event/event-body.ts';
import type { ArtifactRef } from './artifact-ref.ts';
import { parseMediaType } from './media-type.ts';

/** The words of one attachment, under the heading that names it. */
export interface AttachedText {
  readonly heading: string;
  readonly text: string;
  /** What stands for it where there is no room for all of it. */
  readonly preview: string;
}

/** Attachments whose words are read with the event, in order. */
export function attachmentsWithText(body: Pick<EventBody, 'artifacts'>): ArtifactRef[] {
  return (body.artifacts ?? []).filter(({ role, text }) => role === 'attachment' && text !== undefined);
}

/** The artifact that holds the whole text of an event, byte for byte; undefined where the text is inline or has parts beside it. */
export function wholeTextArtifact(body: Pick<EventBody, 'artifacts'>): ArtifactRef | undefined {
  if (attachmentsWithText(body).length > 0) return undefined;
  return body.artifacts?.find(({ role }) => role === 'content');
}

/** The line over the words of an attachment: they are searched with it, so that a file is found by its name. */
export function attachmentHeading({ title, mime }: Pick<ArtifactRef, 'title' | 'mime'>): string {
  const name = title?.replace(/\s+/g, ' ').trim();
  const { type } = parseMediaType(mime);
  return name ? `[Attachment: ${name}, ${type}]` : `[Attachment: ${type}]`;
}

/** The text of an event with all that came with it: its own, then each attachment's under its heading. */
export function joinAttached(own: string, attached: readonly AttachedText[]): string {
  return [own, ...attached.map(({ heading, text }) => `${heading}\n${text}`)].filter((part) => part !== '').join('\n');
}

// What the providers take as a picture; anything else would make them refuse the whole call.
const SHOWN_IMAGES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
/** Largest picture that every provider takes: 5 MB as base64. */
const SHOWN_IMAGE_BYTES = 3_750_000;

/** Whether an attachment goes to a model as a picture; any other image is its stub and costs what that costs. */
export function isShownImage({ role, mime, sizeBytes }: Pick<ArtifactRef, 'role' | 'mime' | 'sizeBytes'>): boolean {
  return role === 'attachment' && SHOWN_IMAGES.has(mime) && sizeBytes <= SHOWN_IMAGE_BYTES;
}
