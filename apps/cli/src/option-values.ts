import { FACT_ID_PATTERN } from '@total-recall/contracts';
import { parseEventRef, parseSeveralRef, RANK_PARTS } from '@total-recall/domain';
import { MODEL_WINDOW } from '@total-recall/runtime';
import { InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { CommandError, EXIT } from './exit-code.ts';

const TOKENS = /^(\d{1,9})([kKmM]?)$/;
const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1_024, m: 1_048_576 };
const AGE = /^(\d{1,6})([smhd])$/;
const AGE_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Makes the parser of an option from a schema; `expected` completes "It must be". */
export function parser<T>(schema: z.ZodType<T>, expected: string): (text: string) => T {
  return (text) => {
    const parsed = schema.safeParse(text.trim());
    if (parsed.success) return parsed.data;
    throw new InvalidArgumentError(`It must be ${expected}.`);
  };
}

/** Parses an argument within a command. Errors: a wrong usage. */
export function valueOf<T>(argument: string, text: string, parse: (text: string) => T): T {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new CommandError(EXIT.usage, `<${argument}> cannot be '${text}'. ${error.message}`);
  }
}

/** Makes the parser of a number of tokens, at least `min`: 32768, 32K or 1M; K is 1,024. */
export const tokensFrom = (min: number) =>
  parser(
    z
      .string()
      .regex(TOKENS)
      .transform((text) => {
        const [, digits, unit] = TOKENS.exec(text)!;
        return Number(digits) * UNITS[unit!.toLowerCase()]!;
      })
      .pipe(z.number().int().min(min).max(4_000_000)),
    `a number of tokens from ${min} to 4000000, such as 32768 or 32K`,
  );

/** Parses the window of a replayed agent. */
export const windowTokens = tokensFrom(2_048);

/** Parses a model's name, or how it begins, and its window. */
export const modelWindow = parser(MODEL_WINDOW, 'NAME=TOKENS, from 4096 to 4000000 tokens, such as claude-opus-4-6=200000');

export const wholeNumber = (min: number, max: number) =>
  parser(
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number)
      .pipe(z.number().int().min(min).max(max)),
    `a whole number from ${min} to ${max}`,
  );

/** Parses 90s, 45m, 12h or 30d to milliseconds. */
export const age = parser(
  z
    .string()
    .regex(AGE)
    .transform((text) => {
      const [, digits, unit] = AGE.exec(text)!;
      return Number(digits) * AGE_MS[unit!]!;
    })
    .pipe(z.number().min(1)),
  'a time such as 90s, 45m, 12h or 30d',
);

/** Parses the name of a space or session. */
export const placeName = parser(
  z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._:@-]{0,127}$/),
  'letters, digits and . _ : @ -, at most 128, beginning with a letter or digit',
);

/** Parses the id of an API key, as lists show it. */
export const keyId = parser(z.string().regex(/^[0-9a-z]{16}$/), 'the id of a key: 16 of 0-9 a-z, as `total-recall keys list` shows it');

/** Parses the id of a fact, which commands take alone: other ones take a space in its place. */
export const factId = parser(
  z.string().regex(FACT_ID_PATTERN),
  'the id of a fact, as `total-recall facts` shows it; name its space with --space',
);

const ULID = z
  .string()
  .toUpperCase()
  .regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);

/** Parse the ids of entries of the ledger, of erasures and of holds, as their commands show them. */
export const entryId = parser(ULID, 'the id of an entry, as `total-recall ledger` shows it');
export const erasureId = parser(ULID, 'the id of an erasure, as `total-recall erase` printed it');
export const holdId = parser(ULID, 'the id of a hold, as `total-recall hold list` shows it');

/** Parses the name of one event, as commands take it that name none of its session besides. */
export const eventName = parser(
  z.string().refine((text) => {
    const ref = parseEventRef(text);
    return ref !== undefined && ref.bytes === undefined && (ref.kind !== 'ordinal' || ref.session !== undefined);
  }),
  'an event as recall prints it, such as fix-login/e184, or its id',
);

/** Parses what `open` reads. */
export const openable = parser(
  z.string().refine((text) => parseEventRef(text) !== undefined || parseSeveralRef(text) !== undefined || /^art_[0-9a-f]{32}$/.test(text)),
  'SESSION/e184, SESSION/e184:1200-1640, SESSION/T20-T27, an event id, or art_... for a file',
);

export const rankPart = parser(z.enum(RANK_PARTS), `one of ${RANK_PARTS.join(', ')}`);

/** Parses an option that may be repeated, in order. */
export function several<T>(parse: (text: string) => T): (text: string, before: readonly T[] | undefined) => T[] {
  return (text, before = []) => [...before, ...text.split(',').map(parse)];
}

/** The longest that an agent waits for a hook. */
export function deadlineOption(description: string): Option {
  return new Option('--deadline-ms <ms>', description).argParser(wholeNumber(1_000, 60_000));
}
