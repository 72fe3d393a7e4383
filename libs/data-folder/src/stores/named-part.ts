import { basename } from 'node:path';
import { TotalRecallError } from '@total-recall/runtime';
import { isDamage } from '../damage/watch-damage.ts';

/** Opens a part that cannot be rebuilt. Its errors name the part and a remedy. */
export async function named<T>(path: string, opening: Promise<T>, prefix = ''): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    if (!(error instanceof TotalRecallError)) throw error;
    const isSaid = error.details?.['file'] !== undefined;
    if (isDamage(error) && !isSaid)
      throw new TotalRecallError('damaged', `${path} is damaged and cannot be opened. Put it back from a backup of this folder.`, {
        cause: error,
      });
    if (error.code === 'invalid_request' && prefix !== '')
      throw new TotalRecallError(
        'damaged',
        `${prefix}${error.message} Where that is the right one, ${basename(path)} was changed: put it back from a backup.`,
        { cause: error },
      );
    throw error;
  }
}
