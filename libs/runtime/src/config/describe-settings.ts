import type { ConfigVariable } from './config-variable.ts';
import { CONFIG_VARIABLES, type Settings } from './config-variables.ts';
import type { Environment } from './parse-settings.ts';
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

/** Lists all settings in the order of the table. `settings` is what `env` was parsed to. */
export function describeSettings(settings: Settings, env: Environment): DescribedSetting[] {
  return Object.entries<ConfigVariable>(CONFIG_VARIABLES).map(([variable, row]) => {
    const { key, secret, also, default: byDefault } = row;
    const own = env[variable] || (also && env[also]) || undefined;
    const source = own ? 'variable' : secret && env[`${variable}${FILE_SUFFIX}`] ? 'file' : 'default';
    const value = settings[key as keyof Settings];
    // Text may have been completed, as paths are; what was converted is shown as it was written.
    const shown = typeof value === 'string' ? value : (own?.trim() ?? byDefault);
    return { variable, value: !shown ? null : secret ? MASK : shown, source };
  });
}
