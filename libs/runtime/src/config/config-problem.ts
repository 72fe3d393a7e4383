import { CONFIG_VARIABLES } from './config-variables.ts';

/** What is wrong with one setting; the code never changes. */
export interface ConfigProblem {
  /**
   * `not_valid`: not what it may be. `file_unreadable`: the file that it names cannot be read, is empty, or too large. `set_twice`: by the variable and by a
   * file. `incomplete`: it is set or missing where others of its group are not.
   */
  readonly code: 'not_valid' | 'file_unreadable' | 'set_twice' | 'incomplete';
  readonly variable: string;
  /** For people; never with a secret in it. */
  readonly message: string;
}

/** A problem for each of these settings, which are named by their fields in `AppConfig`. */
export function problemsOf(code: ConfigProblem['code'], keys: readonly string[], messageOf: (variable: string) => string): ConfigProblem[] {
  return keys.map((key) => {
    const variable = variableOf(key);
    return { code, variable, message: messageOf(variable) };
  });
}

/** The variable of a setting. */
export function variableOf(key: string): string {
  return Object.entries(CONFIG_VARIABLES).find(([, variable]) => variable.key === key)![0];
}
