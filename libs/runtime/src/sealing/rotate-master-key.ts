import type { KeyStore, MasterKeys, MasterKeyState } from '@total-recall/ports';
import { TotalRecallError } from '../errors.ts';

export interface RotateOptions {
  readonly keys: Pick<KeyStore, 'masterState' | 'rotateMaster'>;
  readonly masters: MasterKeys;
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Wraps every key under another master key and removes the earlier one once it wraps none. If an interrupted rotation
 * exists, finishes that one and makes no further key. Errors: `invalid_request` if there is no other master key and
 * none can be made, with advice.
 */
export async function rotateMasterKey({ keys, masters, onProgress }: RotateOptions): Promise<MasterKeyState> {
  const before = await keys.masterState();
  const isWhole = before.behind === 0 && before.inForce.version === before.wanted.version;
  if (isWhole && !masters.make) {
    // One that was killed at its very end may have left bytes that an earlier key opens.
    if ((await masters.versions()).length > 1) await keys.rotateMaster(onProgress);
    throw new TotalRecallError(
      'invalid_request',
      `All ${before.keys} keys are wrapped under ${before.inForce.version}, the first in ${masters.source}. For another put a new one before it, in every process; for none of the others is there a use here any more.`,
    );
  }
  if (isWhole && (await masters.versions()).length === 1) await masters.make!();
  const state = await keys.rotateMaster(onProgress);
  if (state.behind === 0) await masters.retireAllBut?.(state.inForce);
  return state;
}
