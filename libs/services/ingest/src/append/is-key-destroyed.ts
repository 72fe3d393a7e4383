import type { SessionAddress } from '@total-recall/domain';
import type { KeyStore } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';

/** Returns true for a session whose key was destroyed. One that never had a key gets one. */
export function isKeyDestroyed(keys: Pick<KeyStore, 'sessionKey'>, address: SessionAddress): Promise<boolean> {
  return keys.sessionKey(address).then(
    () => false,
    (error: unknown) => error instanceof TotalRecallError && error.code === 'erased',
  );
}
