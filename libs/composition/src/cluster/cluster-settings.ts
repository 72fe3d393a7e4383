import { CONFIG_VARIABLES, TotalRecallError, type AppConfig } from '@total-recall/runtime';

type Setting = {
  [Key in keyof AppConfig]: null extends AppConfig[Key] ? Key : never;
}[keyof AppConfig];

const STORES = ['kafkaBrokers', 'opensearchUrl', 'clickhouseUrl'] as const;

/** Settings that each program of a cluster requires. */
export const NEEDED_SETTINGS = {
  gateway: ['kafkaBrokers', 'ingestAddress', 'retrieverAddress', 'serviceKeyFile'],
  ingest: [...STORES, 'servicePublicKeysFile'],
  retriever: [...STORES, 'servicePublicKeysFile'],
  consolidator: [...STORES, 'servicePublicKeysFile', 'ingestAddress', 'serviceKeyFile'],
  prepare: STORES,
  /** Commands that work on index generations (`total-recall index`). */
  index: STORES,
} as const satisfies Readonly<Record<string, readonly Setting[]>>;

/**
 * Returns the named settings, none of them null. Errors: `invalid_request`, which lists all missing variables at once.
 */
export function required<const Key extends Setting>(config: AppConfig, keys: readonly Key[]): { [K in Key]: NonNullable<AppConfig[K]> } {
  const missing = keys.filter((key) => config[key] === null);
  if (missing.length > 0) {
    const names = Object.entries(CONFIG_VARIABLES).flatMap(([name, { key }]) =>
      (missing as readonly string[]).includes(key) ? [name] : [],
    );
    throw new TotalRecallError('invalid_request', `This service needs ${names.join(', ')}.`);
  }
  return Object.fromEntries(keys.map((key) => [key, config[key]])) as { [K in Key]: NonNullable<AppConfig[K]> };
}
