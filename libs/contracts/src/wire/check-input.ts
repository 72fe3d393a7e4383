import { EVENT_KINDS, type EventKind } from '@total-recall/domain';
import type { z } from 'zod';
import { ERROR_CODES, type ErrorCode } from '../error-codes.ts';
import { codeOfPattern } from './identifier.ts';
import { issueText } from './issue-text.ts';

export type Checked<T> =
  | { readonly kind: 'valid'; readonly value: T }
  | {
      readonly kind: 'refused';
      readonly code: ErrorCode;
      readonly detail: string;
      readonly errors: readonly { readonly path: string; readonly message: string }[];
    };

const SHOWN = 20;

/** Root of a body that was read from the arguments of a model's call. */
export const ARGUMENTS_ROOT = 'arguments';
/** Parts of a body that hold arguments of a model, who does not know them. */
const UNKNOWN_TO_MODELS: ReadonlySet<PropertyKey> = new Set(['scope', 'fields']);

/**
 * Parses input from the wire. A refusal carries the code of the first problem and up to 20 problems by path. Messages
 * name fields and never repeat values. A path begins with `root`; under `ARGUMENTS_ROOT` it is the argument alone, as the
 * model wrote it.
 */
export function checkInput<S extends z.ZodType>(schema: S, input: unknown, root: string): Checked<z.output<S>> {
  const parsed = schema.safeParse(input, { reportInput: true, error: issueText });
  if (parsed.success) return { kind: 'valid', value: parsed.data };
  const issues = parsed.error.issues;
  const errors = issues.slice(0, SHOWN).map((issue) => ({ path: pathText(root, issue.path), message: issue.message.slice(0, 300) }));
  const first = errors[0]!;
  const rest = issues.length - 1;
  const more = rest > 0 ? ` (and ${rest} more error${rest > 1 ? 's' : ''})` : '';
  return { kind: 'refused', code: codeOf(issues), detail: `${first.path}: ${first.message}${more}`, errors };
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
  if (root !== ARGUMENTS_ROOT) return joined(root, path);
  const own = UNKNOWN_TO_MODELS.has(path[0] ?? '') ? path.slice(1) : path;
  return own.length === 0 ? ARGUMENTS_ROOT : joined('', own);
}

function joined(root: string, path: readonly PropertyKey[]): string {
  return path
    .reduce<string>(
      (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`),
      root,
    )
    .slice(0, 200);
}
