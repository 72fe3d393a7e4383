import { CONFIG_VARIABLES, TotalRecallError, type AppConfig } from '@total-recall/runtime';

type Setting = {
  [Key in keyof AppConfig]: null extends AppConfig[Key] ? Key : never;
}[keyof AppConfig];

/** Settings that a service cannot do without. Errors: `invalid_request` with the variables that are missing, all at once. */
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
