import type { KeyStore, MasterKeys, MasterKeyState } from '@total-recall/ports';
import { TotalRecallError } from '../errors.ts';

export interface RotateOptions {
  readonly keys: Pick<KeyStore, 'masterState' | 'rotateMaster'>;
  readonly masters: MasterKeys;
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Wraps every key under another master key and takes the earlier one away once it wraps none. Where a rotation is under way, cut short at whatever point, that one
 * is finished and no further key is made. Errors: `invalid_request` where no other master key is there and none can be made, with what to do.
 */
export async function rotateMasterKey({ keys, masters, onProgress }: RotateOptions): Promise<MasterKeyState> {
  const before = await keys.masterState();
  const isWhole = before.behind === 0 && before.inForce.version === before.wanted.version;
  if (isWhole && !masters.make)
    throw new TotalRecallError(
      'invalid_request',
      `All ${before.keys} keys are wrapped under ${before.inForce.version}, the first in ${masters.source}. For another put a new one before it, in every process; for none of the others is there a use here any more.`,
    );
  if (isWhole && (await masters.versions()).length === 1) await masters.make!();
  const state = await keys.rotateMaster(onProgress);
  if (state.behind === 0) await masters.retireAllBut?.(state.inForce);
  return state;
}
