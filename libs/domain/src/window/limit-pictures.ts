import { imageStub, SHOWN_IMAGE_PIXELS } from '../artifact/attached-text.ts';
import type { ShownPicture, WindowBlock } from './window-request.ts';

/** Most pictures of one window: Anthropic takes 100 in a request. */
const PICTURES = 100;
/** Most bytes of all pictures together: 20 MB as base64, of the 32 MB that Anthropic takes in a request. */
const PICTURES_BYTES = 15_000_000;
/** With more pictures than this, Anthropic takes none that is longer than `MANY_PICTURES_PIXELS` on a side. */
const MANY_PICTURES = 20;
const MANY_PICTURES_PIXELS = 2_000;

/** Pictures leave by so many at once where many remain: the beginning of the window then stays for as many calls. */
const STEP = 4;

/** Takes so many from the beginning, in whole steps, which take no pinned one along. */
function firstInSteps({ plain, pinned }: Leaving, count: number): ShownPicture[] {
  const steps = Math.min(Math.ceil(count / STEP) * STEP, plain.length);
  return [...plain, ...pinned].slice(0, Math.max(count, steps));
}

/** Pictures in the order in which they leave: the oldest first, pinned ones last. */
interface Leaving {
  readonly plain: readonly ShownPicture[];
  readonly pinned: readonly ShownPicture[];
}

/** Sizes read from the bytes of pictures whose references do not say, by artifact id. */
export type PictureSizes = ReadonlyMap<string, { readonly width: number; readonly height: number }>;

/**
 * Replaces the pictures that a provider would refuse the whole window for by stubs: those too large for any, then the
 * oldest above the limits of count and bytes, then, where many remain, the oldest of the large ones, some at once. Those
 * of pinned events leave last. Depends on the window alone.
 */
export function limitPictures(
  blocks: readonly WindowBlock[],
  { sizes = new Map(), pinned = new Set() }: { readonly sizes?: PictureSizes; readonly pinned?: ReadonlySet<string> } = {},
): readonly WindowBlock[] {
  const pictures = blocks.flatMap(({ artifacts = [] }) => artifacts);
  const stubs = new Map<ShownPicture, string>();
  const tooLarge = pictures.filter((picture) => longestSide(picture, sizes) > SHOWN_IMAGE_PIXELS);
  for (const picture of tooLarge) stubs.set(picture, imageStub(measured(picture, sizes)));
  const ofPinned = new Set(
    blocks.flatMap(({ eventId, artifacts = [] }) => (eventId !== undefined && pinned.has(eventId) ? artifacts : [])),
  );
  const leaving = (shown: readonly ShownPicture[]): Leaving => ({
    plain: shown.filter((picture) => !ofPinned.has(picture)),
    pinned: shown.filter((picture) => ofPinned.has(picture)),
  });
  const fitting = within(leaving(pictures.filter((picture) => !stubs.has(picture))));
  const isLarge = (picture: ShownPicture): boolean => longestSide(picture, sizes) > MANY_PICTURES_PIXELS;
  const large = new Set(firstInSteps(leaving(fitting.filter(isLarge)), Math.max(0, fitting.length - MANY_PICTURES)));
  const kept = new Set(fitting.filter((picture) => !large.has(picture)));
  if (kept.size === pictures.length) return blocks;
  return blocks.map((block) => withKept(block, (picture) => (kept.has(picture) ? undefined : (stubs.get(picture) ?? TOO_MANY))));
}

const TOO_MANY = '[image, left out: the window has too many]';

function measured(
  { id, widthPixels, heightPixels }: ShownPicture,
  sizes: PictureSizes,
): Pick<ShownPicture, 'widthPixels' | 'heightPixels'> {
  const size = sizes.get(id);
  return { widthPixels: widthPixels ?? size?.width, heightPixels: heightPixels ?? size?.height };
}

/** Returns 0 where the size is not known. */
function longestSide(picture: ShownPicture, sizes: PictureSizes): number {
  const { widthPixels = 0, heightPixels = 0 } = measured(picture, sizes);
  return Math.max(widthPixels, heightPixels);
}

/** Returns the pictures that leave last, as many as the limits of count and bytes take. */
function within(leaving: Leaving): ShownPicture[] {
  const pictures = [...leaving.plain, ...leaving.pinned];
  let bytes = 0;
  let from = pictures.length;
  while (from > 0 && pictures.length - from < PICTURES) {
    bytes += pictures[from - 1]!.sizeBytes;
    if (bytes > PICTURES_BYTES) break;
    from--;
  }
  const left = pictures.length - from >= MANY_PICTURES ? firstInSteps(leaving, from).length : from;
  return pictures.slice(left);
}

/** Removes pictures that have a stub from a block, and adds the stubs to its text. */
function withKept({ artifacts, ...block }: WindowBlock, stubOf: (picture: ShownPicture) => string | undefined): WindowBlock {
  if (artifacts === undefined) return block;
  const left = artifacts.filter((picture) => stubOf(picture) === undefined);
  const text = [block.text, ...artifacts.flatMap((picture) => stubOf(picture) ?? [])].filter((part) => part !== '').join('\n');
  return { ...block, text, ...(left.length > 0 ? { artifacts: left } : {}) };
}
