/** One environment variable: the single place it is described; parsing and documentation both come from here. */
export type ConfigVariable = {
  /** Its field in `AppConfig`. */
  readonly key: string;
  readonly description: string;
  /** A secret's value is never shown, and may stand in a file that the variable with `_FILE` at its end names. */
  readonly secret?: boolean;
  /** Another name, a standard one, that is read where this one is not set. */
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
/** Without a user or a password: addresses are shown, secrets are not. */
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
