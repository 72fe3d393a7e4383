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
const inSteps = (count: number): number => Math.ceil(count / STEP) * STEP;

/** Sizes read from the bytes of pictures whose references do not say, by artifact id. */
export type PictureSizes = ReadonlyMap<string, { readonly width: number; readonly height: number }>;

/**
 * Replaces the pictures that a provider would refuse the whole window for by stubs: those too large for any, then the
 * oldest above the limits of count and bytes, then, where many remain, the oldest of the large ones, some at once.
 * Depends on the window alone.
 */
export function limitPictures(blocks: readonly WindowBlock[], sizes: PictureSizes = new Map()): readonly WindowBlock[] {
  const pictures = blocks.flatMap(({ artifacts = [] }) => artifacts);
  const stubs = new Map<ShownPicture, string>();
  const tooLarge = pictures.filter((picture) => longestSide(picture, sizes) > SHOWN_IMAGE_PIXELS);
  for (const picture of tooLarge) stubs.set(picture, imageStub(measured(picture, sizes)));
  const fitting = newestWithin(pictures.filter((picture) => !stubs.has(picture)));
  const isLarge = (picture: ShownPicture): boolean => longestSide(picture, sizes) > MANY_PICTURES_PIXELS;
  const large = new Set(fitting.filter(isLarge).slice(0, inSteps(Math.max(0, fitting.length - MANY_PICTURES))));
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

/** Returns the newest pictures within the limits of count and bytes, oldest first. */
function newestWithin(pictures: readonly ShownPicture[]): ShownPicture[] {
  let bytes = 0;
  let from = pictures.length;
  while (from > 0 && pictures.length - from < PICTURES) {
    bytes += pictures[from - 1]!.sizeBytes;
    if (bytes > PICTURES_BYTES) break;
    from--;
  }
  return pictures.slice(pictures.length - from >= MANY_PICTURES ? inSteps(from) : from);
}

/** Removes pictures that have a stub from a block, and adds the stubs to its text. */
function withKept({ artifacts, ...block }: WindowBlock, stubOf: (picture: ShownPicture) => string | undefined): WindowBlock {
  if (artifacts === undefined) return block;
  const left = artifacts.filter((picture) => stubOf(picture) === undefined);
  const text = [block.text, ...artifacts.flatMap((picture) => stubOf(picture) ?? [])].filter((part) => part !== '').join('\n');
  return { ...block, text, ...(left.length > 0 ? { artifacts: left } : {}) };
}
