import { imageSize, limitPictures, type SessionAddress, type WindowBlock } from '@total-recall/domain';
import type { WindowDeps } from './window-deps.ts';

/** Begin of a picture in which its size stands; profiles and previews may come before it. */
const HEADER_BYTES = 256 * 1024;

/**
 * Replaces pictures by stubs where a provider would refuse the window with them. Reads the size of pictures that were
 * stored before it was kept from their bytes.
 */
export async function withinPictureLimits(
  deps: Pick<WindowDeps, 'content'>,
  { tenant, space }: Pick<SessionAddress, 'tenant' | 'space'>,
  blocks: readonly WindowBlock[],
  /** Ids of the events whose pictures leave last. */
  pinned: ReadonlySet<string>,
): Promise<readonly WindowBlock[]> {
  const unmeasured = blocks.flatMap(({ artifacts = [] }) => artifacts).filter(({ widthPixels }) => widthPixels === undefined);
  const sizes = new Map<string, { width: number; height: number }>();
  for (const artifactId of new Set(unmeasured.map(({ id }) => id))) {
    const read = await deps.content.artifact({ tenant, space, artifactId }, { from: 0, to: HEADER_BYTES });
    const size = read && imageSize(read.bytes);
    if (size) sizes.set(artifactId, size);
  }
  return limitPictures(blocks, { sizes, pinned });
}
