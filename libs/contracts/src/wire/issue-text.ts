import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

/** Names of types as a sentence takes them. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
  date: 'a date',
};

/** Types that JSON has, as a sentence takes them. */
const GIVEN: Readonly<Record<string, string>> = { ...TYPES, boolean: 'a boolean' };

/** Counted parts of a value, in the singular. */
const PARTS: Readonly<Record<string, string>> = { string: 'character', array: 'item', set: 'item', map: 'entry', file: 'byte' };

/**
 * Words what is wrong with a value: "must have at most 8 items", "is missing". It completes a sentence that begins with
 * the name of the field, and never repeats the value. Returns undefined where the checking library's own words stay.
 */
export function issueText(issue: Issue): string | undefined {
  const { code, input } = issue;
  if ((code === 'invalid_type' || code === 'invalid_value') && input === undefined) return 'is missing';
  if (code === 'invalid_type') return wrongType(issue);
  if (code === 'invalid_value') return `must be ${choice(issue.values.map(String))}`;
  if (code === 'too_small') return atBound('least', issue.origin, issue.minimum, issue.inclusive ?? true);
  if (code === 'too_big') return atBound('most', issue.origin, issue.maximum, issue.inclusive ?? true);
  if (code === 'unrecognized_keys')
    return `has ${issue.keys.length === 1 ? 'an unknown field' : 'unknown fields'}: ${issue.keys.join(', ')}`;
  if (code === 'not_multiple_of') return `must be a multiple of ${issue.divisor}`;
  return code === 'invalid_union' ? 'fits none of the forms that are allowed here' : undefined;
}

function wrongType({ expected, input }: Issue & { readonly code: 'invalid_type' }): string {
  const given = input === null ? 'null' : Array.isArray(input) ? 'array' : typeof input;
  const wanted = TYPES[expected] ?? expected;
  const isNumber = expected === 'number' || expected === 'int';
  const got = given === 'number' && isNumber ? undefined : GIVEN[given];
  return `must be ${wanted}${got === undefined || got === wanted ? '' : `, not ${got}`}`;
}

function atBound(side: 'least' | 'most', origin: string, bound: number | bigint | Date, isInclusive: boolean): string {
  const limit = bound instanceof Date ? bound.toISOString() : String(bound);
  const part = PARTS[origin];
  if (part === undefined) return isInclusive ? `must be at ${side} ${limit}` : `must be ${side === 'least' ? 'above' : 'below'} ${limit}`;
  if (side === 'least' && limit === '1') return 'must not be empty';
  return `must have at ${side} ${limit} ${limit === '1' ? part : part === 'entry' ? 'entries' : `${part}s`}`;
}

function choice(values: readonly string[]): string {
  return values.length === 1 ? values[0]! : `one of ${values.join(', ')}`;
}
