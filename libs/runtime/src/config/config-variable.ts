import { z } from 'zod';

/** One environment variable. Parsing, the type of the settings and the documentation are all made from it. */
export interface ConfigVariable {
  /** Name of its setting. */
  readonly key: string;
  /** Converts the text of the environment, or refuses it. */
  readonly schema: z.ZodType<unknown, string>;
  /** Description of a valid value, for errors. */
  readonly expected: string;
  /** Description of a valid value for the documentation; `expected` if absent. */
  readonly values?: string;
  /** Text that is converted if the variable is not set. Without one the setting is then absent. */
  readonly default?: string;
  /** Text for the documentation if the default is empty or absent. */
  readonly defaultText?: string;
  readonly description: string;
  /**
   * True if its value must never be shown. It may also be read from a file named by the variable
   * with the suffix `_FILE`.
   */
  readonly secret?: boolean;
  /** A standard variable that is read if this one is not set. */
  readonly also?: string;
}

export type ConfigTable = Readonly<Record<string, ConfigVariable>>;

/** The settings of a table: those with a default always have a value, the others may be absent. */
export type SettingsOf<Table extends ConfigTable> = {
  readonly [Name in keyof Table as Table[Name] extends { readonly default: string } ? Table[Name]['key'] : never]: z.output<
    Table[Name]['schema']
  >;
} & {
  readonly [Name in keyof Table as Table[Name] extends { readonly default: string } ? never : Table[Name]['key']]?: z.output<
    Table[Name]['schema']
  >;
};

export const NAME = /^[A-Za-z0-9][A-Za-z0-9._:@-]{0,127}$/;
export const HOST = /^[A-Za-z0-9.:_-]{1,255}$/;
export const HOST_TEXT = 'a host name or address';
export const ADDRESS = /^[A-Za-z0-9._-]{1,255}:\d{1,5}$/;
export const ADDRESSES = /^[A-Za-z0-9._-]{1,255}:\d{1,5}(?:,[A-Za-z0-9._-]{1,255}:\d{1,5})*$/;
export const ADDRESSES_TEXT = '`host:port`, with commas between them';
/** A URL without user or password, because addresses are shown and secrets must not be. */
export const PLAIN_URL = /^https?:\/\/[^\s@]{1,2048}$/;
export const ANY_URL = /^https?:\/\/[^\s]{1,2048}$/;
export const URL_EXPECTED = 'an http or https address';

const PATH = /^[^\0]{1,4096}$/;

export const integer = <const Key extends string>(key: Key, value: number, min: number, max: number, description: string) => ({
  key,
  schema: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.number().int().min(min).max(max)),
  expected: `a whole number from ${min} to ${max}`,
  values: `${min} to ${max}`,
  default: String(value),
  description,
});

/** One of several words; the first is the default unless another is named. */
export const choice = <const Key extends string, const Choices extends readonly [string, ...string[]]>(
  key: Key,
  choices: Choices,
  description: string,
  value: Choices[number] = choices[0],
) => ({ key, schema: z.enum(choices), ...choiceTexts(choices, value), description });

/** `on` or `off`, as a boolean. */
export const flag = <const Key extends string>(key: Key, value: boolean, description: string) => {
  const choices = value ? (['on', 'off'] as const) : (['off', 'on'] as const);
  return { key, schema: z.enum(choices).transform((word) => word === 'on'), ...choiceTexts(choices, choices[0]), description };
};

function choiceTexts(choices: readonly string[], value: string) {
  return { expected: `one of ${choices.join(', ')}`, values: choices.map((word) => `\`${word}\``).join(', '), default: value };
}

/** Text that may be absent. */
export const text = <const Key extends string>(key: Key, pattern: RegExp, expected: string, description: string) => ({
  key,
  schema: z.string().regex(pattern),
  expected,
  description,
});

/** Text with a default. */
export const textOr = <const Key extends string>(key: Key, value: string, pattern: RegExp, expected: string, description: string) => ({
  ...text(key, pattern, expected, description),
  default: value,
});

export const path = <const Key extends string>(key: Key, description: string) => text(key, PATH, 'a path', description);

export const secret = <const Key extends string>(key: Key, pattern: RegExp, expected: string, description: string) => ({
  ...text(key, pattern, expected, description),
  secret: true,
});

/** Items with commas between them, none by default. `item` is the source of a regular expression. */
export const list = <const Key extends string>(key: Key, item: string, expected: string, description: string, flags?: string) => ({
  key,
  schema: z
    .string()
    .regex(new RegExp(`^(?:${item}(?:,${item})*)?$`, flags))
    .transform((items): readonly string[] => (items === '' ? [] : items.split(','))),
  expected,
  default: '',
  description,
});

/** Words of a closed list with commas between them; at least one where there is a default. */
export const words = <const Key extends string, const Choices extends readonly [string, ...string[]]>(
  key: Key,
  choices: Choices,
  value: readonly Choices[number][],
  expected: string,
  description: string,
) => ({
  key,
  schema: z
    .string()
    .transform((items) => (items === '' ? [] : items.split(',')))
    .pipe(z.array(z.enum(choices)).min(value.length === 0 ? 0 : 1)),
  expected,
  default: value.join(','),
  description,
});
