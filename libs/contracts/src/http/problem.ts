import { z } from 'zod';
import { ERROR_CODES, type ErrorCode } from '../error-codes.ts';

const CODES = Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]];

/** Error answer: RFC 9457 problem details with a stable code. */
export const problem = z.object({
  type: z.string().describe('Stable identifier of the code: urn:total-recall:error:<code>.'),
  title: z.string(),
  status: z.int(),
  code: z.enum(CODES),
  detail: z.string().describe('The problem, its place, and what to do.'),
  instance: z.string().describe('The id of the request, as in the X-Request-Id header and in the log.'),
  errors: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .optional()
    .describe('The problems field by field, where the request was not valid.'),
  details: z.record(z.string(), z.unknown()).optional(),
  retryable: z.boolean(),
});

export type Problem = z.output<typeof problem>;

/** Builds the problem document of a code. `detail` is shown to the caller unchanged. */
export function problemOf(code: ErrorCode, detail: string, instance: string, more: Pick<Problem, 'errors' | 'details'> = {}): Problem {
  const { http, title, retryable } = ERROR_CODES[code];
  return { type: `urn:total-recall:error:${code}`, title, status: http, code, detail, instance, retryable, ...more };
}
