import { labelOf } from '../event/kind-label.ts';
import type { BlockKind, WindowBlock } from './window-request.ts';

/** Image bytes by artifact id, in base64, for formats that carry them inline. */
export type ImageData = ReadonlyMap<string, string>;

const CONVERSATION: ReadonlySet<BlockKind> = new Set(['event', 'marker', 'gap', 'pack', 'user_message']);

/** Returns true for blocks that are given to the model with the system prompt, before the conversation. */
export function isSystem(block: WindowBlock): boolean {
  return !CONVERSATION.has(block.kind);
}

/** Returns true for blank texts, which the APIs refuse. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** Media types that both APIs accept. */
const PICTURE_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

/** Returns the pictures of a block that have an accepted type and available bytes. */
export function shownPictures(block: WindowBlock, images: ImageData): NonNullable<WindowBlock['artifacts']> {
  return (block.artifacts ?? []).filter((artifact) => PICTURE_TYPES.has(artifact.mime) && images.has(artifact.id));
}

/** Returns the text of a block as a user message has it, below its label. */
export function userText(block: WindowBlock, shown: readonly { readonly id: string }[]): string {
  const text = withStubs(block, shown);
  const label = block.kind === 'event' && block.eventKind !== undefined ? labelOf(block.eventKind, block.superseded) : undefined;
  return label === undefined || isBlank(text) ? text : `${label}\n${text}`;
}

/** Returns the text of a block, with `[image]` for each picture not shown beside it. */
export function withStubs(block: WindowBlock, shown: readonly { readonly id: string }[]): string {
  const missing = (block.artifacts ?? []).length - shown.length;
  const parts = [...(block.text.length > 0 ? [block.text.toWellFormed()] : []), ...Array.from({ length: missing }, () => '[image]')];
  return parts.join('\n');
}

/**
 * Returns the text of a result. Blank text is refused for errors, and by some APIs always, so it is replaced by a note.
 */
export function resultText(result: WindowBlock | undefined, shown: readonly { readonly id: string }[]): string {
  if (!result) return 'no result';
  const text = withStubs(result, shown);
  if (!isBlank(text)) return text;
  return result.isError ? '[error without output]' : '[no output]';
}

/** First message where the agent begins, or the only one of an empty window: the APIs require a user message there. */
export const OPENING = '[Start of the session]';
/** Last message where the agent spoke last and the API requires the user to. */
export const CLOSING = '[Go on]';
/** Message between two user messages, for templates that require an answer there. */
export const NO_REPLY = '[No reply]';
