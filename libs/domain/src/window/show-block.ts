import type { WindowBlock } from './window-request.ts';

/** Image bytes by artifact id, base64, for the formats that carry them inline. */
export type ImageData = ReadonlyMap<string, string>;

/** What is given to the model together with the prompt of the system, and stands before the conversation. */
export function isSystem(block: WindowBlock): boolean {
  return block.kind !== 'event' && block.kind !== 'marker' && block.kind !== 'pack' && block.kind !== 'user_message';
}

/** The APIs refuse texts of nothing but blanks. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** Types that both APIs take. */
const PICTURE_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

/** Pictures of a block whose bytes are there, of types that the APIs take. */
export function shownPictures(block: WindowBlock, images: ImageData): NonNullable<WindowBlock['artifacts']> {
  return (block.artifacts ?? []).filter((artifact) => PICTURE_TYPES.has(artifact.mime) && images.has(artifact.id));
}

/** The text of a block, with `[image]` for every picture of it that is not shown beside it. */
export function withStubs(block: WindowBlock, shown: readonly { readonly id: string }[]): string {
  const missing = (block.artifacts ?? []).length - shown.length;
  const parts = [...(block.text.length > 0 ? [block.text.toWellFormed()] : []), ...Array.from({ length: missing }, () => '[image]')];
  return parts.join('\n');
}

/** The text of a result. A blank one is refused beside the mark of an error, and by some APIs always, so it says that it is empty. */
export function resultText(result: WindowBlock | undefined, shown: readonly { readonly id: string }[]): string {
  if (!result) return 'no result';
  const text = withStubs(result, shown);
  if (!isBlank(text)) return text;
  return result.isError ? '[error without output]' : '[no output]';
}

/** Stands first where the agent begins, and alone where a window says nothing: the APIs want a user's message there. */
export const OPENING = '[Start of the session]';
/** Stands last where the agent said the last word and the API wants the user's. */
export const CLOSING = '[Go on]';
/** Stands between two messages of the user for templates that want an answer there. */
export const NO_REPLY = '[No reply]';
