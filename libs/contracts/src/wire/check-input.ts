import { EVENT_KINDS, type EventKind } from '@total-recall/domain';
import type { z } from 'zod';
import { ERROR_CODES, type ErrorCode } from '../error-codes.ts';
import { codeOfPattern } from './identifier.ts';

export type Checked<T> =
  | { readonly kind: 'valid'; readonly value: T }
  | {
      readonly kind: 'refused';
      readonly code: ErrorCode;
      readonly detail: string;
      readonly errors: readonly { readonly path: string; readonly message: string }[];
    };

const SHOWN = 20;

/**
 * Parses input from the wire. A refusal carries the code of the first problem and up to 20 problems by path. Messages
 * name fields and never repeat values.
 */
export function checkInput<S extends z.ZodType>(schema: S, input: unknown, root: string): Checked<z.output<S>> {
  const parsed = schema.safeParse(input, { reportInput: true, error: inPlainWords });
  if (parsed.success) return { kind: 'valid', value: parsed.data };
  const issues = parsed.error.issues;
  const errors = issues.slice(0, SHOWN).map((issue) => ({ path: pathText(root, issue.path), message: issue.message.slice(0, 300) }));
  const first = errors[0]!;
  const rest = issues.length - 1;
  const more = rest > 0 ? ` (and ${rest} more error${rest > 1 ? 's' : ''})` : '';
  return { kind: 'refused', code: codeOf(issues), detail: `${first.path}: ${first.message}${more}`, errors };
}

/** Words what a schema without words of its own would say in those of the checking library. */
function inPlainWords({ code, input }: z.core.$ZodRawIssue): string | undefined {
  if (code === 'invalid_type' && Number.isNaN(input)) return 'must be a number';
  return (code === 'invalid_type' || code === 'invalid_value') && input === undefined ? 'is missing' : undefined;
}

function codeOf(issues: readonly z.core.$ZodIssue[]): ErrorCode {
  return codeOfIssue(issues[0]!) ?? 'invalid_request';
}

function codeOfIssue(issue: z.core.$ZodIssue): ErrorCode | undefined {
  if (issue.code === 'invalid_format' && 'pattern' in issue) return codeOfPattern(String(issue.pattern));
  if (issue.code === 'too_big' && issue.path.at(-1) === 'events' && issue.path.length === 1) return 'batch_too_large';
  if (issue.code === 'custom') {
    const code: unknown = issue.params?.['code'];
    return typeof code === 'string' && code in ERROR_CODES ? (code as ErrorCode) : undefined;
  }
  const names = issue.path.filter((part) => typeof part === 'string');
  const field = names.at(-1);
  if (issue.code === 'invalid_value' && (field === 'kind' || field === 'kinds') && typeof issue.input === 'string') {
    return EVENT_KINDS.includes(issue.input as EventKind) ? 'reserved_kind' : 'unknown_kind';
  }
  return undefined;
}

function pathText(root: string, path: readonly PropertyKey[]): string {
  return path
    .reduce<string>(
      (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`),
      root,
    )
    .slice(0, 200);
}
