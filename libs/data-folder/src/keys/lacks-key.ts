import { sessionKey } from '@total-recall/domain';
import type { KeyStore, LogRecord } from '@total-recall/ports';

/** Form of the ids that keys.db gives its keys. */
const KEY_ID = /^key_[0-9a-f]{24}$/;

export type KeysOfRecords = Pick<KeyStore, 'open' | 'hasSessionKey'>;

/**
 * Tells whether keys.db lacks the key that a record names. `damaged` where the record cannot be right: its key and its
 * envelope are of two sessions, it names no key of keys.db's form, or keys.db has another key for its session, which
 * never has two.
 */
export async function lacksKey(
  { key, envelope }: Pick<LogRecord, 'key' | 'envelope'>,
  keys: KeysOfRecords,
): Promise<'has' | 'lacks' | 'damaged'> {
  const { tenant, space, keyId } = envelope;
  if ((await keys.open(tenant, space, keyId)) !== undefined) return 'has';
  if (sessionKey(envelope) !== key || !KEY_ID.test(keyId)) return 'damaged';
  return (await keys.hasSessionKey?.(envelope)) ? 'damaged' : 'lacks';
}
