/** Tells what a restore without a later control database leaves to be done: keys that were revoked since work again. */
export const CONTROL_OF_BACKUP = 'API keys, tenants and policies are those of the backup: a key revoked since then is valid again.';
