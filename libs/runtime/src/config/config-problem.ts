import { CONFIG_VARIABLES, type Settings } from './config-variables.ts';

/** A problem of one setting. Its code is stable. */
export interface ConfigProblem {
  /**
   * `not_valid`: outside the allowed values. `file_unreadable`: the file that it names cannot be read, is empty,
   * or too large. `file_exposed`: that file is ours and others may read it. `set_twice`: set by the variable and
   * by a file. `incomplete`: set without the others of its group, or missing among them.
   */
  readonly code: 'not_valid' | 'file_unreadable' | 'file_exposed' | 'set_twice' | 'incomplete';
  readonly variable: string;
  /** Text for people; never holds a secret. */
  readonly message: string;
}

/** Makes one problem per setting. */
export function problemsOf(
  code: ConfigProblem['code'],
  keys: readonly (keyof Settings)[],
  messageOf: (variable: string) => string,
): ConfigProblem[] {
  return keys.map((key) => {
    const variable = variableOf(key);
    return { code, variable, message: messageOf(variable) };
  });
}

/** Returns the variable of a setting. */
export function variableOf(key: keyof Settings): string {
  return Object.entries(CONFIG_VARIABLES).find(([, variable]) => variable.key === key)![0];
}
