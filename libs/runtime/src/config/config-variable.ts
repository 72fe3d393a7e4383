/** One environment variable. Parsing and documentation are both made from this description. */
export type ConfigVariable = {
  /** Its field in `AppConfig`. */
  readonly key: string;
  readonly description: string;
  /**
   * True if its value must never be shown. It may also be read from a file named by the variable
   * with the suffix `_FILE`.
   */
  readonly secret?: boolean;
  /** A standard variable that is read if this one is not set. */
  readonly also?: string;
} & (
  | { readonly type: 'integer'; readonly min: number; readonly max: number; readonly default: number }
  | { readonly type: 'choice'; readonly choices: readonly string[]; readonly default: string }
  | {
      readonly type: 'text';
      readonly pattern: RegExp;
      readonly expected: string;
      readonly default: string | null;
      readonly defaultText?: string;
    }
);

export const NAME = /^[A-Za-z0-9][A-Za-z0-9._:@-]{0,127}$/;
export const PATH = /^[^\0]{1,4096}$/;
export const HOST = /^[A-Za-z0-9.:_-]{1,255}$/;
export const ADDRESS = /^[A-Za-z0-9._-]{1,255}:\d{1,5}$/;
export const ADDRESSES = /^[A-Za-z0-9._-]{1,255}:\d{1,5}(?:,[A-Za-z0-9._-]{1,255}:\d{1,5})*$/;
export const ADDRESSES_TEXT = '`host:port`, with commas between them';
/** A URL without user or password, because addresses are shown and secrets must not be. */
export const URL_TEXT = /^https?:\/\/[^\s@]{1,2048}$/;

export const integer = (key: string, value: number, min: number, max: number, description: string) =>
  ({ key, type: 'integer', default: value, min, max, description }) as const;

export const choice = <const Choices extends readonly [string, ...string[]]>(key: string, choices: Choices, description: string) =>
  ({ key, type: 'choice', choices, default: choices[0], description }) as const;

export const text = (key: string, pattern: RegExp, expected: string, description: string) =>
  ({ key, type: 'text', pattern, expected, default: null, defaultText: 'none', description }) as const;

export const path = (key: string, description: string) => text(key, PATH, 'a path', description);

export const secret = (key: string, expected: string, description: string) =>
  ({ ...text(key, /^[^\0\r\n]{1,4096}$/, expected, description), secret: true }) as const;
