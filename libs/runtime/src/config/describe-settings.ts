import { CONFIG_VARIABLES } from './config-variables.ts';
import type { ConfigVariable } from './config-variable.ts';
import type { AppConfig, Environment } from './parse-config.ts';
import { FILE_SUFFIX } from './secret-file.ts';

/** A setting in a form that may be shown: a secret is masked. */
export interface DescribedSetting {
  readonly variable: string;
  /** null if it has none. */
  readonly value: string | null;
  /** Source of the value: its own variable, a file that another variable names, or the default. */
  readonly source: 'variable' | 'file' | 'default';
}

const MASK = '********';

/** Lists all settings in the order of the table. `config` is what `env` was parsed to. */
export function describeSettings(config: AppConfig, env: Environment): DescribedSetting[] {
  return Object.entries<ConfigVariable>(CONFIG_VARIABLES).map(([variable, { key, secret, also }]) => {
    const value = config[key as keyof AppConfig];
    const source = env[variable] || (also && env[also]) ? 'variable' : secret && env[`${variable}${FILE_SUFFIX}`] ? 'file' : 'default';
    return { variable, value: value === null ? null : secret ? MASK : String(value), source };
  });
}
